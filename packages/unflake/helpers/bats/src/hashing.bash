# Computes and caches the hash of the foundation's inputs.

_unflake_part_hashing() { :; }

# Skipped while a file is so new that it could change again without a different timestamp.
_unflake_remember() {
  local line newest=0 now
  [[ -d $_unflake_envs ]] || return 0
  while IFS= read -r line; do
    line=${line##* }
    line=${line%%.*}
    [[ $line =~ ^[0-9]+$ ]] && ((line > newest)) && newest=$line
  done <<<"$1"
  printf -v now '%(%s)T' -1 # unflake-allow wall-clock: against times of files, which are of that clock
  ((newest < now - 2)) || return 0
  # unflake-allow name-from-clock: nobody else writes under the name of a living process, and it is renamed at once
  printf '%s\n%s\n%s\n' "$_unflake_suite" "$2" "$1" >"$_unflake_envs/.inputs-$$" &&
    mv -f "$_unflake_envs/.inputs-$$" "$_unflake_envs/.inputs"
}

# Hashes all files below the paths, like `find … -type f | LC_ALL=C sort -u | xargs sha256sum | sha256sum`. Runs in a subshell, so it may
# change folder and options.
_unflake_hash_of() {
  local path line found=() absent=
  cd "$_unflake_suite" || return 1
  LC_ALL=C
  shopt -s globstar dotglob nullglob
  for path in "$@"; do
    [[ $path == / ]] || path=${path%/}
    if [[ -d $path && ! -L $path ]]; then
      for line in "$path"/**; do [[ -f $line && ! -L $line ]] && _unflake_insert "$line"; done
    else
      _unflake_insert "$path"
      [[ -f $path ]] || absent=yes
    fi
  done
  if [[ -n $absent ]]; then
    for path in "${found[@]}"; do
      if [[ -f $path ]]; then sha256sum -- "$path"; else printf 'absent  %s\n' "$path"; fi || exit 1
    done | sha256sum
  elif ((${#found[@]} > 1000)); then
    printf '%s\0' "${found[@]}" | xargs -0 sha256sum -- | sha256sum
  else
    sha256sum -- "${found[@]}" | sha256sum
  fi
  for path in "${PIPESTATUS[@]}"; do ((path == 0)) || return 1; done
}

# Appends to the caller's `found`, sorted and without duplicates. Folders arrive sorted, so the insertion point is near the end; sort(1)
# would cost two processes.
_unflake_insert() {
  local at=${#found[@]}
  while ((at > 0)) && [[ $1 < ${found[at - 1]} ]]; do ((at -= 1)); done
  if ((at > 0)) && [[ $1 == "${found[at - 1]}" ]]; then return; fi
  if ((at == ${#found[@]})); then found+=("$1"); else found=("${found[@]:0:at}" "$1" "${found[@]:at}"); fi
}
