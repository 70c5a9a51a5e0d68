"""Makes `refsvc/search/lemmas/<language>.txt`: the forms of every word that the reference says or the synonyms name.

    python3 -m venv FOLDER && FOLDER/bin/pip install simplemma     # for this alone: the project doesn't depend on it
    PYTHONPATH=$(echo FOLDER/lib/python3*/site-packages) .venv/bin/python translations/make_lemmas.py

To be done anew when many words have come in: one that a table doesn't know is still found by what is left of it without
its ending (`refsvc/search/words.toml`). A line is what all forms of a word begin with, then the end of each; the
lemma’s comes first.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

from simplemma.strategies.dictionaries.dictionary_factory import DefaultDictionaryFactory

from engine import GAMES
from engine.core.synonyms import load_families
from refsvc.config import LANGUAGES
from refsvc.i18n.folding import fold
from refsvc.i18n.synonyms import synonyms
from refsvc.search.words import HOME, WORD
from refsvc.web.sitemap import SITE


def texts(language: str) -> Iterator[str]:
    """All that is said in a language: in the reference, by synonyms, in the families of words."""
    for document in SITE.documents(language):
        yield from (document.title, document.text, document.names, document.questions, document.chapter)
    for game in ("", *GAMES):
        for one in synonyms(game):
            yield from (*one.words(language), *one.says.get(language, ()))
    yield from load_families().get(language, ())


def table(said: Mapping[str, int], forms: Mapping[str, str]) -> str:
    """The lines of a language, of how often each word is said and the lemma of each form that a dictionary has."""
    weights: Counter[str] = Counter()
    for word, times in said.items():
        weights[forms.get(word, word)] += times
    best: dict[str, tuple[int, int, str]] = {}  # of each folded form: how often it and its lemma are said, the lemma
    for form, listed in forms.items():
        lemma = verb(listed, weights)
        if lemma in weights and WORD.fullmatch(form):
            one = (said.get(form, 0), weights[lemma], fold(lemma))
            best[fold(form)] = max(best.get(fold(form), one), one)
    ends: dict[str, set[str]] = defaultdict(set)
    for form, (_, _, lemma) in best.items():
        ends[lemma].add(form)
    return "".join(line(lemma, found) for lemma, found in sorted(ends.items()))


def verb(lemma: str, said: Mapping[str, int]) -> str:
    """A French participle that a dictionary has as a word of its own goes with its verb, if that is said too."""
    whole = lemma.removesuffix("é") + "er"
    return whole if lemma.endswith("é") and whole in said else lemma


def line(lemma: str, forms: Iterable[str]) -> str:
    """What all forms begin with, the end of the lemma, and the ends of the others."""
    others = sorted({*forms} - {lemma})
    start = os.path.commonprefix([lemma, *others])  # noqa: RUF071  # by letters is what is wanted
    return ",".join([start, *(form[len(start) :] for form in (lemma, *others))]) + "\n"


def main() -> None:
    """Write the tables."""
    factory = DefaultDictionaryFactory()
    for language in LANGUAGES:
        listed = factory.get_dictionary(language)
        forms = {form: listed[form].casefold() for form in listed if form.islower()}
        said = Counter(word for text in texts(language) for word in WORD.findall(text.casefold()))
        (HOME / "lemmas" / f"{language}.txt").write_text(table(said, forms), "utf-8")


if __name__ == "__main__":
    main()
