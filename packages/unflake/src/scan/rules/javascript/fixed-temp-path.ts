import { literal } from '../../syntax/node.ts';
import { calls, nodes, type Rule } from '../rule.ts';
import { isTouched } from './touched-paths.ts';

export const fixedTempPath: Rule = {
  id: 'javascript/fixed-temp-path',
  cause: { family: 'shared-state', kind: 'parallel-collision' },
  severity: 'error',
  where: 'tests',
  message: 'uses a path below the temporary folder that is the same for everybody',
  why: 'Two runs, two workers or two users write over each other’s files; and the next run finds what this one left.',
  fix: 'Let the system choose: `mkdtemp(join(tmpdir(), "app-"))`, one folder for each test.',
  find: [
    nodes(
      { rule: { kind: 'string', regex: '^["\'](?:/tmp/|/var/tmp/|[A-Za-z]:\\\\\\\\[Tt]e?mp\\\\\\\\)' } },
      isTouched,
    ),
    nodes({ rule: { kind: 'template_string', regex: '^`(?:/tmp/|/var/tmp/)[^$]*`$' } }, isTouched),
    calls(['path.join', 'path.resolve', 'path.posix.join', 'path/posix.join'], ({ node, args, file }) => {
      if (!/^(?:os\.)?tmpdir\(\)$/.test(args[0]?.text() ?? '') || args.length < 2) return false;
      return args.slice(1).every((arg) => literal(arg) !== null) && isTouched(node, file);
    }),
    nodes({ rule: { kind: 'binary_expression', regex: '^(?:os\\.)?tmpdir\\(\\) \\+ ["\'][^"\']*["\']$' } }, isTouched),
  ],
  flags: [
    'import fs from "node:fs";\ntest("writes", () => {\n  fs.writeFileSync("/tmp/report.json", "{}");\n  expect(load()).toEqual({});\n});\n',
    'const OUT = "/tmp/out";\nbeforeEach(() => {\n  mkdirSync(OUT, { recursive: true });\n});\n',
    'import path from "node:path";\nimport os from "node:os";\ntest("caches", () => {\n  const file = path.join(os.tmpdir(), "cache.db");\n  writeFileSync(file, "");\n  expect(read(file)).toBe("");\n});\n',
    'test("opens", () => {\n  const db = new Database("/tmp/test.db");\n  expect(db.open).toBe(true);\n  db.close();\n});\n',
  ],
  allows: [
    'import { mkdtempSync } from "node:fs";\nimport { join } from "node:path";\nimport { tmpdir } from "node:os";\ntest("writes", () => {\n  const dir = mkdtempSync(join(tmpdir(), "app-"));\n  expect(build(dir)).toBe(true);\n});\n',
    'test("normalises", () => {\n  expect(normalise("/tmp/a/../b")).toBe("/tmp/b");\n});\n',
    'import path from "node:path";\nimport os from "node:os";\ntest("defaults", () => {\n  expect(options().cache).toBe(path.join(os.tmpdir(), "app"));\n});\n',
    'import { vol } from "memfs";\ntest("writes", () => {\n  vol.writeFileSync("/tmp/a", "x");\n  expect(vol.toJSON()).toEqual({ "/tmp/a": "x" });\n});\n',
    { file: 'src/socket.ts', text: 'export const open = () => fs.openSync("/tmp/app.sock", "r");\n' },
  ],
};
