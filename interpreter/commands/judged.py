"""What a judge at the keys is shown beside his question: all at first, then what is
new. Who knows what of it `umpire view --as judge` tells.
"""

from collections.abc import Iterator
from dataclasses import replace

from interpreter.commands.games import Opened
from interpreter.games.course import Course
from interpreter.games.seeing import views_of
from interpreter.reporting.claims import told_text
from interpreter.reporting.judging import Truth, truth_view
from interpreter.reporting.knowing import sees_text
from interpreter.reporting.news import news_text
from interpreter.running.labels import labels_in
from interpreter.running.views import knowing


def truth(found: Opened, course: Course) -> Truth:
    """Return all that is there, and who knows what of it."""
    declared, name = found.beginning.program.declared, found.beginning.seat_name
    views = views_of(course, course.world)
    known = knowing(declared, course.world, views)
    named = {key: tuple(map(name, seats)) for key, seats in known.items()}
    edge = found.session.edge
    labels = labels_in(declared, course.world, found.beginning.masks)
    return Truth(declared, course.world, edge, named, tuple(views.values()), labels)


class Judged:
    """Remembers what the judge was shown last."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.before: Truth | None = None
        self.sketch = ""

    def shown(self, found: Opened, course: Course) -> Iterator[str]:
        """Yield what the judge did not see yet, and the map where it changed."""
        before, now = self.before, truth(found, course)
        self.before = now
        if before is None:
            yield "\n".join([sees_text(truth_view(now)), *told_text(now.views)])
        elif news := _news(before, now):
            yield news
        sketch = _sketch(now)
        if sketch != self.sketch:
            yield f"\n{sketch}\n"
        self.sketch = sketch


def _news(before: Truth, now: Truth) -> str:
    """Return what is otherwise than before, and what seats were told since."""
    said = [news_text(truth_view(before), truth_view(now))]
    known = {each.seat: each for each in before.views}
    for each in now.views:
        old = known.get(each.seat, replace(each, claims=()))
        said.append(news_text(replace(old, things=()), replace(each, things=())))
    return "\n".join(filter(None, said))


def _sketch(now: Truth) -> str:
    """Return the map; drawing is imported only where there are boards."""
    if not truth_view(now).charts:
        return ""
    from interpreter.drawing.grid import sketch
    from interpreter.reporting.maps import plans_of_truth

    return sketch(plans_of_truth(now))
