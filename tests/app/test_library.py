"""The library: what is installed, what is refused, and what is left on the disk."""

import gzip
import io
import os
import shutil
import stat
import struct
import tarfile
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from warnings import catch_warnings, simplefilter

import pytest

from interpreter import NoPack, UnknownName, Unusable, UsageError, open_ruleset
from interpreter.app.library.archive_paths import DEEPEST
from interpreter.app.library.archives import ARCHIVE, MEMBER, MEMBERS
from interpreter.app.library.installing import (
    install_pack,
    packs_on,
    uninstall_pack,
)
from interpreter.app.library.shelf import RECORD, library, notes_on
from interpreter.cli.main import main
from interpreter.diagnostics import LimitExceeded, UmpireError
from interpreter.ruleset.finding import library_root

HELLO = b"""name: Hello There
title: Hello, weather
version: 1.2
licence: CC BY 4.0
credits: Ann
source: a page
tables:
  weather: {of: 2d6, gives: [rain, sun], rows: {2-8: rain, 9+: sun}}
"""
OVER = b"""name: over
extends: hello there
change:
  tables.weather.rows.9+: {expect: sun, to: rain}
"""


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library of its own for each test, and a folder to work in."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path / "data"


def on_disk() -> list[str]:
    """Return every file of the library, by its path in it."""
    root = library_root()
    assert root is not None
    files = (path for path in root.rglob("*") if path.is_file())
    return sorted(path.relative_to(root).as_posix() for path in files)


def folder_of(name: str, text: bytes = HELLO) -> str:
    """Write a pack of one file."""
    Path(name).mkdir(exist_ok=True)
    (Path(name) / "ruleset.yaml").write_bytes(text)
    return name


# --- archives ---

Entry = tuple[str, bytes]


def zipped(
    *entries: Entry | zipfile.ZipInfo, method: int = zipfile.ZIP_DEFLATED
) -> str:
    """Write a .zip with entries as they are given, also twice."""
    with catch_warnings(), zipfile.ZipFile("it.zip", "w", method) as archive:
        simplefilter("ignore")  # two entries of one name
        for entry in entries:
            if isinstance(entry, zipfile.ZipInfo):
                archive.writestr(entry, b"target")
            else:
                archive.writestr(*entry)
    return "it.zip"


def tarred(*entries: Entry | tarfile.TarInfo, **more: int) -> str:
    """Write a .tar.gz with entries as they are given."""
    with tarfile.open("it.tar.gz", "w:gz", **more) as archive:  # type: ignore[call-overload]
        for entry in entries:
            if isinstance(entry, tarfile.TarInfo):
                archive.addfile(entry)
            else:
                info = tarfile.TarInfo(entry[0])
                info.size = len(entry[1])
                archive.addfile(info, io.BytesIO(entry[1]))
    return "it.tar.gz"


def raw(name: str, data: bytes) -> str:
    """Write a file."""
    Path(name).write_bytes(data)
    return name


def changed(source: str, old: bytes, new: bytes) -> str:
    """Change bytes of an archive."""
    data = Path(source).read_bytes()
    assert old in data
    return raw(source, data.replace(old, new))


def zip_kind(name: str, mode: int) -> zipfile.ZipInfo:
    """Return an entry of a .zip that is a link or a device on Unix."""
    info = zipfile.ZipInfo(name)
    info.create_system = 3
    info.external_attr = (mode | 0o644) << 16
    return info


def tar_kind(name: str, kind: bytes, link: str = "") -> tarfile.TarInfo:
    """Return an entry of a .tar of another kind."""
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, link
    return info


def encrypted() -> str:
    """A .zip whose entries say that they are encrypted."""
    data = bytearray(Path(zipped(HEAD)).read_bytes())
    data[6] |= 1
    data[data.index(b"PK\1\2") + 8] |= 1
    return raw("it.zip", bytes(data))


def lying() -> str:
    """A .zip whose entry says that it is small."""
    data = bytearray(Path(zipped(HEAD, ("a.md", b"0" * 9_000_000))).read_bytes())
    at = data.rindex(b"PK\1\2")
    data[at + 24 : at + 28] = struct.pack("<L", 10)
    local = data.index(b"PK\3\4", 4)
    data[local + 22 : local + 26] = struct.pack("<L", 10)
    return raw("it.zip", bytes(data))


def gzipped(data: bytes) -> str:
    """A .tar.gz of any bytes."""
    return raw("it.tar.gz", gzip.compress(data))


def tar_header(size: bytes, kind: bytes = b"0") -> bytes:
    """A header of a .tar whose size is as it is given."""
    info = tarfile.TarInfo("ruleset.yaml")
    block = bytearray(info.tobuf(tarfile.USTAR_FORMAT))
    block[124:136] = size.ljust(12, b"\0")
    block[156:157] = kind
    block[148:156] = b" " * 8
    block[148:156] = b"%06o\0 " % sum(block)
    return bytes(block)


def pax(content: bytes) -> bytes:
    """A .tar with an extended header."""
    size = b"%011o" % len(content)
    body = content.ljust(-(-len(content) // 512) * 512, b"\0")
    return tar_header(size, b"x") + body + tar_header(b"%011o" % 0) + bytes(1024)


HEAD: Entry = ("hello/ruleset.yaml", HELLO)
BIG = b"\0" * (MEMBER + 1)
DEEP = "/".join("d" * (DEEPEST + 2))
SAME = "e\u0301.md", "\u00e9.md"

HOSTILE: dict[str, tuple[Callable[[], str], int, str]] = {
    # paths
    "zip out of it": (lambda: zipped(HEAD, ("../a.md", b"")), 3, "out of"),
    "tar out of it": (lambda: tarred(HEAD, ("../a.md", b"")), 3, "out of"),
    "zip out in the middle": (lambda: zipped(HEAD, ("a/../../b.md", b"")), 3, "out of"),
    "zip absolute": (lambda: zipped(HEAD, ("/etc/a.md", b"")), 3, "absolute"),
    "tar absolute": (lambda: tarred(HEAD, ("/etc/a.md", b"")), 3, "absolute"),
    "zip drive": (lambda: zipped(HEAD, ("c:/a.md", b"")), 3, "with ':'"),
    "zip backslash": (lambda: zipped(HEAD, ("a\\..\\b.md", b"")), 3, "with '\\'"),
    "tar backslash": (lambda: tarred(HEAD, ("..\\b.md", b"")), 3, "with '\\'"),
    "zip device": (lambda: zipped(HEAD, ("hello/con.md", b"")), 3, "device"),
    "zip stream": (lambda: zipped(HEAD, ("a.md:b", b"")), 3, "with ':'"),
    "tar new line": (lambda: tarred(HEAD, ("a\nb.md", b"")), 3, "cannot be seen"),
    "tar turned": (lambda: tarred(HEAD, ("a\u202eb.md", b"")), 3, "cannot be seen"),
    "zip blank at the end": (lambda: zipped(HEAD, ("a.md ", b"")), 3, "at the end"),
    "zip empty name": (lambda: zipped(HEAD, ("a//b.md", b"")), 3, "empty name"),
    "zip deep": (lambda: zipped(HEAD, (f"{DEEP}/a.md", b"")), 4, "in each other"),
    "tar deep": (lambda: tarred(HEAD, (f"{DEEP}/a.md", b"")), 4, "in each other"),
    "zip long": (lambda: zipped(HEAD, ("a" * 3000 + ".md", b"")), 4, "characters"),
    "tar long": (lambda: tarred(HEAD, ("a" * 3000 + ".md", b"")), 4, "characters"),
    # names
    "zip twice": (lambda: zipped(HEAD, HEAD), 3, "twice"),
    "tar twice": (lambda: tarred(HEAD, HEAD), 3, "twice"),
    "zip case": (lambda: zipped(HEAD, ("a.md", b""), ("A.md", b"")), 3, "the same as"),
    "tar case of folders": (
        lambda: tarred(HEAD, ("Hello/a.md", b"")),
        3,
        "the same as",
    ),
    "tar two spellings": (
        lambda: tarred(HEAD, *((name, b"") for name in SAME)),
        3,
        "the same as",
    ),
    "tar file and folder": (
        lambda: tarred(HEAD, ("a.md", b""), ("a.md/b.md", b"")),
        3,
        "both a file and a folder",
    ),
    # kinds
    "zip link": (lambda: zipped(HEAD, zip_kind("a.md", stat.S_IFLNK)), 3, "a link"),
    "zip pipe": (lambda: zipped(HEAD, zip_kind("a.md", stat.S_IFIFO)), 3, "a link"),
    "tar link": (
        lambda: tarred(HEAD, tar_kind("a.md", tarfile.SYMTYPE, "/etc/passwd")),
        3,
        "a link",
    ),
    "tar hard link": (
        lambda: tarred(HEAD, tar_kind("a.md", tarfile.LNKTYPE, "hello/ruleset.yaml")),
        3,
        "a link",
    ),
    "tar pipe": (lambda: tarred(HEAD, tar_kind("a", tarfile.FIFOTYPE)), 3, "device"),
    "tar device": (lambda: tarred(HEAD, tar_kind("a", tarfile.CHRTYPE)), 3, "device"),
    "zip yml": (lambda: zipped(HEAD, ("hello/a.yml", b"")), 3, ".yaml"),
    # sizes
    "zip large file": (lambda: zipped(HEAD, ("a.md", BIG)), 4, "bytes of"),
    "tar large file": (
        lambda: tarred(HEAD, ("a.md", os.urandom(MEMBER + 1))),
        4,
        "bytes of",
    ),
    "zip bomb": (
        lambda: zipped(HEAD, ("a.md", b"\0" * (MEMBER - 1))),
        4,
        "each stored byte",
    ),
    "zip large in all": (
        lambda: zipped(HEAD, *((f"{n}.md", os.urandom(1_900_000)) for n in range(12))),
        4,
        "bytes",
    ),
    "zip that lies": (lying, 3, "damaged"),
    "gzip bomb": (lambda: gzipped(bytes(200_000_000)), 4, "bytes"),
    "gzip bomb of two parts": (
        lambda: raw("it.tar.gz", gzip.compress(bytes(1024)) * 2),
        3,
        "after its end",
    ),
    "large archive": (lambda: raw("it.zip", b"PK\3\4" + bytes(ARCHIVE)), 4, "bytes of"),
    "zip of many": (
        lambda: zipped(HEAD, *((f"{n}.md", b"") for n in range(MEMBERS + 1))),
        4,
        "files and folders",
    ),
    "tar of many": (
        lambda: tarred(HEAD, *((f"{n}.md", b"") for n in range(MEMBERS + 1))),
        4,
        "files and folders",
    ),
    # forms
    "zip encrypted": (encrypted, 3, "encrypted"),
    "zip in another way": (
        lambda: zipped(HEAD, method=zipfile.ZIP_LZMA),
        3,
        "not read here",
    ),
    "zip cut off": (lambda: raw("it.zip", b"PK\3\4" + bytes(40)), 3, "damaged"),
    "zip other bytes": (
        lambda: changed(
            zipped(HEAD, method=zipfile.ZIP_STORED), HELLO[:9], b"xxxxxxxxx"
        ),
        3,
        "",
    ),
    "tar cut off": (
        lambda: raw("it.tar.gz", Path(tarred(HEAD)).read_bytes()[:80]),
        3,
        "too early",
    ),
    "tar negative size": (lambda: gzipped(tar_header(b"\xff" * 12)), 3, "no number"),
    "tar size past its end": (
        lambda: gzipped(tar_header(b"77777777777") + bytes(1024)),
        3,
        "too early",
    ),
    "tar other size": (lambda: gzipped(pax(b"11 size=-9\n")), 3, "damaged"),
    "tar sparse": (
        lambda: gzipped(pax(b"24 GNU.sparse.major=1\n")),
        3,
        "damaged",
    ),
    "tar chain of headers": (
        lambda: gzipped(
            b"".join(tar_header(b"%011o" % 0, b"x") for _ in range(1000)) + bytes(1024)
        ),
        3,
        "damaged",
    ),
    "no archive": (lambda: raw("it.zip", HELLO), 3, "no .zip"),
    "empty": (lambda: raw("it.zip", b""), 3, "no .zip"),
    # packs
    "two packs": (lambda: zipped(HEAD, ("b/ruleset.yaml", HELLO)), 3, "2 packs"),
    "no pack": (lambda: zipped(("a.md", b"")), 2, "no pack"),
    "a pack with an error": (
        lambda: zipped(("ruleset.yaml", HELLO.replace(b"9+", b"10+"))),
        3,
        "1 error",
    ),
    "no YAML": (lambda: zipped(("ruleset.yaml", b"a: [")), 3, "1 error"),
    "no UTF-8": (lambda: zipped(("ruleset.yaml", HELLO + b"# \xff\n")), 3, "error"),
    "a published name": (
        lambda: zipped(("ruleset.yaml", HELLO.replace(b"Hello There", b"Rencounter"))),
        3,
        "comes with the program",
    ),
    "a name that is a path": (
        lambda: zipped(("ruleset.yaml", HELLO.replace(b"Hello There", b"../over"))),
        3,
        "no name of a pack",
    ),
    "a base by a path": (
        lambda: zipped(("ruleset.yaml", OVER.replace(b"hello there", b"/etc/pack"))),
        3,
        "a path",
    ),
    "a base out of the library": (
        lambda: zipped(("ruleset.yaml", OVER.replace(b"hello there", b"../../a"))),
        3,
        "a path",
    ),
    "a base that is not installed": (
        lambda: zipped(("ruleset.yaml", OVER)),
        3,
        "1 error",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_sources(
    name: str, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each is refused with its exit code, in little time, and leaves nothing."""
    make, code, words = HOSTILE[name]
    source = make()
    before = sorted(tmp_path.rglob("*"))
    start = time.perf_counter()
    assert main(["install", source]) == code
    assert time.perf_counter() - start < 20
    told = capsys.readouterr()
    assert told.out == ""
    assert words in told.err
    assert "Traceback" not in told.err
    assert [path for path in data.rglob("*") if path != data] == []
    assert [path for path in sorted(tmp_path.rglob("*")) if path != data] == before


def test_links_of_a_folder_are_refused() -> None:
    """A folder may not bring in files from elsewhere."""
    folder_of("hello")
    os.symlink("/etc/passwd", "hello/a.md")
    with pytest.raises(Unusable, match="no ordinary file"):
        install_pack("hello")
    assert on_disk() == []


# --- what is installed ---


SOURCES: dict[str, Callable[[], str]] = {
    "folder": lambda: folder_of("hello"),
    "zip": lambda: zipped(HEAD, ("hello/", b"")),
    "zip without a folder": lambda: zipped(("ruleset.yaml", HELLO)),
    "tar": lambda: tarred(HEAD),
    "tar with dots": lambda: tarred(
        tar_kind("./", tarfile.DIRTYPE), ("./hello/ruleset.yaml", HELLO)
    ),
    "GNU tar": lambda: tarred(HEAD, format=tarfile.GNU_FORMAT),
}


@pytest.mark.parametrize("name", SOURCES)
def test_every_source_has_one_hash(name: str) -> None:
    """However it is packed: the same files, the same hash."""
    found = install_pack(SOURCES[name]())
    assert found.outcome == "installed"
    assert on_disk() == [f"hello-there/{RECORD}", "hello-there/ruleset.yaml"]
    pack = found.pack
    assert (pack.name, pack.is_intact) == ("hello-there", True)
    assert (pack.version, pack.licence, pack.credits) == ("1.2", "CC BY 4.0", "Ann")
    folder = install_pack(folder_of("other"))
    assert folder.outcome == "there already"
    assert folder.pack.hash == pack.hash


def test_what_no_pack_has_is_left_out() -> None:
    """Only files of a pack are taken, and only of its own folder."""
    files = (
        "hello/a.exe",
        "hello/README.md",
        "hello/.git/a.md",
        "b.md",
        "hello/LICENSE",
    )
    found = install_pack(zipped(HEAD, *((name, b"x") for name in files)))
    assert found.left_out == ("b.md", "hello/.git/a.md", "hello/a.exe")
    kept = [RECORD, "LICENSE", "README.md", "ruleset.yaml"]
    assert on_disk() == [f"hello-there/{name}" for name in kept]


def test_a_name_is_found_wherever_a_pack_is_named() -> None:
    """Also as it is written in the pack, and by an overlay that is installed."""
    install_pack(folder_of("hello"))
    shutil.rmtree("hello")
    assert open_ruleset("hello-there").odds("weather")["sun"] > 0
    assert open_ruleset("Hello There").name == "Hello There"
    install_pack(folder_of("over", OVER))
    shutil.rmtree("over")
    assert open_ruleset("over").odds("weather").get("sun", 0) == 0
    folder_of("mine", OVER)
    assert open_ruleset("mine").odds("weather").get("sun", 0) == 0


def test_a_folder_here_comes_first() -> None:
    """And that is said."""
    install_pack(folder_of("hello"))
    folder_of("hello-there", HELLO.replace(b"9+: sun", b"9-12: sun"))
    assert open_ruleset("hello-there").folder == Path("hello-there").absolute()
    assert [note for note in notes_on(["hello-there"]) if "folder here" in note]
    assert list(notes_on(["./hello-there"])) == []
    own = OVER.replace(b"hello there", b"hello-there").replace(b"9+", b"9-12")
    folder_of("mine", own)
    assert [
        note for note in notes_on(["mine"]) if "'hello-there' is the folder" in note
    ]


def test_an_installed_overlay_extends_an_installed_pack() -> None:
    """Whatever folders there are where a command is given."""
    install_pack(folder_of("hello"))
    folder_of("hello-there", HELLO.replace(b"9+: sun", b"9-12: sun"))
    over = OVER.replace(b"hello there", b"hello-there")
    folder = install_pack(folder_of("over", over)).pack.folder
    shutil.rmtree("over")
    assert open_ruleset("over").odds("weather").get("sun", 0) == 0
    assert list(notes_on(["over", str(folder)])) == []


def test_another_content_needs_replace() -> None:
    """The same name never changes its content unasked."""
    first = install_pack(folder_of("hello")).pack
    folder_of("hello", HELLO.replace(b"1.2", b"1.3"))
    with pytest.raises(Unusable, match="another pack"):
        install_pack("hello")
    assert library() == (first,)
    second = install_pack("hello", replace=True)
    assert (second.outcome, second.pack.version) == ("replaced", "1.3")
    assert second.pack.hash != first.hash
    assert library() == (second.pack,)
    assert len(on_disk()) == 2


def test_an_error_leaves_what_is_installed() -> None:
    """A new edition with errors does not take the place of the old one."""
    first = install_pack(folder_of("hello")).pack
    folder_of("hello", HELLO.replace(b"9+", b"10+"))
    with pytest.raises(Unusable) as caught:
        install_pack("hello", replace=True)
    problem = next(each for each in caught.value.problems if each.severity == "error")
    assert str(problem.span).startswith("hello/ruleset.yaml:8:")
    assert library() == (first,)


def test_a_hash_that_is_asked_for() -> None:
    """It must be that of the files."""
    source = folder_of("hello")
    right = install_pack(source, dry_run=True)
    assert right.outcome == "not installed"
    assert on_disk() == []
    with pytest.raises(Unusable, match="not 0000"):
        install_pack(source, hash="0" * 64)
    for text in ("", "12", "g" * 64):
        with pytest.raises(UsageError):
            install_pack(source, hash=text)
    assert on_disk() == []
    found = install_pack(source, hash=f"sha256:{right.pack.hash.upper()}")
    assert found.pack.hash == right.pack.hash


def changes(folder: Path) -> Iterator[Callable[[], object]]:
    """Yield ways to tamper with an installed pack."""
    head = folder / "ruleset.yaml"
    yield lambda: head.write_bytes(HELLO + b"# more\n")
    yield lambda: (folder / "more.yaml").write_bytes(b"types: {a: [b, c]}\n")
    yield lambda: (folder / "LICENSE").write_bytes(b"mine\n")
    yield lambda: (folder / RECORD).unlink()
    yield lambda: (folder / RECORD).write_bytes(b"{}")
    yield lambda: (head.unlink(), os.symlink("/dev/null", folder / "a.md"))


@pytest.mark.parametrize("number", range(6))
def test_tampering_is_said(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Of the pack, and of one that is used through an overlay."""
    folder = install_pack(folder_of("hello")).pack.folder
    folder_of("mine", OVER)
    assert list(notes_on(["hello-there", "mine"])) == []
    list(changes(folder))[number]()
    for pack in library():
        assert not pack.is_intact
    if number == 5:  # its first file is gone: it is no pack any more
        return
    for name in ("hello-there", "mine"):
        assert ["changed since" in note for note in notes_on([name])] == [True]
    main(["odds", "mine", "weather"])
    assert "'hello-there' was changed" in capsys.readouterr().err
    main(["packs"])
    assert "CHANGED" in capsys.readouterr().out
    with pytest.raises(Unusable, match="changed since"):
        install_pack("hello")
    assert install_pack("hello", replace=True).pack.is_intact


def test_removing() -> None:
    """What is removed is gone; what comes with the program stays."""
    install_pack(folder_of("hello"))
    install_pack(folder_of("over", OVER))
    uninstall_pack("Hello There")
    assert [pack.name for pack in library()] == ["over"]
    with pytest.raises(UnknownName):
        uninstall_pack("hello-there")
    with pytest.raises(UsageError):
        uninstall_pack("rencounter")
    with pytest.raises(UnknownName):
        uninstall_pack("../work")
    uninstall_pack("over")
    assert on_disk() == []


def test_what_extends_it_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """Before it is too late to look, and in JSON; other packs are not named."""
    install_pack(folder_of("hello"))
    install_pack(folder_of("over", OVER))
    assert packs_on("over") == ()
    assert packs_on("Hello There") == ("over",)
    assert main(["uninstall", "hello-there"]) == 0
    assert "do not work without it: 'over'" in capsys.readouterr().err
    assert main(["uninstall", "over"]) == 0
    assert not capsys.readouterr().err


def test_nowhere_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a home there is an error, and no guess."""
    source = folder_of("hello")
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.delenv(name, raising=False)
    assert library() == ()
    with pytest.raises(Unusable, match="nobody knows"):
        install_pack(source)


def test_what_is_no_source() -> None:
    """A name, a NUL and a pipe are answered, and nothing waits."""
    with pytest.raises(NoPack):
        install_pack("nowhere")
    os.mkfifo("pipe")
    for source in ("pipe", "a\0b"):
        with pytest.raises(UmpireError):
            install_pack(source)
    Path("empty").mkdir()
    with pytest.raises(NoPack):
        install_pack("empty")
    raw("empty/ruleset.yaml", BIG)
    with pytest.raises(LimitExceeded):
        install_pack("empty")


def test_a_link_in_the_library_is_replaced_and_not_what_it_leads_to() -> None:
    """An author may have put a link to the folder where he works there."""
    folder = install_pack(folder_of("hello")).pack.folder
    shutil.rmtree(folder)
    folder.symlink_to(Path("own").resolve())
    folder_of("own", HELLO.replace(b"1.2", b"1.3"))
    assert install_pack("hello", replace=True).outcome == "replaced"
    assert [entry.name for entry in folder.parent.iterdir()] == [folder.name]
    assert not folder.is_symlink()
    assert Path("own/ruleset.yaml").is_file()
