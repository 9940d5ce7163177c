"""Settings for people: asked for, compared, and printed as the notice that is posted at the table."""
