/** The testkit as people get it: compiled, under node_modules of a temporary project that the caller owns and removes. */
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export interface BuiltTestkit {
  /** A folder from which `@unflake/testkit/…` can be imported. */
  readonly project: string;
  remove(): Promise<void>;
}

export async function builtTestkit(): Promise<BuiltTestkit> {
  const project = await mkdtemp(join(tmpdir(), 'unflake-testkit-'));
  const home = join(project, 'node_modules', '@unflake', 'testkit');
  await mkdir(home, { recursive: true });
  await cp(join(ROOT, 'packages/testkit/package.json'), join(home, 'package.json'));
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const flags = ['--outDir', join(home, 'dist'), '--composite', 'false', '--tsBuildInfoFile', 'null'];
  const build = await run(process.execPath, [tsc, '-p', join(ROOT, 'packages/testkit/tsconfig.json'), ...flags]);
  if (build.code !== 0) throw new Error(`the testkit does not compile:\n${build.output}`);
  return { project, remove: () => rm(project, { recursive: true, force: true }) };
}
