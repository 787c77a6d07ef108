#!/bin/sh
# Links, with what the linker prints, its map, in the file that is the first argument.
map=$1
shift
exec "$@" > "$map"
