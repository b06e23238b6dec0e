# Layered test environments for BATS: `load` this file. It brings what every test needs; what only setup_file, teardown_file or a
# distribution test needs is read from src/ when it is first called, because BATS reads every file again for every test.
# Needs bash 4.4 and flock(1), no Node. What stands on disk, and why: docs/design/environments-on-disk.md.

# BATS traces every command of the files it reads, also definitions of functions, and takes down the stack before each, but not for those
# of libraries that it knows of. A file that is read while tracing is off is not traced; src/core.bash turns it on again. In 1.8 to 1.13
# the list of libraries holds for setup_file and teardown_file; where it does not, it only costs time.
_unflake_home=${BASH_SOURCE[0]%/*} _unflake_flags=$- BATS_DEBUG_EXCLUDE_PATHS+=("${BASH_SOURCE[0]%/*}/")
set +T
source "$_unflake_home/src/core.bash"
