# One holder an environment, by flock(2): the kernel gives the lock to one and takes it back when the holder and all its children are gone.

_unflake_part_lock() { :; }
_unflake_need process || return 1

declare -gA _unflake_lock_fds=()
# What those who started us hold already. Taken out of the environment: a test that runs another suite holds nothing of that.
_unflake_held=${UNFLAKE_ENV_HELD-}
unset UNFLAKE_ENV_HELD

_unflake_holds() { [[ ":$_unflake_held:" == *":$1:"* ]]; }

_unflake_lock() { # environment words
  local name=$1 words=$2 file fd
  _unflake_holds "$name" && return 0
  command -v flock >/dev/null || { error 'cannot lock: there is no flock on this machine (package util-linux)'; return 1; }
  file=$_unflake_envs/.locks/$name
  [[ -d $_unflake_envs/.locks ]] || _unflake_make_envs || return 1
  while :; do
    exec {fd}<>"$file" || { error "cannot open the lock $file"; return 1; }
    # Not `-n`: whoever looks whether it is held has it for a moment.
    flock -w 0.2 "$fd" || _unflake_wait_for_lock "$name" "$file" "$fd" || { exec {fd}>&-; return 1; }
    # Whoever removes all environments removes the locks too: a lock on a file that is no longer there is none.
    [[ $file -ef /proc/$BASHPID/fd/$fd ]] && break
    exec {fd}>&-
    [[ -d $_unflake_envs/.locks ]] || _unflake_make_envs || return 1
  done
  _unflake_identity || return 1
  printf '%s %s\n' "$REPLY" "$words" >"$file"
  _unflake_lock_fds[$name]=$fd
  _unflake_held=${_unflake_held:+$_unflake_held:}$name
  debug 4 "locked $name"
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

_unflake_wait_for_lock() { # environment file fd
  local seconds=${UNFLAKE_ENV_WAIT:-600} REPLY
  _unflake_holder "$2" "$3"
  out "waiting up to $seconds s for the environment $1: held by $REPLY"
  flock -w "$seconds" "$3" && return 0
  _unflake_holder "$2" "$3"
  error "the environment $1 is still locked after $seconds s: held by $REPLY"
}

# Who holds a lock, for people, in REPLY: what the holder wrote, or, when that one is gone, those who have the lock still open.
_unflake_holder() { # file fd
  local pid start boot words= fd info others=
  read -r pid start boot words 2>/dev/null <"$1"
  if [[ -n ${pid-} ]] && _unflake_is_alive "$pid $start $boot"; then REPLY="${words:-a run} (pid $pid)"; return 0; fi
  for fd in /proc/[0-9]*/fd/*; do
    [[ $1 -ef $fd ]] || continue
    info=${fd%/fd/*}
    [[ ${info##*/} != "$$" ]] || continue
    # Those who wait have it open too; a lock of their own is in their fdinfo.
    [[ $(<"$info/fdinfo/${fd##*/}") == *lock:* ]] 2>/dev/null || continue
    others+="${others:+, }pid ${info##*/}$(_unflake_command_line "${info##*/}")"
  done
  REPLY="${words:-a run} (pid ${pid:-unknown}, which is gone${others:+; still running: $others})"
}

_unflake_command_line() {
  local words
  mapfile -d '' -t words 2>/dev/null <"/proc/$1/cmdline" || return 0
  words="${words[*]}"
  printf ' (%s)' "${words:0:80}"
}
