setup_file() { export BATS_TEST_RETRIES=3; }
@test "passes at the second try" { [ "$BATS_TEST_TRY_NUMBER" -gt 1 ]; }
