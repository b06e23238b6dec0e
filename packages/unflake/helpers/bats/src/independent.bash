# What setup_file of an independent step does: a fresh copy of the foundation, or of what the sequential steps that it names have made.

_unflake_part_independent() { :; }
_unflake_need setup || return 1

_unflake_setup_independent() { # step environment [prerequisite…]
  local step=${1-} name=${2-} REPLY prerequisite last= ground=foundation
  shift 2 || { error 'setup_independent_test wants a name and an environment'; return 1; }
  _unflake_is_name "$step" && _unflake_is_name "$name" || return 1
  for prerequisite in "$@"; do _unflake_can_be_needed "$prerequisite" "$step" || return 1; done
  case $name in
    foundation | sequential | after-*) error "the environment of $step cannot be $name: that one is shared"; return 1 ;;
  esac
  _unflake_places
  debug 2 "setup_independent_test $step in $name${*:+, after $*}"
  # Whoever started us and holds this environment has made the copy already.
  if _unflake_holds "$name" && [[ -d $_unflake_envs/$name ]]; then _unflake_load_env "$name"; return; fi
  _unflake_look_ahead
  _unflake_need making && _unflake_lock "$name" "$step of $_unflake_suite" || return 1
  # Without a rename first: nobody ever trusts what is in there, whole or half. Beside the copying, which goes to another name first.
  _unflake_removing=
  if [[ -e $_unflake_envs/$name ]]; then
    rm -rf "${_unflake_envs:?}/$name" 3>&- &
    _unflake_removing=$!
  fi
  for prerequisite in "$@"; do
    [[ $prerequisite != foundation ]] || continue
    if [[ -z $last ]] || _unflake_runs_after "$prerequisite" "$last"; then last=$prerequisite; fi
  done
  if [[ -n $last ]]; then
    ground=after-$last
    _unflake_lock "$ground" "$step of $_unflake_suite" || return 1
    UNFLAKE_SEQUENTIAL=$ground _unflake_ready "$ground" '' "$@" || { _unflake_unlock "$ground"; return 1; }
    _unflake_copy "$ground" "$name" || { _unflake_unlock "$ground"; return 1; }
    _unflake_unlock "$ground"
  else
    _unflake_from_foundation "$name" || return 1
  fi
  _unflake_load_env "$name"
}
