# Sourced by start and test: installs what is missing on a Debian 12 machine. Quick when all is there.
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export DEBIAN_FRONTEND=noninteractive

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

# need COMMAND-OR-FILE PACKAGE...: install the packages when the first is absent.
missing=()
need() { command -v "$1" >/dev/null 2>&1 || [ -e "$1" ] || missing+=("${@:2}"); }
install_missing() {
  [ ${#missing[@]} -eq 0 ] && return
  echo "Installing: ${missing[*]}"
  as_root apt-get update -qq
  as_root apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
  missing=()
}

setup_build() {
  need cmake cmake
  need ninja ninja-build
  need gcc gcc libc6-dev
  need emcc emscripten
  need wasm-split binaryen
  # What programs run with is of wasi-libc; clang comes with Emscripten.
  need /usr/include/wasm32-wasi/stdio.h wasi-libc
  need /usr/lib/llvm-14/lib/clang/14.0.6/lib/wasi/libclang_rt.builtins-wasm32.a libclang-rt-14-dev-wasm32
  need node nodejs npm
  install_missing
}

# npm_packages FOLDER page|all: the folder's node_modules follows its package-lock.json. `page` leaves out what only tests use.
npm_packages() {
  local at=$1/node_modules set
  for set in all "$2"; do cmp -s "$1/package-lock.json" "$at/.rung-$set" && return; done
  (cd "$1" && npm ci $([ "$2" = all ] || echo --omit=dev) --no-audit --no-fund --loglevel=error) &&
    cp "$1/package-lock.json" "$at/.rung-$2"
}

build_preset() {
  [ -e "build/$1/build.ninja" ] || cmake --preset "$1" >/dev/null
  cmake --build --preset "$1" -- --quiet
}
