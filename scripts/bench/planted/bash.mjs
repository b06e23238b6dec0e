/** The defects for BATS. Every test is a process, so that tests share state through files of the run. */
import { indented } from './text.mjs';

export const defects = {
  cache: {
    product: `forget() {
  rm -f "$BATS_RUN_TMPDIR/aliases"
}

resolve() {
  local table="$BATS_RUN_TMPDIR/aliases"
  [ -f "$table" ] || printf 'txt %s\\njpg image/jpeg\\n' "\${2:-text/plain}" >"$table"
  awk -v ending="$1" '$1 == ending { print $2 }' "$table"
}`,
    polluter: `forget\n[ "$(resolve txt text/markdown)" = text/markdown ]`,
    cleaner: `forget\n[ "$(resolve jpg)" = image/jpeg ]`,
    victim: `[ "$(resolve txt)" = text/plain ]`,
  },
  zone: {
    product: `day_of() {
  date -d "@$1" +%Y-%m-%d
}`,
    victim: `[ "$(day_of 1718751600)" = 2024-06-18 ]`,
  },
  'month-end': {
    product: `following() {
  date -d '+1 month' +%-m
}`,
    victim: `[ "$(following)" -eq $(($(date +%-m) % 12 + 1)) ]`,
  },
  'short-wait': {
    product: `digest_all() {
  local item round sum
  for item in "$@"; do
    sum=$item
    for round in 1 2; do sum=$(printf %s "$sum" | sha256sum); done
    echo "$sum" >>"$BATS_TEST_TMPDIR/digests"
  done
}`,
    victim: `digest_all one two three &
sleep 0.3
[ "$(wc -l <"$BATS_TEST_TMPDIR/digests")" -eq 3 ]`,
  },
  'missing-await': {
    product: `write_journal() {
  printf '%s\\n' "$1" >"$BATS_TEST_TMPDIR/journal"
}`,
    victim: `write_journal first &
run sha256sum "$BATS_TEST_FILENAME"
[ "$status" -eq 0 ]
[ "$(cat "$BATS_TEST_TMPDIR/journal")" = first ]`,
  },
  random: {
    product: `quote() {
  printf "'%s'" "$1"
}`,
    before: `names=(Abel Baker Bauer Brown Clark Costa Dietz Evans Fuchs Garcia Gomez Green Haas Hughes Ivanov Jansen
  Keller Klein Lopez Meyer Moore Novak "O'Brien" Olsen Perez Quinn Rossi Silva Smith Tanaka Vogel Weber)`,
    victim: `quotes=$(quote "\${names[RANDOM % \${#names[@]}]}" | tr -cd "'")
[ "\${#quotes}" -eq 2 ]`,
  },
  'leftover-file': {
    product: `history_file=\${TMPDIR:-/tmp}/SLUG-history.txt

remember() {
  echo "$1" >>"$history_file"
}

recent() {
  cat "$history_file" 2>/dev/null || true
}`,
    polluter: `remember tea\n[ "$(recent | tail -1)" = tea ]`,
    victim: `[ -z "$(recent)" ]`,
  },
  environment: {
    product: `warning() {
  if [ -n "\${CI:-}" ]; then echo "$1"; else printf '\\033[33m%s\\033[0m\\n' "$1"; fi
}`,
    victim: `[ "$(warning late)" = $'\\033[33mlate\\033[0m' ]`,
  },
  locale: {
    product: `amount() {
  case "\${LC_ALL:-\${LANG:-C}}" in
    de* | fr* | tr*) echo "\${1/./,}" ;;
    *) echo "$1" ;;
  esac
}`,
    victim: `[ "$(amount 1234.50)" = 1234.50 ]`,
  },
};

export function render({ stem, code, titles, files, project }) {
  const { tests } = project;
  const written = { [`${tests}/${stem}.bash`]: `${code.product}\n` };
  const ids = {};
  const shown = {};
  for (const { place, roles } of files) {
    const path = `${tests}/${stem}-${place}.bats`;
    const parts = roles.map((role) => {
      ids[role] = `${path} > ${titles[role]}`;
      shown[role] = titles[role];
      return `@test "${titles[role]}" {\n${indented(code[role], '  ')}\n}`;
    });
    const before = code.before && roles.includes('victim') ? `${code.before}\n\n` : '';
    written[path] = `#!/usr/bin/env bats\n\nsetup() {\n  load ${stem}\n}\n\n${before}${parts.join('\n\n')}\n`;
  }
  return { files: written, ids, typed: shown };
}

export function plain({ ids, roles }) {
  const paths = [...new Set(roles.map((role) => ids[role].split(' > ')[0]))];
  const titles = roles.map((role) => ids[role].split(' > ')[1]).join('|');
  return `node_modules/.bin/bats --filter '^(${titles})$' ${paths.join(' ')}`;
}
