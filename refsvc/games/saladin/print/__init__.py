"""What is printed only for Saladin: card faces, score sheet and notation sheet."""
