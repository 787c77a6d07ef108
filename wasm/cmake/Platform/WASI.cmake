# CMake knows no WASI; there is nothing to say about it.
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
