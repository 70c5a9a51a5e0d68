"""`python -m refsvc`."""

from refsvc.cli import main

main()
