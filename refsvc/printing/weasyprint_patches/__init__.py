"""Changes to WeasyPrint that make it faster or right, for the versions they were made for; others stay as they are.

Each has a test `test_fixed_upstream_*` that fails when WeasyPrint does without it: then the patch goes.
"""

from __future__ import annotations

import logging
from importlib.metadata import version

from refsvc.printing.weasyprint_patches import html_patterns, svg_paths, svg_reuse, tag_language

log = logging.getLogger(__name__)
MADE_FOR = {"weasyprint": "70", "tinyhtml5": "2"}  # major versions


def apply() -> None:
    """Patches WeasyPrint, which has to be loaded after our fonts are known. Idempotent."""
    others = {name: found for name, made in MADE_FOR.items() if (found := version(name)).partition(".")[0] != made}
    if others:
        log.warning("no patches for %s: printing is slower, and languages are not tagged", others)
        return
    tag_language.speak_languages()
    svg_reuse.draw_once()
    svg_paths.read_at_once()
    html_patterns.keep_patterns()
