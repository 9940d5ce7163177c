"""The printed report: one HTML file with what the log tells, and what of it is proved."""
