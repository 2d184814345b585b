# What authors of plugins and of programs need, installed: the headers, the libraries wayfront::host and wayfront::lab, the package that
# find_package(Wayfront) reads and the one for pkg-config; and documentation and pipelines to start from. The
# program and plugins are installed by the lines that build them.

set(wayfront_package ${CMAKE_INSTALL_LIBDIR}/cmake/Wayfront)
set(dev COMPONENT wayfront-dev)

install(TARGETS wayfront_sdk wayfront_host wayfront_lab EXPORT WayfrontTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT libwayfront NAMELINK_COMPONENT wayfront-dev)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/core/include/wayfront ${PROJECT_SOURCE_DIR}/lab/include/wayfront DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} ${dev}
  FILES_MATCHING PATTERN "*.hpp" PATTERN "*.cuh")
install(EXPORT WayfrontTargets NAMESPACE wayfront:: DESTINATION ${wayfront_package} ${dev})
if(TARGET wayfront_cuda)  # an export of its own, since only it needs a CUDA toolkit
  install(TARGETS wayfront_cuda EXPORT WayfrontCudaTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT wayfront-cuda)
  install(EXPORT WayfrontCudaTargets NAMESPACE wayfront:: DESTINATION ${wayfront_package} COMPONENT wayfront-cuda)
endif()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/WayfrontConfig.cmake.in
  ${PROJECT_BINARY_DIR}/package/WayfrontConfig.cmake INSTALL_DESTINATION ${wayfront_package}
  PATH_VARS CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/WayfrontConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/package/WayfrontConfig.cmake
  ${PROJECT_BINARY_DIR}/package/WayfrontConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/cmake/WayfrontCudaToolkit.cmake
  ${PROJECT_SOURCE_DIR}/cmake/WayfrontPlugin.cmake
  ${PROJECT_SOURCE_DIR}/cmake/plugin.map
  DESTINATION ${wayfront_package} ${dev})

file(RELATIVE_PATH wayfront_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(${PROJECT_SOURCE_DIR}/cmake/wayfront.pc.in ${PROJECT_BINARY_DIR}/package/wayfront.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/package/wayfront.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig ${dev})

add_custom_target(uninstall COMMAND ${CMAKE_COMMAND} -DMANIFEST=${PROJECT_BINARY_DIR}/install_manifest.txt
  -P ${PROJECT_SOURCE_DIR}/cmake/Uninstall.cmake VERBATIM)

# Documentation in folders as in the source tree, so that links between pages hold.
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${PROJECT_SOURCE_DIR}/tests/plugins/small/delta_stepping.cpp  # which they go through
  ${PROJECT_SOURCE_DIR}/tests/plugins/small/bellman_ford.cpp DESTINATION ${CMAKE_INSTALL_DOCDIR}/tests/plugins/small)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR}
  FILES_MATCHING PATTERN "*.md" PATTERN "*.svg" PATTERN "*.webp")
file(GLOB readmes CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/plugins/*/README.md
  ${PROJECT_SOURCE_DIR}/plugins/*/*/README.md
  ${PROJECT_SOURCE_DIR}/loaders/*/README.md)
foreach(readme IN LISTS readmes)
  get_filename_component(folder ${readme} DIRECTORY)
  install(FILES ${readme} DESTINATION ${CMAKE_INSTALL_DOCDIR}/${folder})
endforeach()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/configs DESTINATION ${CMAKE_INSTALL_DATADIR}/wayfront FILES_MATCHING PATTERN "*.toml")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/contrib/peers DESTINATION ${CMAKE_INSTALL_DOCDIR}/contrib
  USE_SOURCE_PERMISSIONS PATTERN "__pycache__" EXCLUDE)
