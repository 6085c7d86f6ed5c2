"""`umpire serve GAME...`: the table in a browser, a secret link for each seat; with
`--folder` all games of a folder, and a lobby in which the judge begins others; with
`--author` a pack of one's own to be edited there."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from interpreter.app.invitations import HOST
from interpreter.app.opening.games import POLICY, is_begun
from interpreter.app.ruleset import open_ruleset
from interpreter.cli.arguments import pairs
from interpreter.cli.parser import Parser
from interpreter.cli.terminal import Terminal
from interpreter.diagnostics import Unavailable, Unusable, UsageError
from interpreter.games.state import EVERYONE_NAME
from interpreter.reports.outputs.games import ServedLink, ServeOutput
from interpreter.reports.values import spaced
from interpreter.ruleset.finding import find_pack
from interpreter.values.types import JUDGE_NAME

if TYPE_CHECKING:
    from interpreter.app.invitations import Invitations
    from interpreter.web.author import ServedAuthors
    from interpreter.web.hosted import HostedFolder
    from interpreter.web.served import ServedGame, ServedGames

OUTPUT = ServeOutput
HERE, PORT = "127.0.0.1", "8700"
AUTHOR = "author"
"""What the link of a pack that is edited is called."""


def configure(parser: Parser) -> None:
    """Add the games, where they are served, and who is invited anew."""
    parser.add_argument("games", nargs="*", metavar="GAME", help="game files")
    parser.add_argument(
        "--author",
        metavar="OVERLAY",
        action="append",
        default=[],
        help="the folder of an overlay, or of another pack of yours, to be edited in "
        "the browser by one more link; may be repeated",
    )
    parser.add_argument(
        "--folder",
        metavar="DIR",
        help="serve all games of a folder, also those that come later, with a lobby in "
        "which you begin new ones; made if it is not there",
    )
    parser.add_argument(
        "--pack",
        metavar="PACK",
        action="append",
        default=[],
        help="begin a game of this ruleset in a file that is not there yet; with "
        "--folder, offer it in the lobby beside those that are installed, and may be "
        "repeated",
    )
    parser.add_argument("--scenario", metavar="NAME", help="the scenario of that game")
    parser.add_argument(
        "--seat",
        metavar="NAME=policy:NAME",
        action="append",
        default=[],
        help="a policy that plays a seat of that game; may be repeated",
    )
    parser.add_argument(
        "--host",
        metavar="ADDRESS",
        default=HERE,
        help=f"the address it listens to; without it {HERE}, this machine alone",
    )
    parser.add_argument(
        "--port", metavar="N", default=PORT, help=f"its port; without it {PORT}"
    )
    parser.add_argument(
        "--at",
        metavar="URL",
        help="what links begin with, if the table is behind a proxy, as "
        "https://table.example",
    )
    parser.add_argument(
        "--no-serve",
        action="store_true",
        help="only make the links; a table that is open goes by them at once",
    )
    parser.add_argument(
        "--invite",
        metavar="SEAT",
        action="append",
        default=[],
        help="end the links of a seat, of 'judge', 'everyone' or 'author', with "
        "--folder of 'host', and make another; may be repeated",
    )


def execute(arguments: Namespace, terminal: Terminal) -> int:
    """Print the links that are new, and serve until interrupted."""
    try:
        # imported late: a library of its own, and longer than most verbs take
        from interpreter.web import server
        from interpreter.web.author import ServedAuthors
        from interpreter.web.hosted import HostedFolder
        from interpreter.web.served import ServedGames
    except ImportError as error:
        hint = 'pip install "wargame-umpire[table]"'
        raise Unavailable("the table needs starlette and uvicorn", hint) from error
    is_port = arguments.port.isdecimal() and len(arguments.port) < 6
    if not is_port or not 0 < int(arguments.port) < 65536:
        raise UsageError("--port takes a number from 1 to 65,535")
    host, port = arguments.host, int(arguments.port)
    base = _base(arguments.at, host, port)
    authors = ServedAuthors(map(Path, arguments.author))
    hosted = None
    if arguments.folder is not None:
        hosted = HostedFolder(_folder(arguments), _packs(arguments), base)
        games = hosted.games
    else:
        begun = (arguments.games, arguments.pack, arguments.scenario, arguments.seat)
        if any(begun) or not arguments.author:
            _begin(arguments)
        games = ServedGames(map(Path, arguments.games))
        _check_seats(games, arguments.invite, has_author=bool(authors.every))
    at = None if arguments.no_serve else server.listening(host, port)
    if at is None and not arguments.no_serve:
        hint = "another program may have it; --port N takes another"
        raise Unavailable(f"{host}:{port} is not to be had", hint)
    # made as late as can be: a link is shown once, and never again
    links = _links(games, hosted, authors, base, arguments.invite)

    def tell() -> None:
        if arguments.json:
            terminal.show_json(ServeOutput(address=base, links=tuple(links)))
        else:
            terminal.show("\n".join(_lines(base, links, is_open=at is not None)))
        terminal.flush()

    if at is None:
        tell()
        return 0
    has_proxy = arguments.at is not None
    is_secure = base.startswith("https:")
    server.serve(
        games,
        at,
        tell,
        has_proxy=has_proxy,
        is_secure=is_secure,
        base=base,
        hosted=hosted,
        authors=authors,
    )
    return 0


def _links(
    games: ServedGames,
    hosted: HostedFolder | None,
    authors: ServedAuthors,
    base: str,
    again: list[str],
) -> list[ServedLink]:
    """Invite the host of a folder, or those who sit at games; then authors."""
    links: list[ServedLink] = []
    if hosted is not None:
        links += _links_of("", (HOST,), hosted.invitations, f"{base}/s", again)
    for name, game in games.every.items() if hosted is None else ():
        seats = _all_of(game)
        links += _links_of(name, seats, game.invitations, f"{base}/s", again)
    for author in authors.every.values():
        secrets = author.invitations
        links += _links_of(author.name, (AUTHOR,), secrets, f"{base}/a", again)
    return links


def _base(at: str | None, host: str, port: int) -> str:
    """Return what links begin with."""
    if at is None:
        if host in ("0.0.0.0", "::", ""):
            hint = "write --at http://NAME:PORT, as others reach this machine"
            raise UsageError("links need an address that others can open", hint)
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
    refused = UsageError("--at takes no more than a scheme and a host", "https://HOST")
    try:
        parts = urlsplit(at)
        is_whole = parts.scheme in ("http", "https") and bool(parts.hostname)
        is_whole = is_whole and parts.port != 0  # asking for it checks it
    except ValueError:
        raise refused from None
    if not is_whole or parts.path.strip("/") or parts.query or parts.fragment:
        raise refused
    return f"{parts.scheme}://{parts.netloc}"


def _begin(arguments: Namespace) -> None:
    """Begin the one game that is not there yet, if it is said of what."""
    if not arguments.games:
        hint = "umpire serve GAME, or with --folder DIR or --author OVERLAY"
        raise UsageError("neither a game nor a folder is named", hint)
    if len(arguments.pack) > 1:
        raise UsageError("--pack is given twice", "a game is of one ruleset")
    pack = next(iter(arguments.pack), "")
    said = (pack, arguments.scenario)
    new = [Path(game) for game in arguments.games if not is_begun(Path(game))]
    if (any(said) and not all(said)) or (arguments.seat and not any(said)):
        raise UsageError("a game is begun by --pack and --scenario together")
    if not any(said) or not new:
        return  # those that there are go on, whatever they were begun by
    if len(new) > 1:
        raise UsageError("--pack and --scenario begin one game, not several")
    policies = {}
    for seat, who in pairs(arguments.seat, "--seat").items():
        kind, _, policy = who.partition(":")
        if kind != POLICY or not policy:
            hint = f"write --seat {seat}=policy:NAME; people take their links"
            raise UsageError(f"'{who}' is no policy", hint)
        policies[seat] = policy
    open_ruleset(pack).new_game(arguments.scenario, new[0], policies=policies)


def _folder(arguments: Namespace) -> Path:
    """Return the folder that is served, which is made if it is not there."""
    for what, is_given in (
        ("GAME", bool(arguments.games)),
        ("--scenario", arguments.scenario is not None),
        ("--seat", bool(arguments.seat)),
    ):
        if is_given:
            hint = "games of a folder are begun in its lobby"
            raise UsageError(f"--folder and {what} exclude each other", hint)
    for seat in arguments.invite:
        if seat != HOST and not (seat == AUTHOR and arguments.author):
            hint = f"--invite {HOST}; links of seats are made in the lobby"
            raise UsageError(f"a folder has no seat '{seat}'", hint)
    folder = Path(arguments.folder)
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "not a path"
        raise Unusable(f"'{folder}' cannot be a folder of games: {why}") from None
    return folder


def _packs(arguments: Namespace) -> tuple[Path, ...]:
    """Return the folders of packs that are offered beside those that are installed."""
    return tuple(map(find_pack, arguments.pack))


def _check_seats(games: ServedGames, again: list[str], *, has_author: bool) -> None:
    """Raise UsageError for a seat to be invited that a game does not have."""
    if has_author:
        again = [seat for seat in again if seat != AUTHOR]
    if again and not games.every:
        hint = f"'--invite {AUTHOR}' makes another link of a pack"
        raise UsageError(f"there is no game with a seat '{again[0]}'", hint)
    for game in games.every.values():
        seats = _all_of(game)
        for seat in again:
            if seat not in seats:
                hint = f"there are: {', '.join(seats)}"
                raise UsageError(f"no seat of '{game.name}' is called '{seat}'", hint)


def _all_of(game: ServedGame) -> tuple[str, ...]:
    return (*game.seats, JUDGE_NAME, EVERYONE_NAME)


def _links_of(
    game: str, seats: Iterable[str], links: Invitations, base: str, again: list[str]
) -> list[ServedLink]:
    """Invite who has no link, and those who are to have another; links begin with
    `base`."""
    found = []
    for seat in seats:
        link = ""
        if seat in again:
            links.withdraw(seat)
        if seat not in links.seats:
            link = f"{base}/{links.invite(seat)}"
        found.append(ServedLink(game=game, seat=seat, link=link))
    return found


def _lines(base: str, links: list[ServedLink], *, is_open: bool) -> list[str]:
    lines = [f"The table is open at {base}; Ctrl-C closes it."] if is_open else []
    for name in dict.fromkeys(link.game for link in links):
        head = f"{spaced(name)}:" if name else "lobby:"
        lines += [*([""] if lines else []), head]
        for each in (link for link in links if link.game == name):
            told = each.link or f"has its link; --invite {each.seat} makes another"
            if is_open and each.seat == HOST and not each.link:
                # imported late: the table is an extra
                from interpreter.web.admission import LOBBY

                place = f"{base}{LOBBY}, in the browser that opened its link"
                told = f"{place}; --invite {HOST} makes another"
            lines.append(f"  {spaced(each.seat)}: {told}")
    if any(link.link for link in links):
        lines += ["", "Each link is for one person, and is shown this once."]
    return lines
