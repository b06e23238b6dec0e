# BATS itself notices an exit, and calls it a failure; without its trap the process ends and nothing is said.
@test "exits with seven" { trap - EXIT; exit 7; }
@test "exits with zero" { trap - EXIT; exit 0; }
@test "kills itself" { kill -9 $$; }
@test "hangs" { sleep 1000000; }
