"""What holds for every test."""

from hypothesis import settings

settings.register_profile("refsvc", deadline=None)  # a busy machine is no fault
settings.load_profile("refsvc")
