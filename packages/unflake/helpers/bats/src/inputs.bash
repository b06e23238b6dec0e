# One hash over the inputs of the foundation: its own file and the files that its `# inputs:` lines name.

_unflake_part_inputs() { :; }

# The file of the foundation, relative to the suite, in REPLY; fails if there is none.
_unflake_foundation_file() {
  local file
  REPLY=foundation.bats
  [[ ! -f $_unflake_suite/foundation.bats ]] || return 0
  for file in "$_unflake_suite"/foundation.*; do
    [[ -f $file ]] || continue
    REPLY=${file##*/}
    return 0
  done
  return 1
}

# Starts to stat the inputs in the background until the hash is needed: on a second CPU this takes no extra time.
_unflake_look_ahead() {
  local REPLY
  _unflake_looking=
  [[ -z ${_unflake_told+set} && -d ${BATS_RUN_TMPDIR-} && ! -e $BATS_RUN_TMPDIR/unflake-inputs && -r $_unflake_envs/.inputs ]] || return 0
  _unflake_foundation_file || return 0
  _unflake_declared_inputs "$REPLY"
  _unflake_seen=$BATS_RUN_TMPDIR/unflake-seen-$$
  _unflake_look "${_unflake_paths[@]}" >"$_unflake_seen" 3>&- &
  _unflake_looking=$!
}

# The metadata of files and folders. Call only in a subshell.
_unflake_look() {
  cd "$_unflake_suite" && exec find -H "$@" -printf '%p %i %s %T@ %C@\n' 2>&1
}

# The hash, in REPLY; empty without a foundation. Computed once per run of BATS, and not at all if the parent process passed it.
_unflake_inputs() {
  if [[ -n ${_unflake_told+set} ]]; then REPLY=$_unflake_told; return 0; fi
  local kept=${BATS_RUN_TMPDIR:+$BATS_RUN_TMPDIR/unflake-inputs} suite= hash= seen
  if [[ -n $kept && -r $kept ]]; then
    { IFS= read -r suite; IFS= read -r hash; } <"$kept"
    if [[ $suite == "$_unflake_suite" ]]; then REPLY=$hash; return 0; fi
  fi
  if [[ -n ${_unflake_looking-} ]]; then
    wait "$_unflake_looking"
    _unflake_looking=
    IFS= read -r -d '' seen <"$_unflake_seen"
    seen=${seen%$'\n'}
  else
    if ! _unflake_foundation_file; then REPLY=; return 0; fi
    _unflake_declared_inputs "$REPLY"
    seen=$(_unflake_look "${_unflake_paths[@]}")
  fi
  if _unflake_recall "$seen"; then
    debug 5 'the inputs are unchanged: their hash is known'
  else
    _unflake_need hashing || return 1
    hash=$(_unflake_hash_of "${_unflake_paths[@]}") || { error "cannot read the inputs of the foundation"; return 1; }
    hash=${hash%% *}
    _unflake_remember "$seen" "$hash"
  fi
  [[ ! -d ${BATS_RUN_TMPDIR-} ]] || printf '%s\n%s\n' "$_unflake_suite" "$hash" >"$kept"
  REPLY=$hash
}

# Sets _unflake_paths: the foundation's file and the paths of its `# inputs: PATH…` lines.
_unflake_declared_inputs() {
  local text= IFS=$' \t\n' -
  set -f
  _unflake_paths=("$1")
  IFS= read -r -d '' text <"$_unflake_suite/$1"
  text=$'\n'$text
  while [[ $text =~ $'\n#'[[:blank:]]*inputs:([^$'\n']*) ]]; do
    # shellcheck disable=SC2206
    _unflake_paths+=(${BASH_REMATCH[1]})
    text=${text#*"${BASH_REMATCH[0]}"}
  done
}

# Hashing is the largest cost when nothing has changed. So the hash is cached with the metadata of the files: while inode, size and both
# times of every file and folder are the same, nothing was written.
_unflake_recall() {
  local suite= known= lines=
  [[ -r $_unflake_envs/.inputs ]] || return 1
  { IFS= read -r suite; IFS= read -r known; IFS= read -r -d '' lines; } <"$_unflake_envs/.inputs"
  [[ $suite == "$_unflake_suite" && $lines == "$1"$'\n' ]] || return 1
  hash=$known
}
