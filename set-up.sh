# shellcheck shell=sh
# Sourced by ./run and ./test, which set $top. Makes .venv as the lock files say, once; asks apt for what only apt has.
# Nothing of the system Python is touched. Exit code 2: something is missing that has to be installed by hand.
#
# requirements*.txt are made from pyproject.toml by uv (add --upgrade for newer versions):
#   flags="--universal --generate-hashes --no-header --no-annotate --python-version 3.11"
#   uv pip compile $flags -o requirements.txt pyproject.toml
#   uv pip compile $flags -o requirements-build.txt -c requirements.txt --group build
#   uv pip compile $flags -o requirements-dev.txt -c requirements.txt -c requirements-build.txt \
#       pyproject.toml --group build --group dev

venv=$top/.venv

unset PYTHONDONTWRITEBYTECODE # it triples the time of every import
unset PYTHONHOME PYTHONPATH   # they would put other packages before those of .venv
case ${LC_ALL:-} in
C | POSIX) export LC_ALL=C.UTF-8 ;; # else Python 3.11 stops when the path of the project has a letter beyond ASCII
esac
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 PIP_USER=0
[ -n "${HOME:-}" ] || export PIP_NO_CACHE_DIR=1 # without a home pip would keep its cache in the root directory

fail() {
    printf 'set-up: %s\n' "$*" >&2
    exit 2
}

# Runs a command; shows what it printed only if it fails.
quietly() {
    [ ! -t 2 ] || printf '+ %s\n' "$*" >&2
    log=$(mktemp)
    if "$@" >"$log" 2>&1; then
        rm -f "$log"
    else
        cat "$log" >&2
        rm -f "$log"
        return 1
    fi
}

# Prints the first Python that is new enough and can make an environment. Each is run: a name on PATH may be an empty shim.
find_python() {
    for candidate in python3.11 python3.12 python3.13 python3.14 python3 /usr/bin/python3; do
        if "$candidate" -I -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            printf '%s\n' "$candidate"
            return
        fi
    done
    return 1
}

apt_install() {
    by_hand="missing: $*; as root: apt-get update && apt-get install -y --no-install-recommends $*"
    command -v apt-get >/dev/null || fail "missing: $* (the names of the Debian packages)"
    if [ "$(id -u)" -eq 0 ]; then
        as_root=
    elif command -v sudo >/dev/null; then
        as_root=sudo
    else
        fail "$by_hand"
    fi
    quietly $as_root apt-get update || fail "$by_hand"
    quietly $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" ||
        fail "$by_hand"
}

# Prints a hash of the files, the interpreter and its place: when it changes, what was installed no longer fits.
fingerprint() {
    "$venv/bin/python" -I -c '
import hashlib, pathlib, sys
seen = hashlib.sha256(repr((sys.version, sys.prefix)).encode())
for name in sys.argv[1:]:
    seen.update(pathlib.Path(name).read_bytes())
print(seen.hexdigest())' "$@"
}

# is_current NAME FILE...: was the step NAME done with these files?
is_current() {
    stamp=$venv/$1.stamp
    shift
    [ -s "$stamp" ] && [ "$(cat "$stamp")" = "$(fingerprint "$@" 2>/dev/null)" ]
}

# done_with NAME FILE...: writes down that it was.
done_with() {
    stamp=$venv/$1.stamp
    shift
    fingerprint "$@" >"$stamp"
}

pip_install() {
    quietly "$venv/bin/python" -m pip install --no-deps --no-build-isolation --use-pep517 "$@" ||
        fail "pip install failed"
}

make_venv() {
    python=$(find_python) || {
        apt_install python3 python3-venv
        python=$(find_python) || fail "missing: Python 3.11 or newer with its venv module"
    }
    quietly "$python" -m venv --clear "$venv" || fail "$python -m venv failed"
    pip_install --require-hashes -r "$top/requirements-build.txt" -r "$top/requirements.txt"
    done_with runtime "$top/requirements-build.txt" "$top/requirements.txt"
}

# need_libraries SONAME PACKAGE [SONAME PACKAGE]...: the same for shared libraries, which PDFs are set with.
need_libraries() {
    missing=
    known=$(PATH=$PATH:/sbin:/usr/sbin ldconfig -p 2>/dev/null || :)
    while [ $# -gt 0 ]; do
        case $known in *"$1"*) ;; *) missing="$missing $2" ;; esac
        shift 2
    done
    # shellcheck disable=SC2086 # one word a package
    [ -z "$missing" ] || apt_install $missing
}

# Everything `refsvc` needs to run.
set_up_runtime() {
    need_libraries libpango-1.0.so.0 libpango-1.0-0 libpangoft2-1.0.so.0 libpangoft2-1.0-0 \
        libharfbuzz-subset.so.0 libharfbuzz-subset0
    # A change of the locks starts afresh, so that no package stays behind that the locks no longer name.
    is_current runtime "$top/requirements-build.txt" "$top/requirements.txt" || make_venv
    is_current project "$top/pyproject.toml" "$top/refsvc/version.py" || {
        pip_install -e "$top"
        done_with project "$top/pyproject.toml" "$top/refsvc/version.py"
    }
}

# need TOOL PACKAGE [TOOL PACKAGE]...: installs the packages whose tools are not there.
need() {
    missing=
    while [ $# -gt 0 ]; do
        command -v "$1" >/dev/null || missing="$missing $2"
        shift 2
    done
    # shellcheck disable=SC2086 # one word a package
    [ -z "$missing" ] || apt_install $missing
}

# need_dictionaries NAME PACKAGE [NAME PACKAGE]...: the same for dictionaries of hunspell.
need_dictionaries() {
    missing=
    known=$(hunspell -D </dev/null 2>&1 || :)
    while [ $# -gt 0 ]; do
        printf '%s\n' "$known" | grep -q "/$1\$" || missing="$missing $2"
        shift 2
    done
    # shellcheck disable=SC2086 # one word a package
    [ -z "$missing" ] || apt_install $missing
}

# The same, and everything the tests need.
set_up_development() {
    need msgfmt gettext chromium chromium pdftotext poppler-utils hunspell hunspell
    need_dictionaries fr hunspell-fr cs_CZ hunspell-cs
    need_libraries libatomic.so.1 libatomic1 # for the driver of chromium
    if [ -f "$venv/development.stamp" ] && ! is_current development "$top/requirements-dev.txt"; then
        make_venv
    fi
    set_up_runtime
    is_current development "$top/requirements-dev.txt" || {
        pip_install --require-hashes -r "$top/requirements-dev.txt"
        done_with development "$top/requirements-dev.txt"
    }
}

# set_up runtime|development; a second one started meanwhile waits for the first.
set_up() {
    exec 9<"$top/set-up.sh"
    ! command -v flock >/dev/null || flock 9 || :
    "set_up_$1"
    exec 9<&-
}
