"""Who does slow work: processes that take jobs out of the store, and what each kind of job does."""
