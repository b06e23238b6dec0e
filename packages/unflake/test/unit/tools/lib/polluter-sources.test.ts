/** Which lines of a polluter a diagnosis shows: those that leave something behind, and no others. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { systemClock } from '@unflake/testkit/clock';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testId } from '../../../../src/contract/test-id.ts';
import { polluterSources } from '../../../../src/tools/lib/polluter-sources.ts';

/** Less than a test may take, and longer than the scan takes on a busy machine. */
const WITHIN_MS = 50_000;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unflake-polluters-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, text: string): void {
  const path = join(folder, 'project', file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const found = (...ids: readonly string[]) =>
  polluterSources(
    join(folder, 'project'),
    [ids.map(testId)],
    join(folder, 'index.db'),
    { clock: systemClock, signal: new AbortController().signal },
    WITHIN_MS,
  );

test('the line that changes what others see is shown as it is written, and a clock that is read is not', async () => {
  write(
    'tests/test_promo.py',
    'import os\nimport time\n\n\ndef test_banner():\n    time.time()\n    os.environ["MODE"] = "x"\n    assert os.environ["MODE"]\n',
  );
  expect(await found('tests/test_promo.py::test_banner')).toEqual([
    {
      test: 'tests/test_promo.py::test_banner',
      rule: 'python/env-left-behind',
      file: 'tests/test_promo.py',
      line: 7,
      text: 'os.environ["MODE"] = "x"',
    },
  ]);
});

test('the default locale of a Java process is such a line', async () => {
  write(
    'src/test/java/x/PromoTest.java',
    'package x;\nimport java.util.Locale;\nimport org.junit.jupiter.api.Test;\nclass PromoTest {\n  @Test\n  void banner() {\n    Locale.setDefault(Locale.GERMANY);\n    org.junit.jupiter.api.Assertions.assertEquals("1,5", Promo.show(1.5));\n  }\n}\n',
  );
  expect((await found('src/test/java/x/PromoTest.java > banner')).map(({ text }) => text)).toEqual([
    'Locale.setDefault(Locale.GERMANY);',
  ]);
});

test('a polluter that the scan knows nothing of has no lines', async () => {
  write('tests/test_promo.py', 'def test_banner():\n    assert 1 + 1 == 2\n');
  expect(await found('tests/test_promo.py::test_banner', 'tests/test_gone.py::test_x')).toEqual([]);
});
