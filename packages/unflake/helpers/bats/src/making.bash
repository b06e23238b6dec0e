# Environments come about here, empty or as a copy, and go. Nobody ever sees half of one: it is made under another name and renamed.

_unflake_part_making() { :; }

_unflake_make_envs() {
  mkdir -p "$_unflake_envs/.locks" || { error "cannot make $_unflake_envs"; return 1; }
  [[ -e $_unflake_envs/.gitignore ]] || printf '*\n' >"$_unflake_envs/.gitignore"
}

# What an environment says of itself. Written last into a folder that is still under its other name.
_unflake_describe() { # folder environment from inputs
  local topdir=$_unflake_suite target=$_unflake_envs/$2
  while [[ -n $topdir && ! -e $topdir/.git ]]; do topdir=${topdir%/*}; done
  [[ -n $topdir ]] || topdir=${_unflake_suite%/*}
  printf 'format=1\nfrom=%s\ninputs=%s\n' "$3" "$4" >"$1/.bats-state/.made" &&
    printf 'TOPDIR=%q\nTEST_DIR=%q\nTEST_REPO=%q\nRESULT_DIR=%q\n' \
      "${topdir:-/}" "$target" "$target/repo" "$target/results" >"$1/.env"
}

# An empty environment. The caller holds its lock, and there is none of that name.
_unflake_create() { # environment inputs
  local making=$_unflake_envs/.making-$1-$$
  [[ -d $_unflake_envs ]] || _unflake_make_envs || return 1
  _unflake_sweep "$1"
  mkdir -p "$making/.bats-state" && _unflake_describe "$making" "$1" '' "$2" && mv -T "$making" "$_unflake_envs/$1" && return 0
  rm -rf "$making"
  error "cannot make the environment $1"
}

_unflake_create_if_absent() {
  local REPLY
  [[ ! -d $_unflake_envs/$1 ]] || { error "the environment $1 has no .env: unflake did not make it"; return 1; }
  _unflake_need inputs && _unflake_inputs || return 1
  _unflake_create "$1" "$REPLY"
}

# A copy. The caller holds both locks, and there is no environment of the new name.
_unflake_copy() { # from to
  local from=$_unflake_envs/$1 making=$_unflake_envs/.making-$2-$$ inputs= line said pid
  _unflake_sweep "$2"
  while IFS= read -r line; do [[ $line == inputs=* ]] && inputs=${line#inputs=}; done <"$from/.bats-state/.made"
  debug 2 "copying $1 to $2"
  if said=$(cp -a --reflink=auto "$from" "$making" 2>&1 3>&-); then
    for pid in "$making"/.bats-state/.pid-*; do [[ ! -e $pid ]] || rm -f "$pid"; done
    _unflake_describe "$making" "$2" "$1" "$inputs" && mv -T "$making" "$_unflake_envs/$2" && return 0
    said="cannot write $making"
  fi
  rm -rf "$making"
  error "cannot copy the environment $1 to $2: $said"
}

# Renamed first: what is half removed is no environment any more. The caller holds the lock.
_unflake_remove() {
  local going=$_unflake_envs/.making-$1-$$
  [[ -e $_unflake_envs/$1 ]] || return 0
  debug 2 "clean_env $1"
  _unflake_sweep "$1"
  mv -T "$_unflake_envs/$1" "$going" && rm -rf "$going" || error "cannot remove the environment $1"
}

# Leftovers under this environment's other name are nobody's, since we hold its lock; those of others, when their maker is gone.
_unflake_sweep() {
  local left pid
  for left in "$_unflake_envs"/.making-*; do
    [[ -e $left ]] || continue
    pid=${left##*-}
    [[ $left == "$_unflake_envs/.making-$1-$pid" || ! -e /proc/$pid ]] || continue
    debug 2 "removing what a cut-off run has left: ${left##*/}"
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
