/** Probes parse file patterns as src/contract does. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { globPattern, isGlob } from '../../../src/text/glob.ts';

const probe = (await import(new URL('../../../probes/javascript/glob.mjs', import.meta.url).href)) as {
  globPattern: typeof globPattern;
  isGlob: typeof isGlob;
};

test.each([
  ['test/*.js', ['test/a.js'], ['test/b/a.js', 'test/a.mjs']],
  ['**/*.test.{js,mjs}', ['a.test.js', 'x/y/a.test.mjs'], ['a.test.ts']],
  ['src/**', ['src/a', 'src/b/c'], ['src']],
  ['a?.b+c', ['ax.b+c'], ['a/.b+c', 'axxb+c']],
])('%s matches %j and not %j', (glob, yes, no) => {
  expect(yes.filter((file) => globPattern(glob).test(file))).toEqual(yes);
  expect(no.filter((file) => globPattern(glob).test(file))).toEqual([]);
});

test('both implementations agree', () => {
  const glob = fc
    .array(fc.constantFrom('**/', '**', '*', '?', '{', '}', ',', '.', 'a', '/', '[', '(', '$'))
    .map((all) => all.join(''));
  fc.assert(
    fc.property(glob, (text) => {
      expect(probe.isGlob(text)).toBe(isGlob(text));
      const source = (read: typeof globPattern) => {
        try {
          return read(text).source;
        } catch (error) {
          return (error as Error).name;
        }
      };
      expect(source(probe.globPattern)).toBe(source(globPattern));
    }),
  );
});
