# setup_file of an independent step: makes a fresh copy of the foundation, or of the result of the sequential steps that it names.

_unflake_part_independent() { :; }
_unflake_need setup && _unflake_need making || return 1

_unflake_setup_independent() { # step environment [prerequisite…]
  local step=${1-} name=${2-} REPLY prerequisite last= ground=foundation
  shift 2 || { error 'setup_independent_test needs a name and an environment'; return 1; }
  _unflake_is_name "$step" && _unflake_is_name "$name" || return 1
  for prerequisite in "$@"; do _unflake_can_be_needed "$prerequisite" "$step" || return 1; done
  case $name in
    foundation | sequential | after-[0-9][0-9]-*) error "the environment of $step cannot be $name: that one is shared"; return 1 ;;
  esac
  _unflake_places
  debug 2 "setup_independent_test $step in $name${*:+, after $*}"
  # The process that started us holds this environment and has made the copy already.
  if _unflake_holds "$name" && [[ -d $_unflake_envs/$name ]]; then _unflake_load_env "$name"; return; fi
  _unflake_look_ahead
  for prerequisite in "$@"; do
    [[ $prerequisite != foundation ]] || continue
    if [[ -z $last ]] || _unflake_runs_after "$prerequisite" "$last"; then last=$prerequisite; fi
  done
  if [[ -z $last ]] && _unflake_fresh_copy "$name" "$step"; then _unflake_load_env "$name"; return; fi
  _unflake_lock "$name" "$step of $_unflake_suite" || return 1
  # No rename first, because nobody trusts the contents before they are complete. The removal runs in parallel with the copy, which goes to
  # another name.
  _unflake_removing=
  if [[ -e $_unflake_envs/$name ]]; then
    rm -rf "${_unflake_envs:?}/$name" 3>&- &
    _unflake_removing=$!
  fi
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

# The common case in one step: nobody holds a lock, and the foundation is clean. Its state is checked before and after the copy, while its
# lock is held. Otherwise it fails silently and releases its locks.
_unflake_fresh_copy() { # environment step
  local name=$1 locks=$_unflake_envs/.locks state=$_unflake_envs/foundation/.bats-state left pid own ground inputs= line REPLY made env status
  [[ -e $locks/foundation && -s $state/.complete-foundation && -r $state/.made ]] || return 1
  ! _unflake_holds "$name" && ! _unflake_holds foundation || return 1
  for left in "$_unflake_envs"/.making-*; do
    pid=${left##*-}
    [[ ! -e $left || ($left != "$_unflake_envs/.making-$name-$pid" && -e /proc/$pid) ]] || return 1
  done
  while IFS= read -r line; do [[ $line != inputs=* ]] || inputs=${line#inputs=}; done <"$state/.made"
  _unflake_description "$name" foundation "$inputs"
  _unflake_identity && { exec {own}<>"$locks/$name" {ground}<>"$locks/foundation"; } 2>/dev/null || return 1
  sh "$_unflake_home/src/fresh-copy.sh" "$_unflake_envs" "$name" "$_unflake_envs/.making-$name-$$" "$REPLY $2 of $_unflake_suite" \
    "$REPLY a copy for $name, of $_unflake_suite" "$made" "$env" 2>/dev/null 3>&- 5>&"$own" 6>&"$ground"
  status=$?
  if ((status == 0)); then
    _unflake_state foundation foundation && [[ $REPLY == clean && $_unflake_made_from == "$inputs" && -s $state/.complete-foundation ]]
    status=$?
  fi
  exec {ground}>&-
  if ((status == 0)); then
    _unflake_has_locked "$name" "$own"
    debug 2 "copying foundation to $name"
  else
    exec {own}>&-
  fi
  return $status
}
