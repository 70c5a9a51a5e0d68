"""How a game of Napoleonics is written: its words, its lines, who reads and who writes them."""
