import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { diagnosisHtml } from '../../../src/cli/printers/diagnosis-html.ts';
import { escapeMarkup } from '../../../src/cli/printers/html/markup.ts';
import type { CaseRecord } from '../../../src/contract/case-record.ts';
import { testId } from '../../../src/contract/test-id.ts';
import { quietCase, sampleCase } from './sample-case.ts';

/** Parses as XML, which our HTML is once its two void elements are closed, and returns the element names and the text. */
function parsed(html: string): {
  readonly names: readonly string[];
  readonly ids: readonly string[];
  readonly text: string;
} {
  const parser = new SaxesParser();
  const names: string[] = [];
  const ids: string[] = [];
  let text = '';
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    names.push(name);
    if (typeof attributes.id === 'string') ids.push(attributes.id);
  });
  parser.on('text', (part) => {
    text += part;
  });
  parser
    .write(
      html
        .replace('<!doctype html>', '')
        .replace(/<meta([^>]*)>/g, '<meta$1/>')
        .trim(),
    )
    .close();
  return { names, ids, text };
}

const EVIL = testId(`</title><script>alert(1)</script>"onload='x' & \u0000\u001b`);

function withId(record: CaseRecord): CaseRecord {
  const { diagnosis, trials, findings } = record;
  return {
    ...record,
    diagnosis: {
      ...diagnosis,
      test: EVIL,
      summary: `${EVIL} fails`,
      next: EVIL,
      polluters: [[EVIL]],
      cleaners: [EVIL],
      setters: [EVIL],
      notTried: [{ what: EVIL, why: EVIL }],
      reproduce: { ...diagnosis.reproduce!, fails: EVIL },
      runner: EVIL,
    },
    trials: trials.map((row) => ({ ...row, arm: EVIL, command: EVIL })),
    findings: {
      ...findings,
      order: {
        ...findings.order!,
        sets: [[EVIL]],
        suspects: findings.order!.suspects.map((suspect) => ({ ...suspect, test: EVIL })),
      },
    },
  };
}

test('the page is well-formed and holds every plot', () => {
  const { ids, names } = parsed(diagnosisHtml(sampleCase));
  expect(ids).toEqual(['runs', 'rates', 'bisection', 'durations']);
  expect(names.filter((name) => name === 'svg')).toHaveLength(4);
});

test('a plot without data says why, and the page stays well-formed', () => {
  const { ids, text } = parsed(diagnosisHtml(quietCase));
  expect(ids).toEqual(['runs', 'rates', 'bisection', 'durations']);
  expect(text).toContain('No order search was run.');
  expect(parsed(diagnosisHtml({ ...quietCase, trials: [] })).text).toContain('No trial was run.');
});

test('there is no script, and nothing is fetched from elsewhere', () => {
  const html = diagnosisHtml(sampleCase);
  const { names } = parsed(html);
  for (const name of ['script', 'link', 'img', 'iframe', 'image', 'use']) expect(names).not.toContain(name);
  expect(html.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|url\(|@import/);
});

test('a test id with markup in it stays text, wherever it is shown', () => {
  const html = diagnosisHtml(withId(sampleCase));
  const { names, text } = parsed(html);
  expect(names).not.toContain('script');
  expect(html).not.toContain('<script');
  expect(text).toContain('</title><script>alert(1)</script>"onload=');
});

test('escaped text can be read back, without the characters that no document may contain', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(parsed(`<p title="${escapeMarkup(text)}">${escapeMarkup(text)}</p>`).text).toBe(
        text.replace(/(?![\n\t])\p{Cc}/gu, '\ufffd'),
      );
    }),
  );
});

test('every run is drawn once: failures, passes and what was neither', () => {
  const html = diagnosisHtml({
    ...sampleCase,
    trials: sampleCase.trials.map((row) => (row.id === 't-1' ? { ...row, outcome: 'missing' as const } : row)),
  });
  const strip = html.slice(html.indexOf('id="runs"'), html.indexOf('id="rates"'));
  const drawn = (pattern: RegExp) => strip.match(pattern)?.length ?? 0;
  const failed = sampleCase.trials.filter(({ outcome }) => outcome === 'failed').length;
  expect(drawn(/class="fail"/g)).toBe(failed);
  expect(drawn(/class="none"/g)).toBe(1);
  expect(drawn(/class="pass"/g)).toBe(sampleCase.trials.length - failed - 1);
});

test('no drawn coordinate is outside its drawing or not a number', () => {
  const html = diagnosisHtml(sampleCase);
  expect(html).not.toMatch(/NaN|Infinity|undefined/);
  for (const [, value] of html.matchAll(/ (?:x|cx|x1|x2)="([^"]*)"/g)) {
    expect(Number(value)).toBeGreaterThanOrEqual(0);
    expect(Number(value)).toBeLessThanOrEqual(720);
  }
});

test('a case of ten thousand trials gives a page that can still be opened', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => ({
    ...sampleCase.trials[index % 60]!,
    id: `t-${index}` as const,
  }));
  const html = diagnosisHtml({ ...sampleCase, trials: many });
  expect(html.length).toBeLessThan(3_500_000);
  expect(html).toContain('9000 more are in the JSON.');
});
