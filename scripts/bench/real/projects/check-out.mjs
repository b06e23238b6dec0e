/** Puts the sources of a public project into a folder, from a mirror where there is one. */
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** With fewer of its files it is another project. */
const MAX_MISSING = 0.05;

/** `mirrors`: a folder with `owner+name/repo` git folders; without it the project is cloned by its name. */
export function checkOut(name, folder, mirrors) {
  rmSync(folder, { recursive: true, force: true });
  git(['clone', '--quiet', '--no-checkout', mirrorOf(name, mirrors) ?? `https://github.com/${name}`, folder]);
  checkOutWhatIsThere(folder);
}

/** Null where the project has no mirror. */
export function mirrorOf(name, mirrors) {
  const mirror = mirrors && join(mirrors, name.replace('/', '+'), 'repo');
  if (!mirror || !existsSync(mirror)) return null;
  return existsSync(join(mirror, '.git')) ? join(mirror, '.git') : mirror;
}

/** A mirror may lack its largest files. */
function checkOutWhatIsThere(folder) {
  const entries = git(['ls-tree', '-r', 'HEAD', '--format=%(objectname) %(path)'], folder).trim().split('\n');
  const input = entries.map((entry) => entry.split(' ', 1)[0]).join('\n');
  const said = execFileSync('git', ['cat-file', '--batch-check'], {
    cwd: folder,
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 27,
  });
  const missing = said
    .trim()
    .split('\n')
    .flatMap((line, at) => (line.endsWith(' missing') ? [entries[at].slice(entries[at].indexOf(' ') + 1)] : []));
  if (missing.length > MAX_MISSING * entries.length)
    throw new Error(`the mirror lacks ${missing.length} of ${entries.length} files`);
  if (missing.length > 0)
    git(['sparse-checkout', 'set', '--no-cone', '/*', ...missing.map((path) => `!/${path}`)], folder);
  git(['checkout', '--quiet'], folder);
}

function git(args, cwd) {
  return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: 'pipe', maxBuffer: 1 << 27 });
}
