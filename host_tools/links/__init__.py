"""The cables between this desktop and a table: real ports, and those of simulated tables."""
