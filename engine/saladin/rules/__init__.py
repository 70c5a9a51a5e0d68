"""The rules, one file a chapter: `check_*` gives violations, `resolve_*` gives a Step."""
