"""What can be wrong between this desk and a table, checked step by step without writing anything."""
