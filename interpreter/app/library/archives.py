"""Reads a pack from a folder, a .zip or a .tar.gz into memory, under limits.

An archive is hostile until it was read: its size, the number of its entries, the size
that each declares and the size that comes out are all bounded before memory is taken.
The headers of a .tar are walked once by hand, because versions of `tarfile` loop or
recurse on some; what they may hold then is little.
"""

import os
import stat
import zlib
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from struct import unpack_from
from tarfile import TarError
from tarfile import open as open_tar
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from msgspec import Struct

from interpreter.app.library.archive_paths import ArchivePaths, is_taken
from interpreter.diagnostics import LimitExceeded, NoPack, Unusable
from interpreter.files.single_file import open_file, read_all
from interpreter.ruleset.finding import BYTES, HEAD

ARCHIVE = BYTES  # bytes of an archive
MEMBERS = 2_000  # files and folders
MEMBER = 2 * 1024 * 1024  # bytes of a file
RATIO = 200  # of what comes out to what is stored
FREE = 1024 * 1024  # bytes that may come out at any ratio
DIRECTORY = 1024 * 1024  # bytes of the list of files of a .zip
TAR = BYTES + MEMBERS * 1536  # bytes of a .tar: what it holds, and its headers
_BLOCK = 512
_PAX = 64 * 1024  # bytes of an extended header
_MOST_HEADERS = 4 * MEMBERS


class PackFiles(Struct, frozen=True):
    """The files of a pack by their paths, and the paths of those that are left out."""

    files: Mapping[str, bytes]
    left_out: tuple[str, ...]


def read_source(source: str) -> PackFiles:
    """Return the files of a pack; `source` is a folder, a .zip or a .tar.gz. Raises
    NoPack, Unusable and LimitExceeded; nothing is written."""
    path = Path(source)
    try:
        is_folder = path.is_dir()
        if not os.path.lexists(path):
            raise NoPack(
                f"there is no '{source}'", "name a folder, a .zip or a .tar.gz"
            )
        members = _Members(source)
        if is_folder:
            members.take_all(_in_folder(path, members))
        else:
            _read_archive(path, members)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "not a path"
        raise Unusable(f"cannot read '{source}': {why}") from None
    return members.pack()


class _Members:
    """The files of a source so far."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.paths = ArchivePaths(f"'{source}'")
        self.files: dict[str, bytes] = {}
        self.left_out: list[str] = []
        self.count = 0
        self.left = BYTES

    def counted(self) -> None:
        """Count a file or folder; LimitExceeded for one too many."""
        self.count += 1
        if self.count > MEMBERS:
            raise LimitExceeded(f"files and folders in '{self.source}'", MEMBERS)

    def room(self, path: str, size: int) -> int:
        """Return how many bytes may be read of a file that says it has `size`."""
        if size > MEMBER:
            raise LimitExceeded(f"bytes of '{path}' in '{self.source}'", MEMBER)
        if size > self.left:
            raise LimitExceeded(f"bytes in '{self.source}'", BYTES)
        return min(MEMBER, self.left) + 1

    def take(self, path: str, data: bytes) -> None:
        """Take a file that was read under `room`."""
        self.room(path, len(data))
        self.left -= len(data)
        self.files[path] = data

    def take_all(self, files: Iterator[tuple[str, bytes]]) -> None:
        for path, data in files:
            self.take(path, data)

    def pack(self) -> PackFiles:
        """Return the files of the one pack that is there, by their paths in it."""
        heads = sorted(path for path in self.files if path.split("/")[-1] == HEAD)
        if not heads:
            hint = f"a pack has a {HEAD}"
            raise NoPack(f"there is no pack in '{self.source}'", hint)
        if len(heads) > 1:
            listed = ", ".join(heads[:5])
            hint = "make an archive of each"
            message = f"there are {len(heads)} packs in '{self.source}': {listed}"
            raise Unusable(message, hint=hint)
        root = heads[0].removesuffix(HEAD)
        inside = {
            path.removeprefix(root): data
            for path, data in self.files.items()
            if path.startswith(root)
        }
        others = [path for path in self.files if not path.startswith(root)]
        return PackFiles(inside, tuple(sorted((*self.left_out, *others))))


# --- Folders ---


def _in_folder(folder: Path, members: _Members) -> Iterator[tuple[str, bytes]]:
    waiting = [""]
    while waiting:
        inside = waiting.pop()
        with os.scandir(folder / inside) as entries:
            found = sorted(entries, key=lambda entry: entry.name)
        for entry in found:
            members.counted()
            path = f"{inside}/{entry.name}" if inside else entry.name
            if entry.name.startswith("."):
                continue
            is_folder = entry.is_dir(follow_symlinks=False)
            if not is_folder and not entry.is_file(follow_symlinks=False):
                raise members.paths.refused(path, "no ordinary file")
            members.paths.path_of(path, is_folder=is_folder)
            if is_folder:
                waiting.append(path)
            elif not _is_wanted(path, members):
                continue
            else:
                size = entry.stat(follow_symlinks=False).st_size
                number = open_file(folder / path)
                yield path, read_all(number, members.room(path, size))


def _is_wanted(path: str, members: _Members) -> bool:
    if path.lower().endswith(".yml"):
        raise members.paths.refused(path, "no file of a pack: those end in .yaml")
    if not is_taken(path):
        members.left_out.append(path)
        return False
    return True


# --- Archives ---


def _read_archive(path: Path, members: _Members) -> None:
    data = read_all(open_file(path, links=True), ARCHIVE + 1)
    if len(data) > ARCHIVE:
        raise LimitExceeded(f"bytes of '{members.source}'", ARCHIVE)
    try:
        if data[:4] in (b"PK\3\4", b"PK\5\6"):
            members.take_all(_in_zip(data, members))
        elif data[:2] == b"\x1f\x8b":
            members.take_all(_in_tar(_unzipped(data, members), members))
        else:
            message = f"'{members.source}' is no .zip and no .tar.gz"
            raise Unusable(message, hint="name a folder or an archive of a pack")
    except (
        *(BadZipFile, TarError, zlib.error, EOFError, RecursionError),
        *(NotImplementedError, RuntimeError, UnicodeError, IndexError, KeyError),
        *(OverflowError, ValueError),
    ) as error:
        raise _damaged(members, str(error)) from None


def _damaged(members: _Members, why: str) -> Unusable:
    why = f": {why}" if why.isprintable() and 0 < len(why) <= 100 else ""
    return Unusable(f"'{members.source}' is damaged, or no archive of a pack{why}")


def _in_zip(data: bytes, members: _Members) -> Iterator[tuple[str, bytes]]:
    _check_directory(data, members)
    with ZipFile(BytesIO(data)) as archive:
        infos = archive.infolist()
        wanted = [info for info in infos if _is_file_to_read(info, members)]
        for info in wanted:
            path = members.paths.path_of(info.filename, is_folder=False)
            if not _is_wanted(path, members):
                continue
            room = members.room(path, info.file_size)
            _check_ratio(info.file_size, info.compress_size, path, members)
            with archive.open(info) as file:
                yield path, file.read(room)


def _check_directory(data: bytes, members: _Members) -> None:
    """Refuse a list of files that is longer than any pack's, before it is read."""
    at = data.rfind(b"PK\5\6", max(0, len(data) - 65_557))
    if at < 0:
        raise BadZipFile("it has no end")
    if len(data) < at + 16:
        raise BadZipFile("it has no end")
    count, size = unpack_from("<HL", data, at + 10)
    if b"PK\6\7" in data[max(0, at - 20) : at]:
        raise LimitExceeded(f"files and folders in '{members.source}'", MEMBERS)
    if count > MEMBERS or size > DIRECTORY:
        raise LimitExceeded(f"files and folders in '{members.source}'", MEMBERS)


def _is_file_to_read(info: ZipInfo, members: _Members) -> bool:
    """Tell whether an entry is a file; all else is looked at and passed over."""
    members.counted()
    name = info.orig_filename  # as it is written, before zipfile makes it harmless
    if name != info.filename:
        raise members.paths.refused(name, "a path with a sign that cannot be seen")
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise members.paths.refused(name, "a link or a device, and no file")
    if info.flag_bits & 0x1:
        raise members.paths.refused(name, "encrypted")
    if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise members.paths.refused(name, "compressed in a way that is not read here")
    if info.is_dir():
        members.paths.path_of(name, is_folder=True)
        return False
    return True


def _check_ratio(size: int, stored: int, path: str, members: _Members) -> None:
    if size > FREE and size > RATIO * max(stored, 1):
        what = f"bytes from each stored byte of '{path}' in '{members.source}'"
        raise LimitExceeded(what, RATIO)


def _unzipped(data: bytes, members: _Members) -> bytes:
    """Return what a gzip file of one part holds."""
    unpacker = zlib.decompressobj(wbits=31)
    content = unpacker.decompress(data, TAR + 1)
    if len(content) > TAR:
        raise LimitExceeded(f"bytes in '{members.source}'", BYTES)
    _check_ratio(len(content), len(data), "all of it", members)
    if not unpacker.eof:
        raise EOFError("it ends too early")
    if unpacker.unused_data.strip(b"\0"):
        raise TarError("there is something after its end")
    return content


def _in_tar(data: bytes, members: _Members) -> Iterator[tuple[str, bytes]]:
    _check_headers(data, members)
    with open_tar(fileobj=BytesIO(data), mode="r:") as archive:
        for member in archive:
            members.counted()
            if member.isdir():
                members.paths.path_of(member.name, is_folder=True)
                continue
            if not member.isreg() or member.issparse():
                raise members.paths.refused(
                    member.name, "a link or a device, and no file"
                )
            path = members.paths.path_of(member.name, is_folder=False)
            if not _is_wanted(path, members):
                continue
            room = members.room(path, member.size)
            file = archive.extractfile(member)
            assert file is not None  # it is an ordinary file
            content = file.read(room)
            if len(content) != member.size:
                raise EOFError("it ends too early")
            yield path, content


def _check_headers(data: bytes, members: _Members) -> None:
    """Refuse headers with sizes that are negative or past all limits, and extended
    headers that are long or say another size."""
    at = headers = extended = 0
    while at + _BLOCK <= len(data) and data[at] != 0:
        header = data[at : at + _BLOCK]
        digits = header[124:136].strip(b"\0 ")
        if not (digits or b"0").isdigit() or any(digit > 55 for digit in digits):
            raise TarError("a size that is no number")
        size, kind = int(digits or b"0", 8), header[156:157]
        if size > len(data):
            raise EOFError("it ends too early")
        headers += 1
        if headers > _MOST_HEADERS:
            raise LimitExceeded(f"files and folders in '{members.source}'", MEMBERS)
        begin = at + _BLOCK
        if kind in b"xgLKX" and kind:
            extended += 1
            content = data[begin : begin + size]
            if size > _PAX or b" size=" in content or b"GNU.sparse" in content:
                raise TarError("an extended header that no pack has")
            if extended > 8:
                raise TarError("extended headers of no file")
        else:
            extended = 0
        at = begin + -(-size // _BLOCK) * _BLOCK
