# Assertions on the `status` and `output` that `run` sets, and on files. Each prints what it found instead.

assert_success() {
  [[ ${status-} == 0 ]] && return 0
  _unflake_fail "expected success, got status ${status:-nothing: is there a \`run\` before it?}" "${output-}"
}

assert_failure() {
  [[ -n ${status-} && $status != 0 ]] && return 0
  _unflake_fail "expected a failure, got status ${status:-nothing: is there a \`run\` before it?}" "${output-}"
}

assert_failure_with_status() {
  [[ ${1-} =~ ^[0-9]+$ && $1 != 0 ]] || { error "assert_failure_with_status: '${1-}' is not the status of a failure"; return 1; }
  [[ ${status-} == "$1" ]] && return 0
  _unflake_fail "expected status $1, got ${status:-nothing: is there a \`run\` before it?}" "${output-}"
}

assert_output_contains() {
  [[ ${output-} == *"$1"* ]] && return 0
  _unflake_fail "expected output with '$1'" "${output-}"
}

assert_output_not_contains() {
  [[ ${output-} != *"$1"* ]] && return 0
  _unflake_fail "expected output without '$1'" "${output-}"
}

assert_file_exists() { [[ -f $1 ]] || error "expected a file: $1"; }
assert_file_not_exists() { [[ ! -e $1 && ! -L $1 ]] || error "expected no file: $1"; }
assert_dir_exists() { [[ -d $1 ]] || error "expected a folder: $1"; }
assert_dir_not_exists() { [[ ! -e $1 && ! -L $1 ]] || error "expected no folder: $1"; }

assert_file_contains() {
  local content
  _unflake_read_file "$1" || return 1
  [[ $content == *"$2"* ]] && return 0
  _unflake_fail "expected '$2' in $1" "$content"
}

assert_file_not_contains() {
  local content
  _unflake_read_file "$1" || return 1
  [[ $content != *"$2"* ]] && return 0
  _unflake_fail "expected no '$2' in $1" "$content"
}

# Reads into the caller's `content`. NUL bytes are dropped.
_unflake_read_file() {
  [[ -f $1 && -r $1 ]] || { error "expected a file that can be read: $1"; return 1; }
  content=
  IFS= read -r -d '' content <"$1" || [[ -n $content || ! -s $1 ]]
}

_unflake_fail() {
  if [[ -n $2 ]]; then error "$1; there is:"$'\n'"  ${2//$'\n'/$'\n  '}"; else error "$1; there is nothing"; fi
}
