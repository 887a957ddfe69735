"""What people could do together to stand higher than they play."""
