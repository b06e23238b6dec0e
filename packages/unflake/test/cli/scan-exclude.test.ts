/** Every output of a scan lists what the config file excludes, with the reason. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Place } from './unflake.ts';

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.remove());

const CLOCK = 'import time\nprint(time.time())\n';

function write(file: string, text: string): void {
  mkdirSync(dirname(join(place.subject, file)), { recursive: true });
  writeFileSync(join(place.subject, file), text);
}

const exclude = (patterns: Readonly<Record<string, string>>): void =>
  write('unflake.config.json', JSON.stringify({ scan: { exclude: patterns } }));

test('excluded in text, as data and in the report; a pattern that matches nothing is a problem', async () => {
  write('app.py', 'print(1)\n');
  write('samples/late.py', CLOCK);
  exclude({ samples: 'flaky on purpose', gone: 'was there once' });

  const text = await place.run(['scan', '--fail-on', 'note']);
  expect(text.code).toBe(0);
  expect(text.stdout).toBe(
    [
      'problem  unflake.config.json: scan.exclude has `gone`, but no file matches it',
      '',
      'left out  samples (1 file): flaky on purpose',
      '',
      'nothing found in 1 file, 1 line',
      '',
    ].join('\n'),
  );

  const { result } = JSON.parse((await place.run(['scan', '--json'])).stdout);
  expect(result.excluded).toEqual([{ pattern: 'samples', reason: 'flaky on purpose', files: 1 }]);

  const { stdout: report } = await place.run(['scan', '--report']);
  expect(report).toContain('## What was left out\n\n- `samples`, 1 file: flaky on purpose');
});

test('a folder that is named on the command line stays excluded, with a note; in a part of the project no pattern is reported as unused', async () => {
  write('app.py', CLOCK);
  write('samples/late.py', CLOCK);
  exclude({ samples: 'flaky on purpose' });
  const { stdout } = await place.run(['scan', 'samples']);
  expect(stdout).toBe('left out  samples (1 file): flaky on purpose\n\nnothing found in 0 files, 0 lines\n');
  const { result } = JSON.parse((await place.run(['scan', 'app.py', '--json'])).stdout);
  expect(result).toMatchObject({ files: 1, excluded: [], problems: [] });
});

test('without a reason it is a fault', async () => {
  exclude({ samples: ' ' });
  const { code, stderr } = await place.run(['scan']);
  expect(code).toBe(7);
  expect(stderr).toMatch(/unflake\.config\.json: .*samples.*expected a reason/);
});
