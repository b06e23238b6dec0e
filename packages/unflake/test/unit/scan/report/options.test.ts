/** The ways out that a report offers: for every kind, in every language that has a rule of it, in code that its parser understands. */
import { beforeAll, describe, expect, test } from 'vitest';
import { fixOptions } from '../../../../src/scan/report/fix-options.ts';
import { KIND_OPTIONS } from '../../../../src/scan/report/options/index.ts';
import { RULES } from '../../../../src/scan/rules/index.ts';
import { type Grammar, type Language, readingOf } from '../../../../src/scan/syntax/language.ts';
import { loadParser, type Parse } from '../../../../src/scan/syntax/parser.ts';
import { prepared } from '../../../../src/scan/syntax/prepare.ts';

const FILES: Readonly<Record<Language, string>> = {
  python: 'a.py',
  javascript: 'a.ts',
  go: 'a.go',
  rust: 'a.rs',
  java: 'A.java',
  shell: 'a.sh',
  kotlin: 'A.kt',
  ruby: 'a.rb',
  csharp: 'A.cs',
  cpp: 'a.cpp',
  php: 'A.php',
};
/** What stands around a piece of code where its language wants something there. */
const AROUND: Partial<Readonly<Record<Language, (text: string) => string>>> = {
  php: (text) => (/^(?:public|protected)/.test(text) ? `<?php\nclass A {\n${text}\n}\n` : `<?php\n${text}\n`),
};

let parse: Parse;
beforeAll(async () => {
  parse = await loadParser();
});

test.each(RULES.map((rule) => [rule.id, rule] as const))('%s: one way is recommended, and has code', (_, rule) => {
  const { goal, options } = fixOptions(rule);
  expect(goal).toMatch(/^[A-Z].*\.$/);
  expect(options.filter(({ recommended }) => recommended)).toHaveLength(1);
  expect(options.find(({ recommended }) => recommended)!.code).not.toBeNull();
});

test('a rule whose kind nobody has written about keeps its own sentence', () => {
  const { options } = fixOptions({ id: 'rust/unknown-rule', fix: 'Do it.' });
  expect(options).toEqual([{ name: 'Do it.', code: null, pros: [], cons: [], recommended: true }]);
});

test('no kind is written about that no rule has', () => {
  const kinds = new Set(RULES.map(({ id }) => id.slice(id.indexOf('/') + 1)));
  expect(Object.keys(KIND_OPTIONS).filter((kind) => !kinds.has(kind))).toEqual([]);
});

const snippets = Object.entries(KIND_OPTIONS).flatMap(([kind, { options }]) =>
  options.flatMap(({ name, code }) =>
    Object.entries(code).map(([language, text]) => [kind, name, language as Language, text] as const),
  ),
);

describe('code', () => {
  test.each(snippets)('%s, %s, in %s parses', (_kind, _name, language, text) => {
    const file = FILES[language];
    const { grammar } = readingOf(file) as { grammar: Grammar };
    const root = parse(grammar, prepared(file, AROUND[language]?.(text) ?? text));
    const broken = root.findAll({ rule: { kind: 'ERROR' } });
    expect(broken.map((node) => node.text())).toEqual([]);
  });
});
