/** What we ask of others: our own sources hold no source of nondeterminism that is not allowed with a reason. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { projectFiles } from '../../../src/scan/project-files.ts';
import { scanProject } from '../../../src/scan/scan-project.ts';

const packages = fileURLToPath(new URL('../../../..', import.meta.url));

test.each(['unflake/src', 'testkit/src'])('%s', async (folder) => {
  const { files } = await projectFiles(packages, [`${packages}${folder}`]);
  const { findings, problems, files: read } = await scanProject({ root: packages, files, severities: {} });
  expect(read).toBeGreaterThan(40);
  expect(findings.map(({ file, line, rule, code }) => `${file}:${line} ${rule} ${code}`)).toEqual([]);
  expect(problems).toEqual([]);
});
