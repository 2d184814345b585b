# Debian packages, made by CPack from an installation of each component: scripts/package, or `cpack -G DEB` in a build
# folder. A component is called like its package. Nothing is compiled here; packaging/finish.cmake adds what only
# packages have.

set(WAYFRONT_MAINTAINER "Wayfront developers <maintainers@users.noreply.a-seed-3b52f926.example>" CACHE STRING
  "Name and address that packages state as their maintainer")
set(soversion ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(version "${PROJECT_VERSION}-1")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME wayfront)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # each package has its own
set(CPACK_PACKAGE_CONTACT ${WAYFRONT_MAINTAINER})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/packaging/finish.cmake)
set(CPACK_WAYFRONT_PACKAGING ${PROJECT_SOURCE_DIR}/packaging)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/lib)  # libraries that one of these packages has
set(CPACK_COMPONENTS_ALL)

# wayfront_add_package(COMPONENT SUMMARY DESCRIPTION KEY VALUE...): keys of CPACK_DEBIAN_<COMPONENT>_..., such as
# PACKAGE_DEPENDS. What programs and libraries need is found by dpkg-shlibdeps.
macro(wayfront_add_package component summary description)
  list(APPEND CPACK_COMPONENTS_ALL ${component})
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${component})
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "${summary}\n${description}")
  set(settings "${ARGN}")
  while(settings)
    list(POP_FRONT settings key value)
    set(CPACK_DEBIAN_${upper}_${key} ${value})
  endwhile()
endmacro()

# Tells dpkg-shlibdeps which package a program needs that is linked with these libraries, and ldconfig that they are there. CPack
# would call ldconfig itself, unless there are scripts.
macro(wayfront_add_shlibs component libraries package)
  string(TOUPPER ${component} upper)
  set(shlibs ${libraries})
  list(TRANSFORM shlibs APPEND " ${soversion} ${package} (>= ${PROJECT_VERSION})\n")
  list(JOIN shlibs "" shlibs)
  file(WRITE ${PROJECT_BINARY_DIR}/package/${component}/shlibs "${shlibs}")
  set(library_files ${PROJECT_SOURCE_DIR}/packaging/library)
  set(CPACK_DEBIAN_${upper}_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/package/${component}/shlibs
    ${library_files}/triggers ${library_files}/postinst ${library_files}/postrm)
endmacro()

wayfront_add_package(wayfront "shortest paths: run, compare and check algorithms"
  "Wayfront runs single-source shortest path algorithms on graphs of many
formats, compares their speed and proves each answer. This package has the
program, the algorithms for CPUs and the readers of graph files."
  PACKAGE_DEPENDS "libwayfront${soversion} (= ${version})"
  PACKAGE_SUGGESTS "wayfront-dev, wayfront-igraph, wayfront-pbgl, wayfront-cuda, python3-wayfront")
wayfront_add_package(libwayfront "shortest paths: shared library"
  "Wayfront runs single-source shortest path algorithms and proves each answer.
This package has the library that programs in C++ and Python use."
  PACKAGE_NAME libwayfront${soversion} PACKAGE_SECTION libs PACKAGE_DEPENDS "wayfront (= ${version})")
wayfront_add_shlibs(libwayfront "libwayfront;libwayfront_lab" libwayfront${soversion})
wayfront_add_package(wayfront-dev "shortest paths: headers for programs and plugins"
  "Wayfront runs single-source shortest path algorithms and proves each answer.
This package has the headers, and the packages for CMake and pkg-config, with
which programs that use its library and further plugins are built."
  PACKAGE_SECTION libdevel PACKAGE_DEPENDS "libwayfront${soversion} (= ${version}), wayfront (= ${version})"
  PACKAGE_RECOMMENDS "cmake, g++" PACKAGE_SUGGESTS "pkgconf")
if(TARGET igraph)
  wayfront_add_package(wayfront-igraph "shortest paths: igraph's algorithms, to compare with"
    "Wayfront runs single-source shortest path algorithms and proves each answer.
This package has the plugin that calls igraph, whose licence is GPL-2+."
    PACKAGE_DEPENDS "wayfront (= ${version})")
endif()
if(TARGET pbgl)
  wayfront_add_package(wayfront-pbgl "shortest paths: Parallel BGL's algorithms on MPI"
    "Wayfront runs single-source shortest path algorithms and proves each answer.
This package has the plugin that starts Parallel BGL's algorithms on one or
more machines by MPI."
    PACKAGE_DEPENDS "wayfront (= ${version}), openmpi-bin")
endif()
if(TARGET wayfront_cuda)
  set(runtime cuda-cudart-${CUDAToolkit_VERSION_MAJOR}-${CUDAToolkit_VERSION_MINOR})  # NVIDIA's package
  wayfront_add_package(wayfront-cuda "shortest paths: algorithms for CUDA GPUs"
    "Wayfront runs single-source shortest path algorithms and proves each answer.
This package has the plugins for CUDA GPUs and the library that they share. They
need NVIDIA's driver and the CUDA runtime ${CUDAToolkit_VERSION_MAJOR}."
    PACKAGE_SECTION contrib/science PACKAGE_DEPENDS "wayfront (= ${version})" PACKAGE_RECOMMENDS ${runtime}
    PACKAGE_SUGGESTS "wayfront-dev")
  wayfront_add_shlibs(wayfront-cuda libwayfront_cuda wayfront-cuda)
endif()
if(WAYFRONT_HAS_PYTHON)
  math(EXPR next_python "${Python_VERSION_MINOR} + 1")
  wayfront_add_package(python3-wayfront "shortest paths: Python module"
    "Wayfront runs single-source shortest path algorithms and proves each answer.
This package has the module for Python, which takes graphs of NumPy, SciPy,
pandas and NetworkX."
    PACKAGE_SECTION python
    PACKAGE_DEPENDS "libwayfront${soversion} (= ${version}), python3 (>= 3.${Python_VERSION_MINOR}~), python3 (<< 3.${next_python}), python3-numpy"
    PACKAGE_SUGGESTS "python3-scipy, python3-pandas, python3-networkx")
  set(CPACK_DEBIAN_PYTHON3-WAYFRONT_PACKAGE_CONTROL_EXTRA
    ${PROJECT_SOURCE_DIR}/packaging/python/postinst ${PROJECT_SOURCE_DIR}/packaging/python/prerm)
endif()

include(CPack)
