import { nodes, type Rule } from '../rule.ts';
import { readsClock } from './clock.ts';
import { bats, batsFile, product } from './sample.ts';

export const wallClock: Rule = {
  id: 'shell/wall-clock',
  cause: { family: 'external', kind: 'date' },
  severity: 'note',
  where: 'anywhere',
  message: 'reads the wall clock',
  why: 'The result depends on when the test runs: at midnight, at a month’s end, when the clock is set back.',
  fix: 'Let the caller say which time it is: an argument, a variable such as `NOW`, `date -u -d "@$NOW"`.',
  find: [
    nodes({ rule: { kind: 'command', regex: '\\bdate\\b|%\\([^)]*\\)T' } }, readsClock),
    nodes({ rule: { kind: 'simple_expansion', regex: '^\\$EPOCH(?:SECONDS|REALTIME)$' } }),
    nodes({ rule: { kind: 'expansion', regex: '^\\$\\{EPOCH(?:SECONDS|REALTIME)\\b' } }),
  ],
  flags: [
    bats('run shop today', '[ "$output" = "$(date +%F)" ]'),
    bats('[ "$(shop now)" -ge "$EPOCHSECONDS" ]'),
    product('stamp() {', "  printf '%(%F)T\\n' -1", '}'),
    product('log() {', '  echo "$(date -u +%FT%TZ) $*"', '}'),
  ],
  allows: [
    bats('[ "$(date -u -d @0 +%F)" = 1970-01-01 ]'),
    bats('run shop date', '[ "$output" = date ]'),
    batsFile('date() { echo 2024-01-01; }', '@test "shop" {', '  [ "$(date)" = 2024-01-01 ]', '}'),
    bats('SECONDS=0', 'shop', '[ "$SECONDS" -lt 60 ]'),
    bats('[ "$(date -r "$file" +%s)" -gt 0 ]'),
  ],
};
