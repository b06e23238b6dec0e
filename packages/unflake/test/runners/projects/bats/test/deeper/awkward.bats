@test "spaces  in it" { true; }
@test "brackets [1] (two) {3}" { true; }
@test "\"double\" and 'single'" { true; }
@test "ünïcode ☃" { true; }
@test "a > b" { true; }
@test "back\\slash \\# | ^.*+?" { true; }
@test 'in single quotes' {
  true
}
@test "a \$dollar and \`ticks\`" { true; }
as_a_function() { # @test
  true
}
