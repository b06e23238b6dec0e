/** Sources in the code, as every face of a diagnosis shows them. */
import { expect, test } from 'vitest';
import { diagnosisHtml } from '../../../src/cli/printers/diagnosis-html.ts';
import { diagnosisMarkdown } from '../../../src/cli/printers/diagnosis-markdown.ts';
import { diagnosisText } from '../../../src/cli/printers/diagnosis-text.ts';
import { sampleCase } from './sample-case.ts';

const sources = [1, 2, 3, 4, 5, 6].map((line) => ({ rule: 'python/wall-clock', file: 'app/a|b.py', line }));
const record = { ...sampleCase, diagnosis: { ...sampleCase.diagnosis, sources } };
const LOOK = { color: 'off', columns: 100 } as const;

test('the terminal shows the first few and counts the rest', () => {
  const lines = diagnosisText(record.diagnosis, LOOK).split('\n');
  const at = lines.findIndex((line) => line.startsWith('in code'));
  expect(lines.slice(at, at + 5)).toEqual([
    'in code    app/a|b.py:1  python/wall-clock',
    '           app/a|b.py:2  python/wall-clock',
    '           app/a|b.py:3  python/wall-clock',
    '           app/a|b.py:4  python/wall-clock',
    '           and 2 more',
  ]);
});

test('Markdown and HTML have all of them', () => {
  expect(diagnosisMarkdown(record)).toContain('| `app/a\\|b.py:6` | python/wall-clock |');
  expect(diagnosisHtml(record)).toContain('<code>app/a|b.py:6</code>');
});

test('nothing is shown where nothing was found', () => {
  expect(diagnosisText(sampleCase.diagnosis, LOOK)).not.toContain('in code');
  expect(diagnosisMarkdown(sampleCase)).not.toContain('Sources in the code');
  expect(diagnosisHtml(sampleCase)).not.toContain('Sources in the code');
});
