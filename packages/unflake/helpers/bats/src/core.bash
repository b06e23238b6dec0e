# The functions that tests call, one line each. Most of the code is sourced on first use, because BATS reads every file again for every
# test.

# BATS traces every command with a DEBUG trap and stops at the first failure; the library needs neither. `local -` restores the caller's
# options, and the status of the last command is the result. These lines are traced themselves, so there are few of them.
setup_sequential_test() { local -; set +eETf; _unflake_in setup _unflake_setup_sequential "$@"; }
setup_independent_test() { local -; set +eETf; _unflake_in independent _unflake_setup_independent "$@"; }
mark_test_start() { local -; set +eETf; _unflake_in markers _unflake_mark_start "$@"; }
mark_test_complete() { local -; set +eETf; _unflake_in markers _unflake_mark_complete "$@"; }
detect_dirty_state() { local -; set +eETf; _unflake_in markers _unflake_detect_dirty "$@"; }
clean_env() { local -; set +eETf; _unflake_in making _unflake_clean_env "$@"; }
load_test_env() { local -; set +eETf; _unflake_load_env "$@"; }
validate_exact_distribution_contents() { local -; set +eETf; _unflake_in dist _unflake_dist_exact "$@"; }
validate_distribution_contents() { local -; set +eETf; _unflake_in dist _unflake_dist_patterns "$@"; }
get_distribution_files() { local -; set +eETf; _unflake_in dist _unflake_dist_files "$@"; }

# Calls a function of a part of the library.
_unflake_in() { # part function argument…
  local IFS=$' \t\n'
  _unflake_need "$1" || return 1
  "${@:2}"
}

# Sources a part of the library and its dependencies, once.
_unflake_need() {
  local part=$1
  declare -F "_unflake_part_$part" >/dev/null && return 0
  # shellcheck source=/dev/null
  source "$_unflake_home/src/$part.bash"
}

source "$_unflake_home/src/output.bash"
source "$_unflake_home/src/assert.bash"
source "$_unflake_home/src/places.bash"

[[ $_unflake_flags != *T* ]] || set -T
