import { beforeAll, describe, expect, test } from 'vitest';
import { scanText } from '../../../src/scan/scan-text.ts';
import { loadParser, type Parse } from '../../../src/scan/syntax/parser.ts';

let parse: Parse;
beforeAll(async () => {
  parse = await loadParser(['python']);
});

const rules = (text: string) =>
  scanText('app.py', `import time\n${text}`, parse)!.findings.map(({ rule, line }) => `${rule} ${line}`);

describe('a comment that allows a finding', () => {
  test('counts for its own line, by the rule’s id or short name', () => {
    expect(rules('time.time()  # unflake-allow python/wall-clock: shown to people\n')).toEqual([]);
    expect(rules('time.time()  # unflake-allow wall-clock: shown to people\n')).toEqual([]);
  });

  test('counts for the next line when it stands alone', () => {
    expect(rules('# unflake-allow wall-clock: shown to people\ntime.time()\ntime.time()\n')).toEqual([
      'python/wall-clock 4',
    ]);
  });

  test('counts for the rules it names and no others', () => {
    const text = 'db_name = str(time.time())  # unflake-allow wall-clock: it is a name\n';
    expect(rules(text)).toEqual(['python/name-from-clock 2']);
    expect(rules(text.replace('wall-clock', 'wall-clock, name-from-clock'))).toEqual([]);
  });

  test('counts for nothing without a reason, and is itself a finding', () => {
    expect(rules('time.time()  # unflake-allow wall-clock\n')).toEqual([
      'python/wall-clock 2',
      'unflake/allowed-without-reason 2',
    ]);
    expect(rules('time.time()  # unflake-allow wall-clock:   \n')).toHaveLength(2);
  });

  test('counts by the name that the rule had in the last release, and the scan says so', () => {
    const text = 'import random\nrandom.random()  # unflake-allow unseeded-dice: it is about chance\n';
    const { findings, oldNames } = scanText('app.py', text, parse)!;
    expect(findings).toEqual([]);
    expect(oldNames).toEqual([{ from: 'unseeded-dice', to: 'unseeded-random' }]);
  });

  test('is not a comment when it stands in a string', () => {
    expect(rules('time.time(); x = "unflake-allow wall-clock: no"\n')).toEqual(['python/wall-clock 2']);
  });
});
