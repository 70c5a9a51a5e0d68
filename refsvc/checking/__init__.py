"""A record is read, replayed and judged; the findings become a report."""

from refsvc.checking.check import check_record, report

__all__ = ["check_record", "report"]
