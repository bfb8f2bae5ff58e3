# asof_module(NAME [APART] [IN directory] USES module... TEST_USES module... LINKS library... TEST_LINKS library...)
#
# A module is a directory of src/ (or of IN) and a static library. USES names modules declared above it, so a
# cycle cannot be written down. The test NAME/layers fails when an #include reaches further, and when no
# #include needs a module named here. TEST_USES names modules that the module's tests alone include.
# Sources and tests are found by themselves: X.cc is built, X_test.cc is a test.
# A module's sources are compiled a dozen at a time, which takes a third of the time; APART: one by one,
# where private names repeat because its files are alike, with the usual headers precompiled.
# -DASOF_TOGETHER=OFF compiles all sources one by one, as they stand.
function(asof_module name)
  cmake_parse_arguments(M "APART" "IN" "USES;TEST_USES;LINKS;TEST_LINKS" ${ARGN})
  if(NOT M_IN)
    set(M_IN ${CMAKE_CURRENT_SOURCE_DIR})
  endif()
  file(GLOB sources CONFIGURE_DEPENDS ${M_IN}/${name}/*.cc)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_(test|main)\\.cc$")
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")

  if(NOT sources)
    return()  # a place kept
  endif()
  add_library(asof_${name} STATIC ${sources})
  if(ASOF_TOGETHER AND M_APART)
    target_precompile_headers(asof_${name} PRIVATE ${ASOF_USUAL_HEADERS})
  elseif(ASOF_TOGETHER)
    set_target_properties(asof_${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 12)
    # One source's locals may be called as another's private constants.
    target_compile_options(asof_${name} PRIVATE -Wno-shadow $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  endif()
  target_include_directories(asof_${name} PUBLIC ${M_IN})
  foreach(used IN LISTS M_USES M_TEST_USES)
    if(NOT TARGET asof_${used})
      message(FATAL_ERROR "${name} uses ${used}, which src/CMakeLists.txt has not declared above it")
    endif()
  endforeach()
  list(TRANSFORM M_USES PREPEND asof_ OUTPUT_VARIABLE libraries)
  list(TRANSFORM M_TEST_USES PREPEND asof_ OUTPUT_VARIABLE test_libraries)
  target_link_libraries(asof_${name} PUBLIC ${libraries})
  target_link_libraries(asof_${name} PUBLIC ${M_LINKS} Threads::Threads)

  if(ASOF_TESTS)
    add_test(NAME ${name}/layers
             COMMAND ${CMAKE_COMMAND} -DMODULE=${name} "-DUSES=${M_USES}" "-DTEST_USES=${M_TEST_USES}"
                     -DDIR=${M_IN} -P ${CMAKE_SOURCE_DIR}/cmake/check_layers.cmake)
    if(tests)
      add_executable(${name}_test ${tests})
      target_include_directories(${name}_test PRIVATE ${CMAKE_SOURCE_DIR}/tests)
      target_compile_definitions(${name}_test PRIVATE
        ASOF_SHARED="${CMAKE_SOURCE_DIR}/../shared" ASOF_SOURCE="${CMAKE_SOURCE_DIR}")
      target_compile_options(${name}_test PRIVATE ${ASOF_TEST_WARNINGS})
      target_link_libraries(${name}_test PRIVATE asof_${name} ${test_libraries} ${M_TEST_LINKS} GTest::gtest GTest::gtest_main)
      target_precompile_headers(${name}_test REUSE_FROM asof_test_headers)
      list(JOIN ASOF_SLOW_${name} ":" slow)
      add_test(NAME ${name} COMMAND ${name}_test --gtest_brief=1 --gtest_filter=-${slow})
      if(slow)
        add_test(NAME ${name}/slow COMMAND ${name}_test --gtest_brief=1 --gtest_filter=${slow})
      endif()
    endif()
  endif()
endfunction()
