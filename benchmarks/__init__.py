"""Side by side with peers."""
