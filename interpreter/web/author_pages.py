"""HTML of what `app` knows of a pack for its author, and what the address of such a
page asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import replace
from starlette.datastructures import QueryParams

from interpreter.app.authoring.author_desk import AuthorDesk, AuthorView
from interpreter.app.authoring.author_readings import (
    AuthorExample,
    AuthorReading,
    ExampleStart,
)
from interpreter.app.authoring.authored_files import AuthoredText
from interpreter.app.authoring.form_edits import TableForm
from interpreter.reports.outputs.checks import ProblemOutput
from interpreter.web.pages import NOTHING_GIVEN, Form, Notice, html_of, picture_in

OPTIONS = "options"
ARGUMENT = "with."
"""How the field of an argument begins, before its name."""
MOST_QUERY = 4000
SECTION_TITLES: Mapping[str, str] = {
    "entry_points": "Entry points",
    "tables": "Rolls on tables",
    "procedures": "Procedures",
}


class AuthorQuery(Struct, frozen=True):
    """What the address of an author's page asks for: the file that is edited, or the
    form (`options`, or the section and name of a table), the example, and the scenario
    of the map."""

    file: str = ""
    form: str = ""
    run: str = ""
    scenario: str = ""
    policy: str = ""
    map: str = ""
    arguments: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, params: QueryParams) -> AuthorQuery:
        """Return what an address asks for; of a field given twice, the last."""
        names = ("file", "form", "run", "scenario", "policy", "map")
        given = {name: params.get(name, "")[:MOST_QUERY] for name in names}
        arguments = tuple(
            (name.removeprefix(ARGUMENT), value[:MOST_QUERY])
            for name, value in params.items()
            if name.startswith(ARGUMENT) and value.strip()
        )
        return cls(**given, arguments=arguments)

    @property
    def text(self) -> str:
        """The query of the address."""
        names = ("file", "form", "run", "scenario", "policy", "map")
        pairs = [(name, getattr(self, name)) for name in names]
        pairs += [(ARGUMENT + name, value) for name, value in self.arguments]
        return urlencode([pair for pair in pairs if pair[1]])

    def seeing(self, file: str = "", form: str = "") -> str:
        """Return the query with another file or form, or with neither."""
        return replace(self, file=file, form=form).text

    def start(self, reading: AuthorReading | None) -> ExampleStart | None:
        """Return what is to be run, None where nothing or nothing known is chosen."""
        starts = () if reading is None else reading.starts
        return next((start for start in starts if start.name == self.run), None)

    def example(self, reading: AuthorReading | None) -> AuthorExample | None:
        """Return the example with the arguments that it takes; None where it is not
        said whole."""
        start = self.start(reading)
        if start is None or self.missing(start):
            return None
        taken = {argument.name for argument in start.takes}
        given = tuple(pair for pair in self.arguments if pair[0] in taken)
        return AuthorExample(self.run, self.scenario, self.policy, given)

    def missing(self, start: ExampleStart) -> tuple[str, ...]:
        """Return the names of arguments that must be given, and are not."""
        given = {name for name, _ in self.arguments}
        return tuple(
            argument.name
            for argument in start.takes
            if not argument.default and argument.name not in given
        )


class GivenText(Struct, frozen=True):
    """A text that was not saved, because the file says something else by now."""

    text: str
    there: AuthoredText


class FileLink(Struct, frozen=True):
    """A file in the list: how to open it, and how many errors, warnings and notes are
    in it."""

    path: str
    query: str
    counts: str


def author_page(
    name: str,
    desk: AuthorDesk,
    query: AuthorQuery,
    view: AuthorView,
    *,
    notice: Notice | None = None,
    unsaved: GivenText | None = None,
    given: Form = NOTHING_GIVEN,
) -> str:
    """Return the page of an author's pack: what is known of it now, the file or form
    that is edited, and the example.

    `unsaved` is a text that was not saved, `given` what was written into a form that
    was refused; both stand in the page again.
    """
    reading = view.reading
    paths = desk.files.paths()
    problems = _by_path(desk, paths, reading)
    text = desk.files.read(query.file) if query.file in paths else None
    start = query.start(reading)
    arguments = dict(query.arguments)
    ids = {} if reading is None else reading.ids.get(query.scenario, {})
    return html_of(
        "author.html",
        name=name,
        query=query,
        view=view,
        reading=reading,
        notice=notice,
        unsaved=unsaved,
        given=given,
        files=[
            FileLink(path, query.seeing(file=path), _counts(problems.get(path, ())))
            for path in paths
        ],
        text=text,
        problems=problems.get(query.file, ()) if text is not None else (),
        elsewhere=problems.get("", ()),
        form=_form(query, reading),
        options=query.form == OPTIONS,
        starts=_grouped(reading),
        start=start,
        missing=() if start is None else query.missing(start),
        arguments=arguments,
        ids=ids,
        saved=desk.files.last_saved,
        odds=picture_in(view.odds.picture, "odds")
        if view.odds is not None and view.odds.picture
        else "",
        map=picture_in(view.map, "board") if view.map else "",
        may_refresh=view.is_working and not query.file and not query.form,
    )


def _form(query: AuthorQuery, reading: AuthorReading | None) -> TableForm | None:
    forms = () if reading is None else reading.tables
    section, _, name = query.form.partition(".")
    return next((f for f in forms if (f.section, f.name) == (section, name)), None)


def _grouped(
    reading: AuthorReading | None,
) -> list[tuple[str, list[ExampleStart]]]:
    """Return what can be run by the section that declares it."""
    groups: dict[str, list[ExampleStart]] = {}
    for start in () if reading is None else reading.starts:
        title = SECTION_TITLES.get(start.section, start.section)
        groups.setdefault(title, []).append(start)
    return list(groups.items())


def _by_path(
    desk: AuthorDesk, paths: Sequence[str], reading: AuthorReading | None
) -> Mapping[str, Sequence[ProblemOutput]]:
    """Return the problems of each file of the pack by its path; "" has those of other
    packs, and of what is no file that can be edited."""
    own = {str(desk.files.folder / path): path for path in paths}
    by_path: dict[str, list[ProblemOutput]] = {}
    for problem in () if reading is None else reading.problems:
        path = own.get(problem.file, "")
        if path or problem.severity == "error":
            by_path.setdefault(path, []).append(problem)
    return by_path


def _counts(problems: Sequence[ProblemOutput]) -> str:
    """Return `2 errors, 1 note`, or ""."""
    parts = []
    for severity in ("error", "warning", "note"):
        count = sum(problem.severity == severity for problem in problems)
        if count:
            parts.append(f"{count} {severity}{'' if count == 1 else 's'}")
    return ", ".join(parts)
