setup() {
  if [ "$BATS_TEST_DESCRIPTION" = errors ]; then false; fi
}

@test "passes" { true; }
@test "fails" {
  echo "what came"
  [ "what came" = "what was expected" ]
}
@test "errors" { true; }
@test "skips" { skip "not today"; }
