/** What a process that will be forked has done before: its modules are ready, and nothing of ours is left in it. It runs in a Node of its own. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../../probes/javascript/load-for-forks.cjs', import.meta.url));
/** A module without contents. */
const EMPTY = 'new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])';

/** What the script says, as JSON. `load`: what is loaded; `then`: what is said, and `loaded` is what was loaded. */
function said(load: string, then: string): unknown {
  const script = `
    const { loadForForks, putOffCollection } = require(${JSON.stringify(SCRIPT)});
    const usual = { ...Object.getOwnPropertyDescriptors(WebAssembly) };
    loadForForks(async () => { ${load} }).then(async (loaded) => console.log(JSON.stringify(await (async () => { ${then} })())));
  `;
  return JSON.parse(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }));
}

test('modules of WebAssembly that are still being compiled when the code is loaded are instantiated', () => {
  const load = `
    const ready = { instance: null };
    WebAssembly.compile(${EMPTY}).then(WebAssembly.instantiate).then((instance) => { ready.instance = instance; });
    return ready;`;
  expect(said(load, 'return loaded.instance instanceof WebAssembly.Instance;')).toBe(true);
});

test('a module that cannot be compiled is the business of who compiles it', () => {
  const load = `return { error: await WebAssembly.compile(new Uint8Array(3)).catch((error) => error.name) };`;
  expect(said(load, 'return loaded.error;')).toBe('CompileError');
});

test('the functions of WebAssembly are its own again, and what has kept ours can still use it', () => {
  const load = `return { kept: WebAssembly.instantiate };`;
  const then = `
    const own = ['compile', 'instantiate'].map((name) => WebAssembly[name] === usual[name].value);
    const { instance } = await loaded.kept(${EMPTY});
    return [...own, instance instanceof WebAssembly.Instance];`;
  expect(said(load, then)).toEqual([true, true, true]);
});

test('garbage is collected, and what is used stays', () => {
  const load = `
    globalThis.garbage = (() => new WeakRef({ big: new Array(1000) }))();
    const used = { big: new Array(1000) };
    globalThis.used = new WeakRef(used);
    await new Promise(setImmediate);
    return used;`;
  const then = `
    putOffCollection();
    await new Promise(setImmediate);
    return [globalThis.garbage.deref() === undefined, globalThis.used.deref() === loaded];`;
  expect(said(load, then)).toEqual([true, true]);
});
