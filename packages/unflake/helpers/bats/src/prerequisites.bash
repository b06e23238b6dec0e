# Finds the prerequisites of a step by reading the files, and runs each once, in order, with a BATS process of its own.

_unflake_part_prerequisites() { :; }

# Runs the missing prerequisites, including transitive ones.
_unflake_run_missing() { # environment step prerequisite…
  local name=$1 step=$2 order=() done_with=' ' way=() next REPLY state=$_unflake_envs/$1/.bats-state
  shift 2
  way=("${step:-$name}")
  for next in "$@"; do _unflake_visit "$next" || return 1; done
  mapfile -t order < <(printf '%s\n' "${order[@]}" | LC_ALL=C sort)
  for next in "${order[@]}"; do
    if [[ -n $step ]] && ! _unflake_runs_after "$step" "$next"; then
      error "$step cannot need $next, which runs after it"
      return 1
    fi
  done
  # A step that was skipped earlier should have run before one that has run: neither can be trusted.
  for next in "${order[@]}"; do
    [[ -s $state/.complete-$next ]] || _unflake_detect_dirty "$next" && continue
    debug 1 "the environment $name is dirty for $next: $REPLY; it is rebuilt"
    _unflake_need making && _unflake_remove "$name" && _unflake_from_foundation "$name" || return 1
    break
  done
  for next in "${order[@]}"; do
    [[ -s $state/.complete-$next ]] || _unflake_run_step "$next" "$name" || return 1
  done
}

# Appends to the caller's `order` and `done_with`; `way` is the path to this step, for the report of a cycle.
_unflake_visit() {
  local step=$1 i REPLY next
  [[ $step != foundation && $done_with != *" $step "* ]] || return 0
  for ((i = 0; i < ${#way[@]}; i++)); do
    [[ ${way[i]} == "$step" ]] || continue
    printf -v next '%s → ' "${way[@]:i}"
    error "prerequisites form a cycle: $next$step"
    return 1
  done
  _unflake_can_be_needed "$step" "${way[*]: -1}" || return 1
  if [[ ! -f $_unflake_suite/$step.bats ]]; then
    error "there is no $step.bats in $_unflake_suite, which ${way[*]: -1} needs"
    return 1
  fi
  way+=("$step")
  _unflake_declared "$_unflake_suite/$step.bats"
  for next in $REPLY; do _unflake_visit "$next" || return 1; done
  unset 'way[-1]'
  done_with+="$step "
  order+=("$step")
}

# The prerequisites that a file declares, in REPLY: plain words after `setup_sequential_test NAME`.
_unflake_declared() {
  local line words
  REPLY=
  # Without -r, so that a backslash at the end continues the line.
  # shellcheck disable=SC2162
  while read line || [[ -n $line ]]; do
    [[ $line =~ ^setup_sequential_test[[:space:]]+(.*)$ ]] || continue
    words=${BASH_REMATCH[1]%%[;#&|]*}
    words=${words//[\"\']/}
    read -r -a words <<<"$words"
    REPLY=${words[*]:1}
    return 0
  done <"$1"
}

# Runs one step in a BATS process of its own, which inherits our locks. Its output is shown at DEBUG 2 while it runs, and in full if it
# fails.
_unflake_run_step() { # step environment
  local step=$1 file=$_unflake_suite/$1.bats log status line sequential=$2
  if [[ ! -f $file ]]; then
    error "cannot run $step: there is no $step.bats in $_unflake_suite; \`unflake env run\` knows other kinds of steps"
    return 1
  fi
  # Any environment may request the foundation.
  [[ $step != foundation ]] || sequential=${UNFLAKE_SEQUENTIAL:-sequential}
  log=$_unflake_envs/.making-log-$step-$$
  debug 2 "running the prerequisite $step"
  if _unflake_debugs 2; then
    _unflake_nested "$file" "$sequential" 2>&1 | while IFS= read -r line; do
      printf '%s\n' "$line" >>"$log"
      out "| ${line#\# }"
    done
    status=${PIPESTATUS[0]}
  else
    _unflake_nested "$file" "$sequential" >"$log" 2>&1
    status=$?
    if ((status != 0)); then while IFS= read -r line; do out "| ${line#\# }"; done <"$log"; fi
  fi
  rm -f "$log"
  ((status == 0)) || { error "the prerequisite $step failed with status $status"; return 1; }
  [[ $step != foundation ]] || sequential=foundation
  [[ -s $_unflake_envs/$sequential/.bats-state/.complete-$step ]] && return 0
  error "the prerequisite $step ran, but is not marked complete: call \`mark_test_complete $step\` in its teardown_file"
}

# BATS exports its own variables to its children, which would confuse another BATS. Descriptor 3 is closed, because that BATS opens its own.
_unflake_nested() ( # file sequential
  local name bats=${BATS_ROOT:+$BATS_ROOT/bin/bats}
  [[ -x $bats ]] || bats=bats
  for name in ${!BATS_@}; do
    case $name in BATS_LIB_PATH | BATS_TEST_TIMEOUT | BATS_TMPDIR) ;; *) export -n "$name" ;; esac
  done
  export UNFLAKE_ENV_HELD=$_unflake_held UNFLAKE_SEQUENTIAL=$2
  [[ -z ${_unflake_told+set} ]] || export UNFLAKE_ENV_INPUTS=$_unflake_told
  exec "$bats" --tap "$1" 3>&- 4>&-
)
