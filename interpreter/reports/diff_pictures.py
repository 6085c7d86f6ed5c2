"""What comes of a change of rules, as a picture."""

from interpreter.maps.plots import PairGroup, pairs_picture
from interpreter.reports.colour import clean
from interpreter.reports.diffs import DiffReport
from interpreter.reports.sweep_pictures import pairs_of

MOST = 12  # examples that are drawn


def diff_picture(report: DiffReport) -> str:
    """Return the odds of each example before and after, one group below the other;
    where nothing differs the picture says so."""
    groups: list[PairGroup] = []
    for effect in report.effects:
        if effect.compared is not None:
            pairs, numbers = pairs_of(effect.compared, effect.compared.statistics())
            groups.append(PairGroup(clean(effect.title), tuple(pairs), tuple(numbers)))
    foot = [f"{len(report.changes)} places are written otherwise"]
    if len(groups) > MOST:
        foot.append(f"and {len(groups) - MOST} more examples, which are not drawn")
    if not groups:
        foot.append("nothing that was tried comes out otherwise")
    title = clean(f"{report.names[0]} -> {report.names[1]}")
    return pairs_picture(title, report.names[::-1], groups[:MOST], foot)
