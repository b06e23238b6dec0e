# Markers in an environment's state folder: which steps have started, are complete, or are running; and whether that state can be trusted.

_unflake_part_markers() { :; }
_unflake_need process || return 1

# Markers are written and truncated in place: renaming and removing would cost a process each. An empty `.complete-X` or `.pid-X` does not
# count, so a marker that is not written yet, or could not be on a full disk, is never taken for a valid one. Never truncate and write
# through one descriptor: ext4 treats that as a replacement and flushes to disk before the file is closed.
_unflake_write_marker() { # path content
  { [[ ! -s $1 ]] || : >"$1"; } 2>/dev/null && printf '%s\n' "$2" 2>/dev/null >>"$1" || error "cannot write $1"
}

_unflake_empty_marker() { # path
  [[ ! -s $1 ]] || : 2>/dev/null >"$1" || error "cannot write $1"
}

_unflake_mark_start() {
  local step=${1-} REPLY state
  _unflake_is_name "$step" && _unflake_environment_of "$step" || return 1
  _unflake_places
  state=$_unflake_envs/$REPLY/.bats-state
  [[ -d $state ]] || { error "cannot mark $step as started: there is no environment $REPLY"; return 1; }
  _unflake_empty_marker "$state/.complete-$step" || return 1
  _unflake_identity || return 1
  _unflake_write_marker "$state/.pid-$step" "$REPLY" || return 1
  _unflake_milliseconds
  _unflake_started_ms=$REPLY
  # Its presence is what counts, and its length never changes, so it is overwritten without truncation.
  printf '%s\n' "${REPLY%???}" 2>/dev/null 1<>"$state/.start-$step" || { error "cannot write $state/.start-$step"; return 1; }
  debug 3 "mark_test_start $step"
}

# A step is complete only if all its tests ran and passed: nothing may build on the state that a failed step leaves.
_unflake_mark_complete() {
  local step=${1-} REPLY state why now
  _unflake_is_name "$step" && _unflake_environment_of "$step" || return 1
  _unflake_places
  state=$_unflake_envs/$REPLY/.bats-state
  _unflake_why_incomplete "$step" && why=$REPLY || why=
  if [[ -z $why && ! -e $state/.start-$step ]]; then why='it has never started'; fi
  if [[ -n $why ]]; then
    # Another process may be running it, and we do not hold the lock.
    if read -r now 2>/dev/null <"$state/.pid-$step" && [[ ${now%% *} == "$$" ]]; then _unflake_empty_marker "$state/.pid-$step"; fi
    # A setup_file that failed has reported that itself.
    if [[ -n ${BATS_TEST_FILENAME-} && -z ${BATS_SETUP_FILE_COMPLETED-} ]]; then debug 1 "$step is not complete: $why"; return 0; fi
    out "$step is not complete: $why. The next run that needs it rebuilds it."
    return 0
  fi
  _unflake_milliseconds
  now=$REPLY
  if [[ -z ${_unflake_started_ms-} ]]; then
    read -r _unflake_started_ms <"$state/.start-$step"
    _unflake_started_ms=${_unflake_started_ms:-0}000
  fi
  _unflake_write_marker "$state/.complete-$step" "$((now / 1000)) $((now - _unflake_started_ms))" || return 1
  _unflake_empty_marker "$state/.pid-$step"
  debug 3 "mark_test_complete $step"
}

# The reason why a step is not complete although its teardown_file runs, in REPLY; fails if there is none. BATS runs setup_file, the tests
# (as children) and teardown_file from one shell (1.8 to 1.13). These variables of that shell are the only place that has this information.
_unflake_why_incomplete() {
  [[ -n ${BATS_TEST_FILENAME-} ]] || return 1
  if [[ -z ${BATS_SETUP_FILE_COMPLETED-} ]]; then REPLY='its setup_file did not get to the end'
  elif [[ -z ${bats_exec_file_status-} ]]; then REPLY='this version of BATS does not tell whether its tests passed'
  elif [[ $bats_exec_file_status != 0 ]]; then REPLY='a test of it failed'
  elif [[ -n ${tests_to_run+set} && ${#tests_to_run[@]} -lt ${#BATS_TEST_NAMES[@]} ]]; then
    REPLY="only ${#tests_to_run[@]} of its ${#BATS_TEST_NAMES[@]} tests were run"
  else return 1; fi
}

# The invariant: an environment is dirty if and only if a step has started and not completed, or a step that runs after this one has
# started. Returns 1 when dirty, with the reason in REPLY.
_unflake_detect_dirty() {
  local step=${1-} state marker other
  _unflake_is_name "$step" && _unflake_environment_of "$step" || return 1
  _unflake_places
  state=$_unflake_envs/$REPLY/.bats-state
  debug 3 "detect_dirty_state $step: $state"
  # Set once for the loop, because changing the locale is slow.
  local LC_ALL=C
  for marker in "$state"/.start-*; do
    other=${marker##*/.start-}
    [[ $other != '*' ]] || continue
    if [[ ! -s $state/.complete-$other ]]; then
      REPLY="$other has started and is not complete"
    elif [[ $other != foundation && ( $step == foundation || $other > $step ) ]]; then
      REPLY="$other has run, and runs after $step"
    else
      [[ -z ${DEBUG-} ]] || debug 5 "$other is complete, and does not run after $step"
      continue
    fi
    debug 1 "POLLUTION DETECTED: $REPLY"
    return 1
  done
  REPLY=
}

# In the C locale, with the foundation first.
_unflake_runs_after() {
  local LC_ALL=C
  [[ $1 != foundation && ( $2 == foundation || $1 > $2 ) ]]
}
