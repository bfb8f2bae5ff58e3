# Tests that take seconds, so that `ctest -L fast` ends in a minute on two idle cores. Included once.
#
# Of a module: names as GoogleTest's filter has them. MODULE/slow runs them, MODULE the others.
set(ASOF_SLOW_archive Recover.CutsAFileOfFramesBack*)
set(ASOF_SLOW_catalog Settle.EqualsTheDefinition* Settle.CanBeKilledAfterAnyStep)
set(ASOF_SLOW_certificate Certify.FalseAttestations*)
set(ASOF_SLOW_lab OriginHistories.* HistoryReader.FindsTheChangesOfTheRealHistories)
set(ASOF_SLOW_layout Hostile.*)
set(ASOF_SLOW_navigate Joint.RepairsProbabilities*)
set(ASOF_SLOW_studies RateStudy.* Reproduce.* NavigateStudy.*)
set(ASOF_SLOW_warc WarcReader.FindsARecordBehindAMillion* WarcReader.AFlippedBit*)
set(ASOF_SLOW_weigh WeighTest.ComparesWhatABrowserShows*)

# Others: expressions for whole names of tests.
set(ASOF_SLOW_TESTS .*/slow release/.* scenario/lab-origin scenario/lab-run judges/.* tests/lint
    tests/durability_.* tests/bad_input tests/crawl_.* tests/lockstep tests/planted tests/hostile_diff
    tests/block_history tests/labels tests/assessment)

# Labels every test of this directory; to be called at its end.
function(asof_label_tests)
  get_directory_property(names TESTS)
  list(JOIN ASOF_SLOW_TESTS "|" slow)
  foreach(name IN LISTS names)
    set(label fast)
    if(name MATCHES "^(${slow})$")
      set(label slow)
    endif()
    set_tests_properties(${name} PROPERTIES LABELS ${label})
  endforeach()
endfunction()
