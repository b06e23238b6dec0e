/** What we ask of others: our own repository holds no source of nondeterminism that is not allowed, or left out, with a reason. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { leaveOut } from '../../../src/scan/leave-out.ts';
import { projectFiles } from '../../../src/scan/project-files.ts';
import { scanProject } from '../../../src/scan/scan-project.ts';
import { CONFIG_SCHEMA } from '../../../src/tools/lib/config-schema.ts';

const root = fileURLToPath(new URL('../../../../..', import.meta.url));

test('unflake scan on unflake: nothing, notes included', { timeout: 600_000 }, async () => {
  const { scan } = CONFIG_SCHEMA.parse(JSON.parse(readFileSync(`${root}unflake.config.json`, 'utf8')));
  const { files, idle } = leaveOut((await projectFiles(root)).files, scan.exclude);
  expect(idle).toEqual([]);
  const { findings, problems, files: read } = await scanProject({ root, files, severities: scan.rules });
  expect(read).toBeGreaterThan(1_000);
  expect(findings.map(({ file, line, rule, code }) => `${file}:${line} ${rule} ${code}`)).toEqual([]);
  expect(problems).toEqual([]);
});
