"""Runs the long jobs and writes REPORT.md: `python -m tests.long [JOB...] [--seed N]`.

Each batch that ends is noted in `.state.json`, so that a job which was interrupted goes
on where it stopped; it begins anew when the tree or the seed is another. The report
says of each job at which commit it was run last; the section of a job that is not run
stays as it stands in the file. How far it is, and how long it still takes, is said on
stderr.
Exit code 0 when all is well, 1 when a batch found a fault or broke off, 130 when
interrupted.
"""

import argparse
import hashlib
import json
import multiprocessing
import os
import re
import subprocess
import sys
from collections.abc import Collection
from concurrent.futures import ProcessPoolExecutor, as_completed
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.long.jobs import JOBS, Job, Result, batch, deaf
from tests.long.progress import Progress
from tests.trial import ROOT

STATE = Path(__file__).with_name(".state.json")
REPORT = Path(__file__).with_name("REPORT.md")
SOURCES = ("interpreter", "rulesets", "schemas", "tests")

State = dict[str, Any]


def sources() -> list[Path]:
    """Return every file on which results depend."""
    found = [file for folder in SOURCES for file in sorted((ROOT / folder).rglob("*"))]
    return [
        file
        for file in found
        if file.is_file()
        and "__pycache__" not in file.parts
        and file not in (STATE, REPORT)
    ]


def tree() -> str:
    """Return a digest of every file on which results depend."""
    digest = hashlib.sha256()
    for file in sources():
        digest.update(f"{file.relative_to(ROOT)}\0".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def commit() -> str:
    """Return the commit, and whether the sources differ from it."""
    if not (head := git("rev-parse", "--short=12", "HEAD")):
        return "no commit"
    own = f":(exclude){REPORT.relative_to(ROOT)}"
    changed = git("status", "--porcelain", "--", *SOURCES, own)
    return f"{head} and changes that are not committed" if changed else head


def git(*words: str) -> str:
    """Return what git says, "" where it cannot be asked."""
    try:
        return subprocess.run(
            ("git", *words), cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def load(seed: int) -> State:
    """Return what was done of each job with this seed."""
    fresh: State = {"seed": seed, "jobs": {}}
    try:
        state: State = json.loads(STATE.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return fresh
    return state if state.get("seed") == seed else fresh


def begin(state: State, jobs: list[Job]) -> None:
    """Forget what was done of these jobs on another tree."""
    now = tree()
    for job in jobs:
        if state["jobs"].get(job.name, {}).get("tree") != now:
            here = {"tree": now, "commit": commit(), "of": job.batches()}
            state["jobs"][job.name] = here | {"done": {}, "broken": {}}


def done_of(state: State, job: Job) -> dict[str, Result]:
    """Return the results of a job by the number of the batch."""
    found: dict[str, Result] = state["jobs"].get(job.name, {}).get("done", {})
    return found


def save(state: State) -> None:
    """Write the state so that a kill leaves the old one or the new one."""
    part = STATE.with_suffix(".part")
    part.write_text(json.dumps(state), encoding="utf-8")
    part.replace(STATE)


def left_of(state: State, job: Job) -> list[int]:
    """Return the numbers of the batches of a job that are not done."""
    done = done_of(state, job)
    return [index for index in range(job.batches()) if str(index) not in done]


def broken_of(state: State, job: Job) -> dict[str, str]:
    """Return what ended the batches of a job that broke off, by their numbers."""
    broken: dict[str, str] = state["jobs"].get(job.name, {}).setdefault("broken", {})
    return broken


def work(job: Job, state: State, seed: int, workers: int, progress: Progress) -> None:
    """Do the batches of a job that are not done."""
    done, broken = done_of(state, job), broken_of(state, job)
    left = left_of(state, job)
    known = state["jobs"][job.name]
    if not left:
        return
    fresh = multiprocessing.get_context("spawn")  # memory is measured from nothing
    pool = ProcessPoolExecutor(workers, fresh, deaf, max_tasks_per_child=1)
    with pool:
        waiting = {pool.submit(batch, job.name, index, seed): index for index in left}
        try:
            for future in as_completed(waiting):
                index = waiting[future]
                try:
                    done[str(index)] = future.result()
                    broken.pop(str(index), None)
                except Exception as error:
                    broken[str(index)] = repr(error)
                known["date"] = f"{datetime.now(UTC):%Y-%m-%d %H:%M}"
                save(state)
                faults = len(faults_of(state, job))
                says = f"{len(done)} of {known['of']}, {faults} faults"
                progress.tell(job.name, says)
        except KeyboardInterrupt:
            deaf()  # once is enough: a second one would only spoil the end
            pool.shutdown(wait=False, cancel_futures=True)
            for process in multiprocessing.active_children():
                process.kill()
            raise


def faults_of(state: State, job: Job) -> list[str]:
    """Return the faults that the batches of a job brought to light, and which broke
    off."""
    results = done_of(state, job).values()
    broken = broken_of(state, job).items()
    faults = [fault for result in results for fault in result.get("faults", ())]
    return [*faults, *(f"batch {index} broke off: {why}" for index, why in broken)]


def standing(text: str) -> dict[str, str]:
    """Return the sections of a report by the names of their jobs."""
    names = "|".join(re.escape(job.name) for job in JOBS)
    _, *found = re.split(rf"^## ({names})\n", text, flags=re.MULTILINE)
    return {
        name: section.strip("\n")
        for name, section in zip(found[::2], found[1::2], strict=True)
    }


def report(state: State, ran: Collection[str], before: str = "") -> str:
    """Return the report as Markdown: of the jobs that ran what was done, of the others
    their sections of the report `before`, else what was done of them earlier."""
    kept = standing(before)
    lines = [
        "# Report of the long jobs",
        "",
        "Written by `tools/check --long`; not to be edited.",
        "",
        "A section says at which commit its job was run last.",
    ]
    for job in JOBS:
        if job.name not in ran and job.name in kept:
            lines += ["", f"## {job.name}", "", kept[job.name]]
        elif (own := done_of(state, job)) or broken_of(state, job):
            lines += ["", f"## {job.name}", "", *_section(state, job, own)]
    return "\n".join(lines) + "\n"


def _section(state: State, job: Job, own: dict[str, Result]) -> list[str]:
    """Return the section of a job: its batches, what they sum up to, and faults."""
    known = state["jobs"][job.name]
    results = [own[index] for index in sorted(own, key=int)]
    done = f"Batches: {len(results)} of {known['of']}"
    where = f"at commit {known['commit']} (tree {known['tree'][:16]})"
    how = f"seed {state['seed']}, Python {sys.version.split()[0]}"
    lines = [f"{done}, {where}, {known['date']} UTC, {how}.", ""]
    lines += job.summary(results) if results else ["No batch came to its end."]
    for fault in faults_of(state, job)[:20]:
        lines += ["", "```", *fault.replace("```", "'''").splitlines(), "```"]
    return lines


def main() -> int:
    """Run the jobs wanted and write the report; return the exit code."""
    names = [job.name for job in JOBS]
    parser = argparse.ArgumentParser(prog="python -m tests.long")
    parser.add_argument("job", nargs="*", help=f"only these: {', '.join(names)}")
    parser.add_argument("--seed", type=int, default=1, help="1 when not given")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    if unknown := [each for each in given.job if each not in names]:
        parser.error(f"no job '{unknown[0]}'; there are: {', '.join(names)}")
    jobs = [job for job in JOBS if job.name in (given.job or names)]
    state = load(given.seed)
    begin(state, jobs)
    try:
        left = {job.name: len(left_of(state, job)) for job in jobs}
        seconds = {job.name: job.seconds for job in jobs}
        progress = Progress(left, seconds, given.workers)
        for job in jobs:
            work(job, state, given.seed, given.workers, progress)
    except KeyboardInterrupt:
        print("interrupted: the next run goes on from here", file=sys.stderr)
        return 130
    before = REPORT.read_text(encoding="utf-8") if REPORT.exists() else ""
    ran = [job.name for job in jobs]
    REPORT.write_text(report(state, ran, before), encoding="utf-8")
    found = [fault for job in jobs for fault in faults_of(state, job)]
    print(f"{REPORT.relative_to(ROOT)}: {len(found)} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
