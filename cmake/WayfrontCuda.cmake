# Whether CUDA plugins are built, and with what. Sets WAYFRONT_HAS_CUDA; without CUDA everything else is built the same.

set(WAYFRONT_CUDA AUTO CACHE STRING "CUDA plugins: AUTO (where a CUDA compiler is found), ON, OFF")
set_property(CACHE WAYFRONT_CUDA PROPERTY STRINGS AUTO ON OFF)
set(WAYFRONT_CUDA_PLUGINS adds advance-filter crauser edge-bellman-ford hbf lonestar-bf near-far near-far-lesson push-pull
  separator-sweep-cuda)
set(WAYFRONT_HAS_CUDA OFF)

function(wayfront_find_cuda_compiler reason)
  if(WAYFRONT_SANITIZE)  # its flags are for the host compiler alone; device code has compute-sanitizer
    set(${reason} "WAYFRONT_SANITIZE is set" PARENT_SCOPE)
    return()
  endif()
  if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
    find_program(WAYFRONT_NVCC nvcc HINTS ENV CUDA_PATH ENV CUDA_HOME PATHS /usr/local/cuda PATH_SUFFIXES bin)
    mark_as_advanced(WAYFRONT_NVCC)
    if(WAYFRONT_NVCC)
      set(CMAKE_CUDA_COMPILER ${WAYFRONT_NVCC} CACHE FILEPATH "CUDA compiler")
    endif()
  endif()
  include(CheckLanguage)
  check_language(CUDA)
  if(NOT CMAKE_CUDA_COMPILER)
    set(${reason} "no CUDA compiler was found; set CMAKE_CUDA_COMPILER or CUDACXX" PARENT_SCOPE)
  endif()
endfunction()

# Machine code for the GPUs of this machine, and PTX of the newest for later ones. Each architecture costs the time of a
# whole compilation, so that without a GPU it is the oldest that is supported: later ones compile its PTX at first use.
function(wayfront_choose_architectures architectures reason)
  execute_process(COMMAND nvidia-smi --query-gpu=compute_cap --format=csv,noheader OUTPUT_VARIABLE found
    RESULT_VARIABLE failed OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  string(REGEX MATCHALL "[0-9]+\\.[0-9]" found "${found}")
  list(TRANSFORM found REPLACE "\\." "")
  list(FILTER found EXCLUDE REGEX "^[1-7].$")  # not supported; see cuda::probe
  if(failed OR NOT found)
    set(${architectures} 80 PARENT_SCOPE)
    set(${reason} "no GPU was found here" PARENT_SCOPE)
    return()
  endif()
  list(REMOVE_DUPLICATES found)
  list(SORT found COMPARE NATURAL)
  list(POP_BACK found newest)
  list(TRANSFORM found APPEND "-real")
  list(APPEND found ${newest})
  set(${architectures} ${found} PARENT_SCOPE)
  set(${reason} "of the GPUs of this machine" PARENT_SCOPE)
endfunction()

if(WAYFRONT_CUDA STREQUAL "OFF")
  set(reason "WAYFRONT_CUDA is OFF")
else()
  wayfront_find_cuda_compiler(reason)
endif()

if(reason)
  if(WAYFRONT_CUDA STREQUAL "ON")
    message(FATAL_ERROR "WAYFRONT_CUDA is ON, but ${reason}")
  endif()
  list(JOIN WAYFRONT_CUDA_PLUGINS ", " left_out)
  message(STATUS "CUDA plugins are left out (${reason}): ${left_out}")
else()
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND "$ENV{CUDAARCHS}" STREQUAL "")
    wayfront_choose_architectures(architectures chosen)
    message(STATUS "CUDA architectures: ${architectures} (${chosen}); set CMAKE_CUDA_ARCHITECTURES for others")
    set(CMAKE_CUDA_ARCHITECTURES ${architectures} CACHE STRING
      "N-real: machine code; N-virtual: PTX, which later chips run too; N: both")
    unset(architectures)
    unset(chosen)
  endif()
  enable_language(CUDA)
  include(WayfrontCudaToolkit)
  wayfront_find_cuda_toolkit(REQUIRED)
  set(CMAKE_CUDA_STANDARD 20)
  set(CMAKE_CUDA_STANDARD_REQUIRED ON)
  set(CMAKE_CUDA_EXTENSIONS OFF)
  set(CMAKE_CUDA_RUNTIME_LIBRARY Shared)  # one runtime per process, so that all plugins share one copy of a graph
  # Of the code for the host, which launches kernels and waits: a fifth less time to compile it. nvcc optimises code for
  # the device all the same.
  string(REPLACE "-O3" "-O1" CMAKE_CUDA_FLAGS_RELEASE "${CMAKE_CUDA_FLAGS_RELEASE}")
  if(CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
    string(APPEND CMAKE_CUDA_FLAGS_RELEASE " --compress-mode=size")  # libraries a quarter to a third as large
  endif()
  set(WAYFRONT_HAS_CUDA ON)
endif()
unset(reason)
