/** Where what is built from a project is kept between its cases: beside its store, never in the project. Made by whoever writes there first. */
import { dirname, join } from 'node:path';
import { defaultStorePath } from '../../store/default-store-path.ts';

export function subjectCache(root: string, env: Readonly<Record<string, string | undefined>>): string {
  return join(dirname(defaultStorePath(root, env)), 'cache');
}
