# wayfront_add_plugin(NAME SOURCES...): builds NAME.so, which exports its descriptor and nothing else.
# In this project's own tree it goes to WAYFRONT_PLUGIN_OUTPUT_DIRECTORY and is installed, unless that is empty. Elsewhere
# `cmake --install BUILD --prefix ~/.local` installs it where Wayfront finds it for you, and the prefix of Wayfront for all.

set(WAYFRONT_EXPORTS ${CMAKE_CURRENT_LIST_DIR}/plugin.map)

function(wayfront_add_plugin name)
  add_library(${name} MODULE ${ARGN})
  target_link_libraries(${name} PRIVATE wayfront::sdk)
  target_link_options(${name} PRIVATE LINKER:--version-script=${WAYFRONT_EXPORTS})
  set_target_properties(${name} PROPERTIES PREFIX "" CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
    LINK_DEPENDS ${WAYFRONT_EXPORTS})
  if(TARGET wayfront_build)
    target_link_libraries(${name} PRIVATE wayfront_build)
  endif()
  if(WAYFRONT_PLUGIN_OUTPUT_DIRECTORY)
    set_target_properties(${name} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${WAYFRONT_PLUGIN_OUTPUT_DIRECTORY})
    if(NOT TARGET wayfront_plugins)
      add_custom_target(wayfront_plugins)  # all of them, without the tests
    endif()
    add_dependencies(wayfront_plugins ${name})
    install(TARGETS ${name} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/wayfront/plugins)
  elseif(NOT TARGET wayfront_sdk)  # outside this tree
    install(TARGETS ${name} LIBRARY DESTINATION lib/wayfront/plugins)
  endif()
endfunction()

# wayfront_add_conformance_test(NAME PLUGIN ARGUMENTS...): the test conformance.NAME, `wayfront check` with time enough for
# machines that are slow or have much else to do. A plugin that declines something by default fails it; one that cannot
# run here, for want of a device, is skipped.
function(wayfront_add_conformance_test name plugin)
  set(program wayfront)  # the target, or outside of this project's tree the installed program
  if(WAYFRONT_EXECUTABLE)
    set(program ${WAYFRONT_EXECUTABLE})
  elseif(NOT WAYFRONT_TESTS)
    return()
  endif()
  add_test(NAME conformance.${name}
    COMMAND ${program} check --strict --patience 60 --limit 1200 $<TARGET_FILE:${plugin}> ${ARGN})
  set_tests_properties(conformance.${name} PROPERTIES SKIP_RETURN_CODE 6)
  get_target_property(libraries ${plugin} LINK_LIBRARIES)
  if("wayfront::cuda" IN_LIST libraries)
    set_tests_properties(conformance.${name} PROPERTIES LABELS gpu)
  endif()
endfunction()

if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)  # CMake before 3.26 does not know that nvcc has C++20
  set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
  set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
endif()

# wayfront_use_cuda(TARGET): for a plugin with CUDA sources. Links wayfront::cuda and finds it from where plugins are
# installed; the CUDA runtime is shared, one per process, so that all plugins use one copy of a graph.
function(wayfront_use_cuda target)
  if(NOT TARGET wayfront::cuda)
    message(FATAL_ERROR "${target} needs CUDA, but this Wayfront was built without it, or no CUDA toolkit 12 was found")
  endif()
  target_link_libraries(${target} PRIVATE wayfront::cuda)
  set(installed "")
  if(NOT TARGET wayfront_cuda)  # outside this tree: a plugin may be installed elsewhere than the library
    set(installed $<TARGET_FILE_DIR:wayfront::cuda>)
  endif()
  set_target_properties(${target} PROPERTIES CUDA_STANDARD 20 CUDA_STANDARD_REQUIRED ON CUDA_EXTENSIONS OFF
    CUDA_RUNTIME_LIBRARY Shared CUDA_VISIBILITY_PRESET hidden BUILD_RPATH "${CUDAToolkit_LIBRARY_DIR}"
    INSTALL_RPATH "$ORIGIN/../..;${installed};${CUDAToolkit_LIBRARY_DIR}")
endfunction()
