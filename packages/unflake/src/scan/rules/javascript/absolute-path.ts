import { nodes, type Rule } from '../rule.ts';
import { isTouched } from './touched-paths.ts';

const ELSEWHERE =
  '(?:/(?:home|Users|root|opt|srv|mnt|data|media|Volumes|var/(?:lib|log|www))/|/etc/|[A-Za-z]:(?:\\\\\\\\|/)(?:Users|Program|Projects|dev|src|work|data))';

export const absolutePath: Rule = {
  id: 'javascript/absolute-path',
  cause: { family: 'external', kind: 'environment' },
  severity: 'error',
  where: 'tests',
  message: 'reads or writes a path of one machine',
  why: 'On another machine, or for another user, the path is not there or holds something else.',
  fix: 'Start from the test’s own file: `new URL("./fixtures/a.json", import.meta.url)`, `path.join(__dirname, …)`, or from a temporary folder.',
  find: [
    nodes({ rule: { kind: 'string', regex: `^["']${ELSEWHERE}` } }, isTouched),
    nodes({ rule: { kind: 'template_string', regex: `^\`${ELSEWHERE}` } }, isTouched),
  ],
  flags: [
    'import fs from "node:fs";\ntest("loads", () => {\n  const text = fs.readFileSync("/home/alice/app/fixtures/a.json", "utf8");\n  expect(parse(text)).toEqual({});\n});\n',
    'const ROOT = "/Users/bob/projects/shop";\ntest("lists", () => {\n  expect(readdirSync(ROOT)).toContain("package.json");\n});\n',
    'test("runs", () => {\n  const { status } = spawnSync("make", [], { cwd: "/opt/app" });\n  expect(status).toBe(0);\n});\n',
    'test("hosts", () => {\n  expect(readFileSync("/etc/hosts", "utf8")).toContain("localhost");\n});\n',
  ],
  allows: [
    'test("shortens", () => {\n  expect(shorten("/home/alice/app/a.js")).toBe("~/app/a.js");\n});\n',
    'test("loads", () => {\n  const text = readFileSync(new URL("./a.json", import.meta.url), "utf8");\n  expect(parse(text)).toEqual({});\n});\n',
    'test("runs", () => {\n  const { status } = spawnSync("/bin/sh", ["-c", "exit 0"]);\n  expect(status).toBe(0);\n});\n',
    { file: 'src/paths.ts', text: 'export const config = () => readFileSync("/etc/app/config.json", "utf8");\n' },
  ],
};
