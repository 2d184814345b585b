# wayfront_shared_rooms(TARGET NAME EXPORT): what the shared libraries libwayfront and libwayfront_lab have in common. They
# export the names of namespace wayfront and nothing of other libraries.
function(wayfront_shared_rooms target name export)
  set(map ${PROJECT_SOURCE_DIR}/cmake/library.map)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} EXPORT_NAME ${export} VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib
    LINK_DEPENDS ${map} INSTALL_RPATH $ORIGIN)
  target_compile_options(${target} PRIVATE ${WAYFRONT_SMALL_OPTIONS})
  target_link_options(${target} PRIVATE LINKER:--version-script=${map} LINKER:--exclude-libs,ALL
    LINKER:--gc-sections)
  wayfront_compile_rooms(${target})
endfunction()

# wayfront_compile_rooms(TARGET): how sources of such a library are compiled.
function(wayfront_compile_rooms target)
  set_target_properties(${target} PROPERTIES VISIBILITY_INLINES_HIDDEN ON)
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fno-semantic-interposition>)
  wayfront_unity(${target})
  set_target_properties(${target} PROPERTIES UNITY_BUILD_BATCH_SIZE 8) # as quick as 16, and quicker after a change
  wayfront_precompile(${target})
endfunction()
