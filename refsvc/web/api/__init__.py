"""The API, `/api/v1/`: `operations.py` lists every operation; the others say what each takes, does and gives."""
