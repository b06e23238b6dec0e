/** `hunt` as JUnit XML: a failure for each flaky and each broken test. Tests that never failed are only counted. */
import type { HuntResult } from '../../contract/hunt.ts';
import { countsText, foundText } from './hunt-text.ts';

export function huntJunit(hunt: HuntResult): string {
  const { flaky, broken, unrepeated, tests, cost } = hunt;
  const cases = [
    ...flaky.map((one) => failure(one.test, 'flaky', countsText(one), [one.reproduce.fails, one.message ?? ''])),
    ...broken.map((one) =>
      failure(one.test, 'broken', `failed ${one.failures}/${one.runs}`, [
        ...(one.takesDown.length === 0 ? [] : [`with it fail: ${one.takesDown.join(', ')}`]),
        one.message ?? '',
      ]),
    ),
    ...unrepeated.map(
      ({ test, failures, runs, arm }) =>
        `    <testcase classname="unflake hunt" name="${xml(test)}"><system-out>${xml(`failed ${failures}/${runs}, first in: ${arm}; it did not fail again`)}</system-out></testcase>`,
    ),
  ];
  const failures = flaky.length + broken.length;
  const counts = `tests="${tests}" failures="${failures}" time="${(cost.wallMs / 1000).toFixed(3)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="unflake hunt" ${counts}>`,
    `    <properties><property name="found" value="${xml(foundText(hunt))}"/></properties>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function failure(test: string, type: string, message: string, lines: readonly string[]): string {
  const text = lines.filter((line) => line !== '').join('\n');
  return [
    `    <testcase classname="unflake hunt" name="${xml(test)}">`,
    `      <failure type="${type}" message="${xml(message)}">${xml(text)}</failure>`,
    '    </testcase>',
  ].join('\n');
}

/** XML has no place for other control characters, not even escaped. */
export function xml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
