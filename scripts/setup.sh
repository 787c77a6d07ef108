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
  need node nodejs npm
  install_missing
}

# node_modules follows package-lock.json.
setup_npm() {
  if [ ! -e node_modules/.rung-lock ] || ! cmp -s package-lock.json node_modules/.rung-lock; then
    npm ci --no-audit --no-fund --loglevel=error
    cp package-lock.json node_modules/.rung-lock
  fi
}

build_preset() {
  [ -e "build/$1/build.ninja" ] || cmake --preset "$1" >/dev/null
  cmake --build --preset "$1" -- --quiet
}
