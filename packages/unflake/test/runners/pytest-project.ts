/** A pytest project of a few files, with the plugins a test needs. */
import { pythonTools } from '../../../../scripts/toolchains/python.mjs';
import { pytest } from '../../src/runners/pytest.ts';
import type { SmallProject } from './small-project.ts';

const BARE = { pytest: '9.0.3' };
export const DISTRIBUTED = {
  pytest: '9.0.3',
  'pytest-rerunfailures': '16.1',
  'pytest-xdist': '3.8.0',
  'pytest-randomly': '4.0.1',
};

type Tools = Readonly<Record<string, string>>;

export async function project(files: Readonly<Record<string, string>>, tools: Tools = BARE): Promise<SmallProject> {
  const program: [string] = [await pythonTools({ ...tools })];
  return { adapter: pytest, program, files };
}
