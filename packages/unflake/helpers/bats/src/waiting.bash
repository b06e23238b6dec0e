# Waits for a lock that another process holds, with a time limit, and names the holder.

_unflake_part_waiting() { :; }

_unflake_wait_for_lock() { # environment file fd
  local seconds=${UNFLAKE_ENV_WAIT:-600} REPLY
  command -v flock >/dev/null || { error 'cannot lock: there is no flock on this machine (package util-linux)'; return 1; }
  _unflake_holder "$2" "$3"
  out "waiting up to $seconds s for the environment $1: held by $REPLY"
  if flock -w "$seconds" "$3" 3>&-; then
    # The state from before a long wait may be out of date.
    _unflake_looking=
    return 0
  fi
  _unflake_holder "$2" "$3"
  error "the environment $1 is still locked after $seconds s: held by $REPLY"
}

# The holder of a lock, for people, in REPLY: the text that it wrote, or, if it is gone, the processes that still have the lock open.
_unflake_holder() { # file fd
  local pid start boot words= fd info others=
  read -r pid start boot words 2>/dev/null <"$1"
  if [[ -n ${pid-} ]] && _unflake_is_alive "$pid $start $boot"; then REPLY="${words:-a run} (pid $pid)"; return 0; fi
  for fd in /proc/[0-9]*/fd/*; do
    [[ $1 -ef $fd ]] || continue
    info=${fd%/fd/*}
    [[ ${info##*/} != "$$" ]] || continue
    # Waiting processes have the file open too; only the holder has a lock in its fdinfo.
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
