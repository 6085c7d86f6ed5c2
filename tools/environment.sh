# Sourced by umpire and check, which set `root`, `tool` and `kind` (run or dev).
# Leaves `python`: the interpreter of an environment that fits pyproject.toml.
# Plain POSIX sh without a process on the quick path but cksum: it runs at each command.

python=$root/.venv/bin/python

# The stamp also names the folder: an editable install is of no use once it moved.
wanted="$(cksum <"$root/pyproject.toml") $root"

fits() { # is there a stamp $1, and does it say what we want?
    [ -r "$root/.venv/umpire.$1" ] && IFS= read -r found <"$root/.venv/umpire.$1" &&
        [ "$found" = "$wanted" ]
}

# What dev installs holds all that run needs. A marker means: changed but not finished.
if ! { [ -x "$python" ] && [ ! -e "$root/.venv/umpire.making" ] &&
    { fits "$kind" || fits dev; }; }; then
    base=
    seen=
    for name in python3 python3.13 python3.12 python3.11; do
        command -v "$name" >/dev/null 2>&1 || continue
        version=$("$name" -c 'import sys; print("%d.%d" % sys.version_info[:2])' \
            2>/dev/null) || continue
        seen="$seen${seen:+, }$name is $version"
        if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            base=$name
            break
        fi
    done
    if [ -z "$base" ]; then
        echo "$tool: Python 3.11 or newer is needed (${seen:-no python3 was found})." >&2
        exit 69
    fi
    "$base" -I "$root/tools/environment.py" "$tool" "$kind" "$wanted" >&2 || exit $?
fi
