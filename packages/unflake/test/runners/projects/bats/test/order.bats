@test "victim" { [ ! -e "$TMPDIR/polluted" ]; }
@test "polluter" { touch "$TMPDIR/polluted"; }
@test "self-polluter" { mkdir "$TMPDIR/once"; }
