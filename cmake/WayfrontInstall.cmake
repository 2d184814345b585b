# What authors of plugins and of programs need, installed: the headers, the library wayfront::host, the package that
# find_package(Wayfront) reads and the one for pkg-config; and the licence. The program and plugins are installed by the
# lines that build them.

set(wayfront_package ${CMAKE_INSTALL_LIBDIR}/cmake/Wayfront)

install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(TARGETS wayfront_sdk wayfront_library EXPORT WayfrontTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/core/include/wayfront DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.hpp" PATTERN "*.cuh")
install(EXPORT WayfrontTargets NAMESPACE wayfront:: DESTINATION ${wayfront_package})
if(TARGET wayfront_cuda)  # an export of its own, since only it needs a CUDA toolkit
  install(TARGETS wayfront_cuda EXPORT WayfrontCudaTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT WayfrontCudaTargets NAMESPACE wayfront:: DESTINATION ${wayfront_package})
endif()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/WayfrontConfig.cmake.in
  ${PROJECT_BINARY_DIR}/package/WayfrontConfig.cmake INSTALL_DESTINATION ${wayfront_package}
  PATH_VARS CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/WayfrontConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/package/WayfrontConfig.cmake
  ${PROJECT_BINARY_DIR}/package/WayfrontConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/cmake/WayfrontPlugin.cmake
  ${PROJECT_SOURCE_DIR}/cmake/plugin.map
  DESTINATION ${wayfront_package})

file(RELATIVE_PATH wayfront_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(${PROJECT_SOURCE_DIR}/cmake/wayfront.pc.in ${PROJECT_BINARY_DIR}/package/wayfront.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/package/wayfront.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
