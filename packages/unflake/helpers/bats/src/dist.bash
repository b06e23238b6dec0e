# Compares the contents of an archive with a manifest of exact names (first) and with patterns (in case the manifest is stale).

_unflake_part_dist() { :; }

# The files of an archive (tar in any compression, zip) or a folder, one per line, sorted, with the top folder.
_unflake_dist_listed() {
  case $1 in
    *.zip) unzip -Z1 "$1" 3>&- ;;
    *) if [[ -d $1 ]]; then (cd "$1" && find . ! -type d -printf '%P\n'); else tar -tf "$1" 3>&-; fi ;;
  esac | LC_ALL=C sort | while IFS= read -r line; do [[ $line == */ ]] || printf '%s\n' "$line"; done
  [[ ${PIPESTATUS[0]} == 0 ]]
}

# The same without the top folder, if there is exactly one.
_unflake_dist_files() {
  local listed line top
  [[ -e ${1-} ]] || { error "there is no archive ${1:-: name it}"; return 1; }
  listed=$(_unflake_dist_listed "$1") || { error "cannot list $1"; return 1; }
  if _unflake_single_top "$listed"; then top=$REPLY/; else top=; fi
  while IFS= read -r line; do printf '%s\n' "${line#"$top"}"; done <<<"$listed"
}

# The only top folder, in REPLY.
_unflake_single_top() {
  local line
  REPLY=${1%%/*}
  [[ $1 == */* ]] || return 1
  while IFS= read -r line; do [[ $line == "$REPLY"/* ]] || return 1; done <<<"$1"
}

# validate_exact_distribution_contents ARCHIVE [MANIFEST]: the default is the suite's dist-expected-files.txt. Lines with # are comments.
_unflake_dist_exact() {
  local manifest=${2-} found wanted line missing extra
  _unflake_places
  manifest=${manifest:-$_unflake_suite/dist-expected-files.txt}
  [[ -r $manifest ]] || { error "there is no manifest $manifest"; return 1; }
  found=$(_unflake_dist_files "$1") || return 1
  wanted=$(while read -r line || [[ -n $line ]]; do [[ -z $line || $line == \#* ]] || printf '%s\n' "$line"; done <"$manifest" | LC_ALL=C sort)
  [[ $found != "$wanted" ]] || return 0
  missing=$(LC_ALL=C comm -13 <(printf '%s\n' "$found") <(printf '%s\n' "$wanted"))
  extra=$(LC_ALL=C comm -23 <(printf '%s\n' "$found") <(printf '%s\n' "$wanted"))
  [[ -z $missing ]] || out "in the manifest, not in ${1##*/}:"$'\n'"  ${missing//$'\n'/$'\n  '}"
  [[ -z $extra ]] || out "in ${1##*/}, not in the manifest:"$'\n'"  ${extra//$'\n'/$'\n  '}"
  error "${1##*/} does not have exactly the files of ${manifest##*/}"
}

# validate_distribution_contents ARCHIVE [--required PATTERN]… [--excluded PATTERN]… [--many-tops]: shell patterns in which `*` also crosses
# folders. Without patterns: one top folder, and no git files in it.
_unflake_dist_patterns() {
  local archive=${1-} required=() excluded=('.git/*') single=yes listed found pattern line hit wrong=
  shift
  while (($# > 0)); do
    case $1 in
      --required) required+=("${2-}"); shift ;;
      --excluded) excluded+=("${2-}"); shift ;;
      --many-tops) single= ;;
      *) error "validate_distribution_contents: '$1' is not an option"; return 1 ;;
    esac
    shift
  done
  [[ -e $archive ]] || { error "there is no archive ${archive:-: name it}"; return 1; }
  listed=$(_unflake_dist_listed "$archive") && found=$(_unflake_dist_files "$archive") || { error "cannot list $archive"; return 1; }
  if [[ -n $single ]] && ! _unflake_single_top "$listed"; then out "${archive##*/} does not have exactly one top folder"; wrong=yes; fi
  for pattern in "${required[@]}"; do
    hit=
    while IFS= read -r line; do
      # shellcheck disable=SC2053 # a pattern is meant
      [[ $line == $pattern ]] && { hit=yes; break; }
    done <<<"$found"
    [[ -n $hit ]] || { out "no file in ${archive##*/} matches the required pattern '$pattern'"; wrong=yes; }
  done
  for pattern in "${excluded[@]}"; do
    while IFS= read -r line; do
      # shellcheck disable=SC2053 # a pattern is meant
      [[ $line == $pattern ]] && { out "$line in ${archive##*/} matches the excluded pattern '$pattern'"; wrong=yes; }
    done <<<"$found"
  done
  [[ -z $wrong ]] || error "${archive##*/} is not as required"
}
