# One holder an environment, by flock(2): the kernel gives the lock to one and takes it back when the holder and all its children are gone.

_unflake_part_lock() { :; }
_unflake_need process || return 1

declare -gA _unflake_lock_fds=()
# What those who started us hold already, and what they found the hash of the inputs to be. Taken out of the environment: a test that runs another suite holds nothing of that.
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
    # Not `-n`: whoever looks whether it is held has it for a moment.
    flock -w 0.2 "$fd" || { _unflake_need waiting && _unflake_wait_for_lock "$name" "$file" "$fd"; } || { exec {fd}>&-; return 1; }
    # Whoever removes all environments removes the locks too: a lock on a file that is no longer there is none.
    [[ $file -ef /proc/$BASHPID/fd/$fd ]] && break
    exec {fd}>&-
    [[ -d $_unflake_envs/.locks ]] || { _unflake_need making && _unflake_make_envs; } || return 1
  done
  _unflake_identity || { error 'cannot tell which process this is: there is no /proc on this machine'; return 1; }
  # Over what is there, of which only the first line counts: to empty it first is dear on ext4, see markers.bash.
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
