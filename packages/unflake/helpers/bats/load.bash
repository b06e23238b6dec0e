# Layered test environments for BATS: `load` this file. It defines what every test needs. What only setup_file, teardown_file or a
# distribution test needs is sourced from src/ on first use, because BATS reads every file again for every test. Requires bash 4.4 and
# flock(1), but not Node. docs/design/environments-on-disk.md describes the files on disk.

# BATS traces every command of the files that it sources, including function definitions, and records the stack before each, except for
# libraries that it knows. A file that is sourced while tracing is off is not traced; src/core.bash turns tracing on again. In BATS 1.8 to
# 1.13 the list of libraries holds for setup_file and teardown_file; elsewhere the only cost is time.
_unflake_home=${BASH_SOURCE[0]%/*} _unflake_flags=$- BATS_DEBUG_EXCLUDE_PATHS+=("${BASH_SOURCE[0]%/*}/")
set +T
source "$_unflake_home/src/core.bash"
