# What tests call, one line each: most of it is read when it is first called, because BATS reads every file again for every test.

# BATS traces every command with a DEBUG trap and stops at the first that fails; inside the library neither is wanted. `local -` puts the
# caller's options back, and the last command's status is the answer. These lines themselves are traced, so they are few.
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

# A function of a part of the library.
_unflake_in() { # part function argument…
  local IFS=$' \t\n'
  _unflake_need "$1" || return 1
  "${@:2}"
}

# Reads a part of the library, and what that part needs, once.
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
