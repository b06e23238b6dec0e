/** The labelled corpus in fixtures/scan: every rule is right nearly always, and finds nearly all that it should. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Flagged, labels, scores } from '../../../../../fixtures/scan-corpus.ts';
import { RULES } from '../../../src/scan/rules/index.ts';
import { scanText } from '../../../src/scan/scan-text.ts';
import { loadParser, type Parse } from '../../../src/scan/syntax/parser.ts';

const MIN_PRECISION = 0.95;
const MIN_RECALL = 0.9;
const corpus = fileURLToPath(new URL('../../../../../fixtures/scan', import.meta.url));

let parse: Parse;
beforeAll(async () => {
  parse = await loadParser();
});

const languages = readdirSync(corpus, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'rules')
  .map(({ name }) => name)
  .sort();

describe.each(languages)('%s', (language) => {
  const files = textsOf(join(corpus, language));

  test('every label names a rule of this language', () => {
    const known = RULES.map(({ id }) => id);
    const named = files.flatMap(({ file, text }) => labels(file, text)).map(({ rule }) => `${language}/${rule}`);
    expect([...new Set(named)].filter((id) => !known.includes(id as never))).toEqual([]);
  });

  test('at least half of the files are look-alikes that no rule may flag', () => {
    const clean = files.filter(({ file, text }) => labels(file, text).length === 0);
    expect(clean.length).toBeGreaterThanOrEqual(Math.floor(files.length / 2));
  });

  test('rules flag what is labelled and little else', () => {
    const found: Flagged[] = [];
    for (const { file, text } of files) {
      const scan = scanText(file, text, parse);
      expect(scan?.problems, file).toEqual([]);
      found.push(...scan!.findings.map(({ rule, line }) => ({ file, line, rule: rule.slice(rule.indexOf('/') + 1) })));
    }
    const expected = files.flatMap(({ file, text }) => labels(file, text));
    const poor = scores(expected, found).filter(
      ({ precision, recall }) => precision < MIN_PRECISION || recall < MIN_RECALL,
    );
    expect(poor).toEqual([]);
  });
});

function textsOf(folder: string): readonly { readonly file: string; readonly text: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
    .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));
}
