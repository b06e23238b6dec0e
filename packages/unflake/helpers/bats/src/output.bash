# The output of a suite while it runs. It goes to descriptor 3, which BATS shows at once, and every line starts with `# `, a TAP comment.

out() {
  local text="$*"
  text="# ${text//$'\n'/$'\n# '}"
  if { : >&3; } 2>/dev/null; then
    printf '%s\n' "$text" >&3
  else
    printf '%s\n' "$text" >&2
  fi
}

error() {
  out "ERROR: $*"
  return 1
}

# debug LEVEL MESSAGE…: 1 pollution and errors, 2 the flow, 3 markers, 4 locks and what each test loads, 5 everything.
debug() {
  [[ -n ${DEBUG-} ]] || return 0
  _unflake_debugs "$1" || return 0
  shift
  out "$@"
}

_unflake_debugs() {
  [[ ${DEBUG:-0} =~ ^[0-9]+$ ]] || return 1
  ((${DEBUG:-0} >= $1))
}
