# What the foundation is made from, as one hash: its own file and what `# inputs:` lines of it name.

_unflake_part_inputs() { :; }

# The file of the foundation, relative to the suite, in REPLY; fails when there is none.
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

# The hash, in REPLY; nothing without a foundation. Within one run of BATS it is computed once.
_unflake_inputs() {
  local kept=${BATS_RUN_TMPDIR:+$BATS_RUN_TMPDIR/unflake-inputs} suite= hash= file
  if [[ -n $kept && -r $kept ]]; then
    { IFS= read -r suite; IFS= read -r hash; } <"$kept"
    if [[ $suite == "$_unflake_suite" ]]; then REPLY=$hash; return 0; fi
  fi
  if ! _unflake_foundation_file; then REPLY=; return 0; fi
  file=$REPLY
  hash=$(_unflake_hash_of "$file") || { error "cannot read the inputs of $file"; return 1; }
  [[ ! -d ${BATS_RUN_TMPDIR-} ]] || printf '%s\n%s\n' "$_unflake_suite" "$hash" >"$kept"
  REPLY=$hash
}

# Runs in a subshell of its own, so folder and options are its own too.
_unflake_hash_of() {
  local lines line path paths=("$1") found=() absent= sums
  cd "$_unflake_suite" || return 1
  LC_ALL=C
  shopt -s globstar dotglob nullglob
  mapfile -t lines <"$1"
  for line in "${lines[@]}"; do
    [[ $line =~ ^#[[:space:]]*inputs:[[:space:]]*(.*)$ ]] || continue
    read -r -a line <<<"${BASH_REMATCH[1]}"
    paths+=("${line[@]}")
  done
  for path in "${paths[@]}"; do
    [[ $path == / ]] || path=${path%/}
    if [[ -d $path && ! -L $path ]]; then
      for line in "$path"/**; do [[ -f $line && ! -L $line ]] && found+=("$line"); done
    else
      found+=("$path")
      [[ -f $path ]] || absent=yes
    fi
  done
  if ((${#paths[@]} > 1)); then mapfile -t found < <(printf '%s\n' "${found[@]}" | sort -u); fi
  if [[ -z $absent ]]; then
    sums=$(printf '%s\0' "${found[@]}" | xargs -0 sha256sum --) || return 1
  else
    sums=$(for path in "${found[@]}"; do
      if [[ -f $path ]]; then sha256sum -- "$path" || exit 1; else printf 'absent  %s\n' "$path"; fi
    done) || return 1
  fi
  line=$(sha256sum <<<"$sums") || return 1
  printf '%s\n' "${line%% *}"
}
