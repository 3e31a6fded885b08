# GTest::gtest and GTest::gtest_main, for all tests of the project.
#
# The packaged library is compiled without sanitizers. Standard containers that
# go from instrumented code to it and back are then seen by AddressSanitizer as
# half annotated, so a sanitized build compiles GoogleTest with its own flags
# from the sources that Debian's package `googletest` installs.

set(AMP_GOOGLETEST_SOURCE "" CACHE PATH
    "Folder of GoogleTest's sources, to build it with this build's flags; \
the installed library is used where this is empty")

if(TARGET GTest::gtest_main)
  return()
endif()
if(NOT AMP_GOOGLETEST_SOURCE)
  find_package(GTest REQUIRED)
  return()
endif()
if(NOT EXISTS ${AMP_GOOGLETEST_SOURCE}/CMakeLists.txt)
  message(FATAL_ERROR "AMP_GOOGLETEST_SOURCE: there is no CMakeLists.txt in "
                      "${AMP_GOOGLETEST_SOURCE}; Debian's package `googletest` "
                      "installs the sources in /usr/src/googletest")
endif()
set(BUILD_GMOCK OFF)
set(INSTALL_GTEST OFF)
# Its own minimum of CMake is older than the policy of options that are variables.
set(CMAKE_POLICY_DEFAULT_CMP0077 NEW)
add_subdirectory(${AMP_GOOGLETEST_SOURCE} ${PROJECT_BINARY_DIR}/googletest
                 EXCLUDE_FROM_ALL SYSTEM)
