"""An append-only journal that loses nothing it acknowledged.

One event is one line of JSON that ends with a SHA-256 of the previous hash and of the
line. `journal` begins, opens, reads and appends; `chain` checks the hashes; `secret` is
the file of secret bytes next to a journal; `disk` is everything that is asked of the
operating system, so that tests can inject faults there.

Guarantees:
- An event is acknowledged when `append` returns; by then the bytes are synced, and so
  is the folder of a new file, and the name still leads to the same file.
- A line is never changed. One process writes, a second is refused at once; a reader
  changes nothing.
- A last line without a newline was never acknowledged: a writer moves it to a file next
  to the journal and reports it. Any other invalid line is damage and is not repaired.
- After a failed write or sync the journal accepts nothing more until it is opened anew.
- Removed lines at the end, or a journal with all hashes recomputed, cannot be detected
  here; `verify --holds` and `--held` compare with what was noted or handed out.

Errors are `GameFileError`. Format 1 has a secret of one key, format 2 of two; both can
be continued. The lock is fcntl's: it ends with its process; on a system without it a
game can be read but not continued. To add a system call, add a method to `Disk`.
"""
