import type { SourceFile } from '../../facts/source-file.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type Rule } from '../rule.ts';
import { undone } from '../undone.ts';
import { initialOf } from './constants.ts';

const REMOVES = '(?:^|\\.| )(?:rm|unlink|rimraf|remove|del|clean|emptyDir|restore|setGracefulCleanup)[A-Za-z]*\\(';

export const tempLeftBehind: Rule = {
  id: 'javascript/temp-left-behind',
  cause: { family: 'ordering', kind: 'residue' },
  severity: 'note',
  where: 'tests',
  message: 'makes a temporary file or folder that nobody removes',
  why: 'What one run leaves, the next one finds; and the disk of the machine that runs the tests fills up.',
  fix: 'Remove it where failures pass too: `t.after(() => rm(dir, { recursive: true }))`, or in `afterEach`.',
  find: [
    calls(
      [
        'fs.mkdtempSync',
        'fs.promises.mkdtemp',
        'fs/promises.mkdtemp',
        'fs-extra.mkdtemp',
        'fs-extra.mkdtempSync',
        'tempy.temporaryDirectory',
        'tempy.temporaryFile',
      ],
      ({ node, file }) => !isRemoved(node, file),
    ),
    calls(
      [
        'fs.writeFileSync',
        'fs.mkdirSync',
        'fs.promises.writeFile',
        'fs/promises.writeFile',
        'fs.promises.mkdir',
        'fs/promises.mkdir',
        'fs.cpSync',
      ],
      ({ node, args, file }) => isTemporary(args[0], file) && !isRemoved(node, file),
    ),
  ],
  flags: [
    'import { mkdtempSync } from "node:fs";\ntest("writes", () => {\n  const dir = mkdtempSync(join(tmpdir(), "app-"));\n  expect(build(dir)).toBe(true);\n});\n',
    'import fs from "node:fs/promises";\nlet dir;\nbeforeEach(async () => {\n  dir = await fs.mkdtemp("x-");\n});\ntest("a", () => {\n  expect(dir).toBeDefined();\n});\n',
    'import { writeFileSync } from "node:fs";\nimport os from "node:os";\ntest("reads", () => {\n  writeFileSync(os.tmpdir() + "/in.json", "{}");\n  expect(load(os.tmpdir())).toEqual({});\n});\n',
    'import { mkdtempSync, rmSync } from "node:fs";\ntest("a", () => {\n  const dir = mkdtempSync("a-");\n  expect(build(dir)).toBe(1);\n});\ntest("b", () => {\n  rmSync("b.log");\n  expect(list()).toEqual([]);\n});\n',
  ],
  allows: [
    'import { mkdtempSync, rmSync } from "node:fs";\nlet dir: string;\nbeforeEach(() => {\n  dir = mkdtempSync("a-");\n});\nafterEach(() => rmSync(dir, { recursive: true }));\n',
    'import fs from "node:fs/promises";\ntest("writes", async (t) => {\n  const dir = await fs.mkdtemp("x-");\n  t.after(() => fs.rm(dir, { recursive: true }));\n  assert.ok(await build(dir));\n});\n',
    {
      file: 'src/cache.ts',
      text: 'import { mkdtempSync } from "node:fs";\nexport const cacheDir = () => mkdtempSync("cache-");\n',
    },
    'import { vol } from "memfs";\ntest("writes", () => {\n  vol.mkdtempSync("/tmp/x-");\n  expect(vol.toJSON()).toEqual({});\n});\n',
  ],
};

function isTemporary(path: Node | undefined, file: SourceFile): boolean {
  return /\btmpdir\(\)|^["'`]\/(?:var\/)?tmp\//.test(initialOf(path, file)?.text() ?? '');
}

function isRemoved(node: Node, file: SourceFile): boolean {
  if (/\b(?:memfs|mock-fs)\b/.test(file.text)) return true;
  return (
    undone(node, file, { rule: { kind: 'call_expression', regex: `^[^;]{0,80}${REMOVES}` } }) ||
    mentionsRemoval(node, file)
  );
}

/** Given to something else to be called: `afterEach(cleanup)`, `onTestFinished(() => …)`. */
function mentionsRemoval(node: Node, file: SourceFile): boolean {
  return undone(
    node,
    file,
    { rule: { kind: 'identifier', regex: '^(?:rimraf|cleanup|cleanUp|removeAll|tearDown)$' } },
    (use) => use.parent()?.is('arguments') ?? false,
  );
}
