/** The targets of a cargo project, by the file that each is compiled from. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

const MAX_OUTPUT = 1 << 27;
const SELECTORS = { test: '--test', bin: '--bin', example: '--example', bench: '--bench' };

/** File → the arguments with which cargo selects only that target, and nextest's names for it; and the folder of the lock file. */
export function cargoTargets(cargo) {
  const argv = ['metadata', '--no-deps', '--format-version', '1'];
  const { stdout, stderr, status } = spawnSync(cargo, argv, { encoding: 'utf8', maxBuffer: MAX_OUTPUT });
  if (status !== 0) return { targets: new Map(), workspace: process.cwd(), problem: stderr.trim() };
  const { packages, workspace_root: workspace } = JSON.parse(stdout);
  const targets = new Map();
  for (const one of packages) {
    for (const target of one.targets) {
      const own = SELECTORS[target.kind[0]];
      const words = own === undefined ? ['--lib'] : [own, target.name];
      const file = relative(process.cwd(), target.src_path);
      if (target.kind[0] !== 'custom-build' && !targets.has(file))
        targets.set(file, {
          selector: packages.length > 1 ? ['--package', one.name, ...words] : words,
          binaryId: binaryId(one.name, target, own),
          // The prefix of its tests in nextest's lines: a library and a program may share it.
          label: `${one.name}::${target.name}`,
        });
    }
  }
  return { targets, workspace, problem: null };
}

function binaryId(name, target, selector) {
  if (selector === undefined) return name;
  return target.kind[0] === 'test' ? `${name}::${target.name}` : `${name}::${target.kind[0]}/${target.name}`;
}

/** Whether the main function of the target is the test harness. Cargo does not report this, so the manifest is read. */
export function hasHarness({ manifest_path: manifest, target }) {
  const tables = readFileSync(manifest, 'utf8').split(/^(?=\s*\[)/m);
  return !tables.some((table) => {
    if (!/^\s*harness\s*=\s*false/m.test(table)) return false;
    const head = /^\s*\[+\s*(\w+)/.exec(table)?.[1];
    const name = /^\s*name\s*=\s*["'](.*?)["']/m.exec(table)?.[1];
    const path = /^\s*path\s*=\s*["'](.*?)["']/m.exec(table)?.[1];
    if (head === 'lib') return target.kind[0] !== 'test' && target.kind[0] !== 'bin';
    return name === target.name || (path !== undefined && target.src_path === `${dirname(manifest)}/${path}`);
  });
}
