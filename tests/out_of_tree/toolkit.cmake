# A CUDA toolkit without nvToolsExt is found by a CMake that wants it of projects from 3.25 on, and the project's version is
# what it was.
cmake_minimum_required(VERSION 3.25)
file(WRITE ${FOLDER}/FindCUDAToolkit.cmake [[
  if(CMAKE_MINIMUM_REQUIRED_VERSION VERSION_GREATER_EQUAL 3.25)
    message(FATAL_ERROR "set_property could not find TARGET CUDA::nvToolsExt")
  endif()
  set(CUDAToolkit_FOUND TRUE)
]])
set(CMAKE_MODULE_PATH ${FOLDER})
include(${CMAKE_CURRENT_LIST_DIR}/../../cmake/WayfrontCudaToolkit.cmake)
wayfront_find_cuda_toolkit(REQUIRED)
if(NOT CUDAToolkit_FOUND OR NOT CMAKE_MINIMUM_REQUIRED_VERSION STREQUAL 3.25)
  message(FATAL_ERROR "CUDAToolkit_FOUND is ${CUDAToolkit_FOUND}, the version ${CMAKE_MINIMUM_REQUIRED_VERSION}")
endif()
