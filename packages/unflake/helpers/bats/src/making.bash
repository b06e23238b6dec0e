# Creates environments, empty or as a copy, and removes them. Each is created under a temporary name and renamed, so nobody sees a partial
# one.

_unflake_part_making() { :; }

_unflake_make_envs() {
  mkdir -p "$_unflake_envs/.locks" || { error "cannot create $_unflake_envs"; return 1; }
  [[ -e $_unflake_envs/.gitignore ]] || printf '*\n' >"$_unflake_envs/.gitignore"
}

# The metadata of an environment, written last while the folder still has its temporary name.
_unflake_describe() { # folder environment from inputs
  local made env
  _unflake_description "$2" "$3" "$4"
  # A copy has these files already; they are truncated and closed first, see markers.bash.
  { : >"$1/.bats-state/.made"; } && printf '%s' "$made" >>"$1/.bats-state/.made" && { : >"$1/.env"; } && printf '%s' "$env" >>"$1/.env"
}

# The same as text, in the caller's `made` and `env`.
_unflake_description() { # environment from inputs
  local topdir=$_unflake_suite target=$_unflake_envs/$1
  while [[ -n $topdir && ! -e $topdir/.git ]]; do topdir=${topdir%/*}; done
  [[ -n $topdir ]] || topdir=${_unflake_suite%/*}
  printf -v made 'format=1\nfrom=%s\ninputs=%s\n' "$2" "$3"
  printf -v env 'TOPDIR=%q\nTEST_DIR=%q\nTEST_REPO=%q\nRESULT_DIR=%q\n' "${topdir:-/}" "$target" "$target/repo" "$target/results"
}

# Moves the folder into place after the previous one is removed.
_unflake_settle() { # folder environment
  if [[ -n ${_unflake_removing-} ]]; then
    wait "$_unflake_removing" || { error "cannot remove what was there before $2"; return 1; }
    _unflake_removing=
  fi
  mv -T "$1" "$_unflake_envs/$2"
}

# Creates an empty environment. The caller holds its lock, and no environment of that name exists.
_unflake_create() { # environment inputs
  local making=$_unflake_envs/.making-$1-$$
  [[ -d $_unflake_envs ]] || _unflake_make_envs || return 1
  _unflake_sweep "$1"
  mkdir -p "$making/.bats-state" && _unflake_describe "$making" "$1" '' "$2" && _unflake_settle "$making" "$1" && return 0
  rm -rf "$making"
  error "cannot create the environment $1"
}

_unflake_create_if_absent() {
  local REPLY
  [[ ! -d $_unflake_envs/$1 ]] || { error "the environment $1 has no .env: unflake did not create it"; return 1; }
  _unflake_need inputs && _unflake_inputs || return 1
  _unflake_create "$1" "$REPLY"
}

# Creates a copy of the foundation, which is built first if necessary; an empty environment if the suite has no foundation.
_unflake_from_foundation() { # environment
  local name=$1 REPLY status=0
  if ! _unflake_foundation_file; then _unflake_create "$name" ''; return; fi
  _unflake_lock foundation "a copy for $name, of $_unflake_suite" || return 1
  _unflake_state foundation foundation || status=1
  if ((status == 0)) && [[ $REPLY != clean || ! -s $_unflake_envs/foundation/.bats-state/.complete-foundation ]]; then
    case $REPLY in
      absent) debug 2 'the foundation does not exist yet' ;;
      clean) debug 2 'the foundation is not complete' ;;
      *) debug 1 "the foundation is $REPLY: $_unflake_why; it is rebuilt" ;;
    esac
    _unflake_need prerequisites && _unflake_run_step foundation "$name" || status=1
  fi
  ((status != 0)) || _unflake_copy foundation "$name" || status=1
  _unflake_unlock foundation
  return $status
}

# Copies an environment. The caller holds both locks, and no environment of the new name exists.
_unflake_copy() { # from to
  local from=$_unflake_envs/$1 making=$_unflake_envs/.making-$2-$$ inputs= line said pid
  _unflake_sweep "$2"
  while IFS= read -r line; do [[ $line == inputs=* ]] && inputs=${line#inputs=}; done <"$from/.bats-state/.made"
  debug 2 "copying $1 to $2"
  if said=$(exec cp -a --reflink=auto "$from" "$making" 2>&1 3>&-); then
    for pid in "$making"/.bats-state/.pid-*; do _unflake_empty_marker "$pid"; done
    _unflake_describe "$making" "$2" "$1" "$inputs" && _unflake_settle "$making" "$2" && return 0
    said="cannot write $making"
  fi
  rm -rf "$making"
  error "cannot copy the environment $1 to $2: $said"
}

# Renames first, so that a half-removed folder is not taken for an environment. The caller holds the lock.
_unflake_remove() {
  local going=$_unflake_envs/.making-$1-$$
  [[ -e $_unflake_envs/$1 ]] || return 0
  debug 2 "clean_env $1"
  _unflake_sweep "$1"
  mv -T "$_unflake_envs/$1" "$going" && rm -rf "$going" || error "cannot remove the environment $1"
}

# Removes leftovers of cut-off runs: those of this environment, because we hold its lock, and those of others whose process is gone.
_unflake_sweep() {
  local left pid
  for left in "$_unflake_envs"/.making-*; do
    [[ -e $left ]] || continue
    pid=${left##*-}
    [[ $left == "$_unflake_envs/.making-$1-$pid" || ! -e /proc/$pid ]] || continue
    debug 2 "removing what an interrupted run left: ${left##*/}"
    rm -rf "$left"
  done
}

_unflake_clean_env() {
  local REPLY
  _unflake_environment "${1-}" || return 1
  _unflake_places
  _unflake_need lock || return 1
  local name=$REPLY before=$_unflake_held
  _unflake_lock "$name" "clean_env $name" || return 1
  _unflake_remove "$name"
  local removed=$?
  [[ $before == "$_unflake_held" ]] || _unflake_unlock "$name"
  return $removed
}
