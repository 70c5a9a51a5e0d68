"""The board of Saladin as a drawing."""
