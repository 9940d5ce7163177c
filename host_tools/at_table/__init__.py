"""What is done at a table over its link: setting it up, looking at it, checking and testing it.

The commands of the same names ask and print; the steps themselves, which tests call too, stand here.
"""
