import { expect, test } from 'vitest';
import { MACRO_MARK } from '../../../../src/scan/syntax/prepare.ts';
import { textNeeded } from '../../../../src/scan/syntax/text-needed.ts';

test.each([
  ['a pattern without its anchors', { kind: 'word', regex: '^HOME=$' }, 'export HOME=', 'export HOUSE='],
  [
    'what a part must match',
    { kind: 'call', has: { field: 'function', regex: '\\.append$' } },
    'a.append(b)',
    'append(b)',
  ],
  ['any of several patterns', { any: [{ regex: '^a1$' }, { kind: 'x', regex: 'b2' }] }, 'see b2', 'see c3'],
  ['all of several patterns', { all: [{ regex: 'a1' }, { regex: 'b2' }] }, 'b2 a1', 'b2'],
  ['the mark of a macro as a letter', { regex: '^assert\\w*\\(' }, `assert_eq${MACRO_MARK}(`, 'assert!('],
])('a search needs %s', (_, rule, holds, lacks) => {
  const needed = textNeeded(rule)!;
  expect([needed(holds), needed(lacks)]).toEqual([true, false]);
});

test.each([
  ['a kind alone', { kind: 'call' }],
  ['one of several that needs nothing', { any: [{ kind: 'ERROR' }, { kind: 'call', regex: 'a1' }] }],
  ['what stands around it', { kind: 'word', inside: { kind: 'command', regex: '^export' } }],
  ['flags that JavaScript does not read', { regex: '(?i)chan' }],
])('a search for %s may find something in any text', (_, rule) => {
  expect(textNeeded(rule)).toBeNull();
});
