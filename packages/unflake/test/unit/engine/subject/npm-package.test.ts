/** Which versions of a runner are accepted. */
import { describe, expect, test } from 'vitest';
import { isWithin, requireAccepted } from '../../../../src/engine/subject/npm-package.ts';

const RANGE = { from: '1.3.1', to: '4' };
const program = {
  npm: { package: 'tool', bin: 'tool' },
  versions: RANGE,
  check: [],
  install: 'npm install --save-dev tool',
};

describe('a range of versions', () => {
  test.each(['1.3.1', '1.10.0', '2.0.0', '4.0.0', '4.1.11', '4.99.0-beta.1'])('holds %s', (version) => {
    expect(isWithin(version, RANGE)).toBe(true);
  });

  test.each(['0.34.6', '1.2.9', '1.3.0', '5.0.0', '5.0.0-rc.1', '10.0.0'])('does not hold %s', (version) => {
    expect(isWithin(version, RANGE)).toBe(false);
  });
});

describe('a package', () => {
  const found = (version: string | null) => () =>
    requireAccepted({ name: 'tool', program }, { script: '/x/tool.js', version }, '/x');

  test('outside the range is refused, with the version found, those accepted and what to do', () => {
    expect(found('5.0.0')).toThrow(
      expect.objectContaining({
        code: 'RUNNER_NOT_INSTALLED',
        message:
          'tool 5.0.0 is installed for /x, and versions 1.3.1 to 4 are accepted; install one with: npm install --save-dev tool@4; or give the test as a command: --runner command -- <command>',
        details: {
          runner: 'tool',
          found: '5.0.0',
          accepted: '1.3.1 to 4',
          install: 'npm install --save-dev tool@4',
        },
      }),
    );
  });

  test('within the range, or without a version, is taken', () => {
    expect(found('2.1.9')).not.toThrow();
    expect(found(null)).not.toThrow();
  });
});
