/**
 * The defects for Jest, Vitest, Mocha and node:test. They are written as TypeScript modules with types in comments; a plain JavaScript
 * project gets no types, and a CommonJS one gets `require`. Jest, Vitest and node:test load modules again for each file, so that tests that
 * share state are in one file there.
 */
import { relative } from 'node:path/posix';
import { indented } from './text.mjs';

const NODE = {
  createHash: 'node:crypto',
  pbkdf2: 'node:crypto',
  existsSync: 'node:fs',
  mkdtempSync: 'node:fs',
  readFileSync: 'node:fs',
  rmSync: 'node:fs',
  writeFileSync: 'node:fs',
  stat: 'node:fs/promises',
  mkdir: 'node:fs/promises',
  writeFile: 'node:fs/promises',
  createServer: 'node:http',
  get: 'node:http',
  tmpdir: 'node:os',
  join: 'node:path',
  dirname: 'node:path',
  setTimeout: 'node:timers/promises',
};

/** Files in separate processes collide while they run in parallel; in one process a server that is never stopped is in the way. */
const SERVED = `const server = await listen(PORT);
expect(await ask(PORT)).toBe('ok');
await setTimeout(400);
server.close();`;

export const defects = {
  'module-state': {
    exports: ['defaults', 'configure', 'render'],
    product: `export const defaults/*: { indent: number }*/ = { indent: 2 };

export function configure(changes/*: { indent: number }*/)/*: void*/ {
  Object.assign(defaults, changes);
}

export function render(key/*: string*/, value/*: number*/)/*: string*/ {
  return \`\${' '.repeat(defaults.indent)}\${key}: \${value}\`;
}`,
    polluter: `configure({ indent: 4 });
expect(render('name', 1)).toBe('    name: 1');`,
    cleaner: `configure({ indent: 2 });
expect(defaults.indent).toBe(2);`,
    victim: `expect(render('size', 3)).toBe('  size: 3');`,
  },
  cache: {
    exports: ['forget', 'resolve'],
    product: `const known/*: Map<string, string>*/ = new Map();

export function forget()/*: void*/ {
  known.clear();
}

export function resolve(ending/*: string*/, given/*: Record<string, string>*/ = {})/*: string*/ {
  let type = known.get(ending);
  if (type === undefined) {
    const table/*: Record<string, string>*/ = { txt: 'text/plain', jpg: 'image/jpeg', ...given };
    type = table[ending] ?? 'application/octet-stream';
    known.set(ending, type);
  }
  return type;
}`,
    polluter: `forget();
expect(resolve('txt', { txt: 'text/markdown' })).toBe('text/markdown');`,
    cleaner: `forget();
expect(resolve('jpg')).toBe('image/jpeg');`,
    victim: `expect(resolve('txt')).toBe('text/plain');`,
  },
  zone: {
    exports: ['dayOf'],
    product: `export function dayOf(seconds/*: number*/)/*: string*/ {
  const time = new Date(seconds * 1000);
  const two = (value/*: number*/) => String(value).padStart(2, '0');
  return \`\${time.getFullYear()}-\${two(time.getMonth() + 1)}-\${two(time.getDate())}\`;
}`,
    victim: `expect(dayOf(1718751600)).toBe('2024-06-18');`,
  },
  'month-end': {
    exports: ['following'],
    product: `export function following(today/*: Date*/)/*: Date*/ {
  const day = new Date(today);
  day.setMonth(day.getMonth() + 1);
  return day;
}`,
    victim: `const today = new Date();
expect(following(today).getMonth()).toBe((today.getMonth() + 1) % 12);`,
  },
  port: {
    exports: ['listen', 'ask'],
    product: `export function listen(port/*: number*/)/*: Promise<Server>*/ {
  return new Promise((resolve, reject) => {
    const server = createServer((_, response) => response.end('ok'));
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server.unref()));
  });
}

export function ask(port/*: number*/)/*: Promise<string>*/ {
  return new Promise((resolve, reject) => {
    const asked = get({ port, host: '127.0.0.1', agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve(text));
    });
    asked.once('error', reject);
  });
}`,
    polluter: ({ shared }) => (shared ? `await listen(PORT);\nexpect(await ask(PORT)).toBe('ok');` : SERVED),
    victim: ({ shared }) => (shared ? SERVED.replace('await setTimeout(400);\n', '') : SERVED),
    apart: true,
  },
  'short-wait': {
    exports: ['Batch'],
    product: `export class Batch {
  digests/*: Buffer[]*/ = [];

  start(items/*: string[]*/)/*: void*/ {
    for (const item of items) {
      pbkdf2(item, 'pepper', 4000, 32, 'sha256', (_, digest) => this.digests.push(digest));
    }
  }
}`,
    victim: `const batch = new Batch();
batch.start(['one', 'two', 'three']);
await setTimeout(60);
expect(batch.digests.length).toBe(3);`,
  },
  'missing-await': {
    exports: ['write'],
    product: `export async function write(path/*: string*/, entry/*: object*/)/*: Promise<void>*/ {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, JSON.stringify(entry));
}`,
    victim: `const folder = mkdtempSync(join(tmpdir(), 'journal-'));
const path = join(folder, 'notes', 'entry.json');
write(path, { title: 'first' });
for (const place of [folder, tmpdir()]) await stat(place);
const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
rmSync(folder, { recursive: true, force: true });
expect(text).toBe('{"title":"first"}');`,
  },
  random: {
    exports: ['quote'],
    product: `export function quote(name/*: string*/)/*: string*/ {
  return \`'\${name}'\`;
}`,
    before: `const names/*: string[]*/ = \`
Abel Baker Bauer Brown Clark Costa Dietz Evans Fuchs Garcia Gomez Green Haas Hughes Ivanov Jansen
Keller Klein Lopez Meyer Moore Novak O'Brien Olsen Perez Quinn Rossi Silva Smith Tanaka Vogel Weber
\`.trim().split(/\\s/);`,
    victim: `const name = names[Math.floor(Math.random() * names.length)]/*!*/;
expect(quote(name).split("'").length).toBe(3);`,
  },
  'leftover-file': {
    exports: ['recent', 'remember'],
    product: `const path/*: string*/ = join(tmpdir(), 'SLUG-history.json');

export function recent()/*: string[]*/ {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
}

export function remember(text/*: string*/)/*: void*/ {
  writeFileSync(path, JSON.stringify([...recent(), text].slice(-5)));
}`,
    polluter: `remember('tea');
expect(recent().at(-1)).toBe('tea');`,
    victim: `expect(recent().length).toBe(0);`,
    apart: true,
  },
  environment: {
    exports: ['warning'],
    product: `export function warning(text/*: string*/)/*: string*/ {
  return process.env['CI'] ? text : \`\\u001b[33m\${text}\\u001b[0m\`;
}`,
    victim: `expect(warning('late')).toBe('\\u001b[33mlate\\u001b[0m');`,
  },
  'environment-leak': {
    exports: ['columns'],
    product: `export function columns()/*: number*/ {
  return Number(process.env['TEXT_WIDTH'] ?? 80);
}`,
    polluter: `process.env['TEXT_WIDTH'] = '40';
expect(columns()).toBe(40);`,
    cleaner: `delete process.env['TEXT_WIDTH'];
expect(columns() > 0).toBe(true);`,
    victim: `expect(columns()).toBe(80);`,
  },
  locale: {
    exports: ['amount'],
    product: `export function amount(value/*: number*/)/*: string*/ {
  return value.toLocaleString(undefined, { minimumFractionDigits: 2 });
}`,
    victim: `expect(amount(1234.5)).toBe('1,234.50');`,
  },
};

export function render({ stem, code, titles, files, project }) {
  const { runner, tests, source, ending, modules } = project;
  const typed = modules === 'typescript';
  const product = `${source}/${stem}.${typed ? 'ts' : 'js'}`;
  const written = { [product]: asModule(`${imports(code.product, typed)}${code.product}\n`, modules) };
  const ids = {};
  const shown = {};
  // Only Mocha runs all files in one process; the others start a file with fresh modules.
  const shared = runner === 'mocha';
  const groups = shared || code.apart ? files : [{ place: files[0].place, roles: files.flatMap(({ roles }) => roles) }];
  for (const { place, roles } of groups) {
    const path = `${tests}/${stem}-${place}${ending}`.replace(/^\.\//, '');
    const group = `${stem} ${place}`;
    const parts = roles.map((role) => {
      const text = typeof code[role] === 'function' ? code[role]({ shared }) : code[role];
      ids[role] = `${path} > ${group} > ${titles[role]}`;
      shown[role] = `${group} > ${titles[role]}`;
      const head = /\bawait /.test(text) ? 'async ' : '';
      return `it('${titles[role]}', ${head}() => {\n${indented(text, '  ')}\n});`;
    });
    const before = code.before && roles.includes('victim') ? `${code.before}\n\n` : '';
    const body = `${before}describe('${group}', () => {\n${indented(parts.join('\n\n'), '  ')}\n});\n`;
    const from = relative(tests, product).replace(/^(?!\.)/, './');
    const used = code.exports.filter((name) => new RegExp(`\\b${name}\\b`).test(body));
    const own = `import { ${used.join(', ')} } from '${typed ? from.replace(/\.ts$/, '') : from}';\n`;
    const text = `${framework(runner)}${imports(body, typed)}${own}\n${asserted(body, runner)}`;
    written[path] = asModule(text, modules);
  }
  return { files: written, ids, typed: shown };
}

function framework(runner) {
  if (runner === 'jest') return `import { describe, expect, it } from '@jest/globals';\n`;
  if (runner === 'vitest') return `import { describe, expect, it } from 'vitest';\n`;
  const from = runner === 'mocha' ? 'mocha' : 'node:test';
  return `import { describe, it } from '${from}';\nimport assert from 'node:assert/strict';\n`;
}

const asserted = (text, runner) =>
  runner === 'jest' || runner === 'vitest'
    ? text
    : text.replace(/expect\((.*)\)\.toBe\((.*)\);$/gm, 'assert.strictEqual($1, $2);');

function imports(text, typed) {
  const from = {};
  for (const [name, module] of Object.entries(NODE)) {
    if (!new RegExp(`(?<![.\\w])${name}\\(`).test(text)) continue;
    from[module] = [...(from[module] ?? []), name];
  }
  const lines = Object.entries(from).map(
    ([module, names]) => `import { ${names.sort().join(', ')} } from '${module}';\n`,
  );
  if (typed && /\bServer\b/.test(text)) lines.push(`import type { Server } from 'node:http';\n`);
  return lines.length === 0 ? '' : `${lines.join('')}\n`;
}

/** With or without types; ES modules or CommonJS. */
function asModule(text, modules) {
  if (modules === 'typescript') return text.replace(/\/\*([:!][^*]*)\*\//g, '$1');
  const bare = text.replace(/\/\*[:!][^*]*\*\//g, '');
  if (modules === 'esm') return bare;
  const names = [...bare.matchAll(/^export (?:async )?(?:const|function|class) (\w+)/gm)].map(([, name]) => name);
  const required = bare.replace(/^import (.+) from ('.+');$/gm, 'const $1 = require($2);').replace(/^export /gm, '');
  const end = names.length > 0 ? `\nmodule.exports = { ${names.join(', ')} };\n` : '';
  return `'use strict';\n\n${required}${end}`;
}

/** The command that a person types for these tests. */
export function plain({ ids, roles, project }) {
  const paths = [...new Set(roles.map((role) => ids[role].split(' > ')[0]))].join(' ');
  const titles = `'(${roles.map((role) => ids[role].split(' > ').at(-1)).join('|')})'`;
  if (project.runner === 'jest') return `npx jest --env node --coverage=false ${paths} -t ${titles}`;
  if (project.runner === 'vitest') return `npx vitest run ${paths} -t ${titles}`;
  if (project.runner === 'mocha') return `npx mocha ${paths} -g ${titles}`;
  return `node --test --test-name-pattern=${titles} ${paths}`;
}
