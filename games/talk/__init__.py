"""What people say at a table: who may hear and say it, and how it is written."""
