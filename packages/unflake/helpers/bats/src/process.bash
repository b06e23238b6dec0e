# Identifies processes: a pid may be reused, so the start time and the boot id are stored with it.

_unflake_part_process() { :; }

# `<pid> <start time> <boot id>` of a process, or of this shell, in REPLY.
_unflake_identity() {
  local pid=${1:-$$} stat boot=unknown IFS=$' \t\n'
  if [[ $pid == "$$" && -n ${_unflake_self-} ]]; then REPLY=$_unflake_self; return 0; fi
  read -r stat 2>/dev/null <"/proc/$pid/stat" || return 1
  # The name in parentheses may contain anything; the fields after the last parenthesis may not.
  # Split by assignment, because `read <<<` reads its pipe byte by byte; no field contains a pattern.
  # shellcheck disable=SC2206
  stat=(${stat##*) })
  read -r boot 2>/dev/null </proc/sys/kernel/random/boot_id
  [[ ${stat[0]} != Z ]] || return 1
  REPLY="$pid ${stat[19]} $boot"
  [[ $pid != "$$" ]] || _unflake_self=$REPLY
}

# True if the process with this identity is alive: not a later one with the same pid, and not a zombie.
_unflake_is_alive() {
  local known=$1 pid REPLY
  pid=${known%% *}
  [[ $pid =~ ^[0-9]+$ ]] || return 1
  _unflake_identity "$pid" || return 1
  [[ "$known " == "$REPLY "* ]]
}

# Seconds since the epoch, in REPLY.
_unflake_milliseconds() {
  # unflake-allow wall-clock: a duration that is shown to people
  if [[ -n ${EPOCHREALTIME-} ]]; then
    # unflake-allow wall-clock: as above
    local now=${EPOCHREALTIME/[!0-9]/}
    REPLY=${now%???}
  else
    # unflake-allow wall-clock: as above
    REPLY=$(date +%s%3N)
  fi
}
