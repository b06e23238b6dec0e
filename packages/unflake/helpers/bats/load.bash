# Layered test environments for BATS: `load` this file. It brings what every test needs; what only setup_file, teardown_file or a
# distribution test needs is read from src/ when it is first called, because BATS reads every file again for every test.
# Needs bash 4.4 and flock(1), no Node. What stands on disk, and why: docs/design/environments-on-disk.md.

_unflake_home=${BASH_SOURCE[0]%/*}

# BATS traces every command of the files it reads, also definitions of functions; a file that is read while tracing is off is not traced.
case $- in
  *T*) set +T; source "$_unflake_home/src/core.bash"; set -T ;;
  *) source "$_unflake_home/src/core.bash" ;;
esac
