# Paths of the suite, its environments and their state, and the variables that tests see.

# Sets _unflake_suite and _unflake_envs. Computed each time, because a test may run another suite.
_unflake_places() {
  _unflake_suite=${UNFLAKE_SUITE:-${BATS_TEST_DIRNAME:-$PWD}}
  [[ $_unflake_suite == /* ]] || _unflake_suite=$PWD/$_unflake_suite
  # `bats .` and `bats ../tests` leave dots in the path, and one folder must have one path.
  [[ $_unflake_suite/ != */./* && $_unflake_suite/ != */../* ]] || _unflake_suite=$(cd "$_unflake_suite" && pwd)
  _unflake_envs=${UNFLAKE_ENVS:-$_unflake_suite/.envs}
  [[ $_unflake_envs == /* ]] || _unflake_envs=$PWD/$_unflake_envs
}

_unflake_is_name() {
  [[ $1 =~ ^[A-Za-z0-9][A-Za-z0-9._-]*$ ]] ||
    error "'$1' is not a valid name: use letters, digits, dots, dashes and underscores, starting with a letter or a digit"
}

# The environment for a name, in REPLY: `sequential` is another one while the base of an independent test is prepared.
_unflake_environment() {
  REPLY=$1
  [[ $1 != sequential ]] || REPLY=${UNFLAKE_SEQUENTIAL:-sequential}
  _unflake_is_name "$REPLY"
}

# The environment of a step with markers, in REPLY.
_unflake_environment_of() {
  case $1 in
    foundation) REPLY=foundation ;;
    [0-9][0-9]-*) _unflake_environment sequential ;;
    *) error "'$1' has no markers: only foundation and numbered tests (NN-name) have" ;;
  esac
}

_unflake_load_env() {
  local REPLY
  _unflake_environment "${1-}" || return 1
  _unflake_places
  if [[ ! -r $_unflake_envs/$REPLY/.env ]]; then
    _unflake_need making || return 1
    _unflake_create_if_absent "$REPLY" || return 1
  fi
  debug 4 "load_test_env $1: $_unflake_envs/$REPLY"
  # shellcheck source=/dev/null
  source "$_unflake_envs/$REPLY/.env" || { error "cannot read $_unflake_envs/$REPLY/.env"; return 1; }
  export TOPDIR TEST_DIR TEST_REPO RESULT_DIR
}
