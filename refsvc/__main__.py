"""`python -m refsvc`."""

from refsvc.commands.main import main

main()
