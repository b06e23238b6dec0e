/** What the program must do under a version of Node. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nodeVersion } from '../../../../scripts/toolchains/node.mjs';
import { Place } from './unflake.ts';

export function worksWithNode(version: string): void {
  describe(`with Node ${version}`, () => {
    let place: Place;
    beforeEach(async () => {
      place = new Place(await nodeVersion(version)).fixture('victim-one', 'node-test');
    });
    afterEach(() => place.remove());
    const run = (...args: readonly string[]) => place.run(args);

    test('help, list and doctor answer', async () => {
      expect(await run('--help')).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('diagnose') });
      expect(await run('list', '--quiet')).toMatchObject({
        code: 0,
        stderr: '',
        stdout: expect.stringContaining('shop.test.js > totals the cart'),
      });
      expect(await run('doctor', '--quiet')).toMatchObject({ code: 0, stdout: expect.stringContaining(version) });
    });

    test('the demo is diagnosed', async () => {
      const { stdout } = await run('demo', '--seed', '1', '--json', '--quiet');
      expect(JSON.parse(stdout)).toMatchObject({
        ok: true,
        result: { record: { diagnosis: { verdict: 'isolated' } } },
      });
    });

    test('the service answers, and ends when it is told to', async () => {
      const { child, answer } = place.start(['serve', '--port', '0', '--json', '--quiet']);
      const line = await Promise.race([
        new Promise<string>((resolve) => child.stdout!.once('data', resolve)),
        answer.then(({ stderr }) => Promise.reject(new Error(stderr))),
      ]);
      const { url } = JSON.parse(line).result as { url: string };
      expect((await fetch(`${url}/health`)).status).toBe(200);
      child.kill('SIGTERM');
      expect((await answer).code).toBe(0);
    });
  });
}
