"""How a game of Saladin is written: its words, its lines, who reads and who writes them."""
