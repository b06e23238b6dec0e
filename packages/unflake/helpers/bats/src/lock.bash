# One holder per environment, by flock(2): the kernel releases the lock when the holder and all its children have exited.

_unflake_part_lock() { :; }
_unflake_need process || return 1

declare -gA _unflake_lock_fds=()
# The locks that our parent processes hold, and the hash of the inputs that they computed. Removed from the environment, because a test that
# runs another suite holds none of these.
_unflake_held=${UNFLAKE_ENV_HELD-}
[[ -z ${UNFLAKE_ENV_INPUTS+set} ]] || _unflake_told=$UNFLAKE_ENV_INPUTS
unset UNFLAKE_ENV_HELD UNFLAKE_ENV_INPUTS

_unflake_holds() { [[ ":$_unflake_held:" == *":$1:"* ]]; }

_unflake_lock() { # environment words
  local name=$1 words=$2 file fd
  _unflake_holds "$name" && return 0
  file=$_unflake_envs/.locks/$name
  [[ -d $_unflake_envs/.locks ]] || { _unflake_need making && _unflake_make_envs; } || return 1
  while :; do
    exec {fd}<>"$file" || { error "cannot open the lock $file"; return 1; }
    # Not `-n`: a process that checks whether the lock is held takes it for a moment.
    flock -w 0.2 "$fd" || { _unflake_need waiting && _unflake_wait_for_lock "$name" "$file" "$fd"; } || { exec {fd}>&-; return 1; }
    # Removing all environments also removes the lock files, so a lock on a deleted file does not count.
    [[ $file -ef /proc/$BASHPID/fd/$fd ]] && break
    exec {fd}>&-
    [[ -d $_unflake_envs/.locks ]] || { _unflake_need making && _unflake_make_envs; } || return 1
  done
  _unflake_identity || { error 'cannot tell which process this is: there is no /proc on this machine'; return 1; }
  # Overwrites in place; only the first line counts. Truncating first is slow on ext4, see markers.bash.
  printf '%s %s\n' "$REPLY" "$words" >&"$fd"
  _unflake_has_locked "$name" "$fd"
}

_unflake_has_locked() { # environment fd
  _unflake_lock_fds[$1]=$2
  _unflake_held=${_unflake_held:+$_unflake_held:}$1
  debug 4 "locked $1"
}

_unflake_unlock() {
  local fd=${_unflake_lock_fds[$1]-}
  [[ -n $fd ]] || return 0
  exec {fd}>&-
  unset "_unflake_lock_fds[$1]"
  _unflake_held=:$_unflake_held:
  _unflake_held=${_unflake_held/":$1:"/:}
  _unflake_held=${_unflake_held#:}
  _unflake_held=${_unflake_held%:}
  debug 4 "unlocked $1"
}
