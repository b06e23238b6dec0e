/** The files of a project with size and time, to see that a run left them as they were. Installed packages are left out. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

export async function everyFile(root: string): Promise<readonly string[]> {
  const names = await readdir(root, { recursive: true });
  const own = names.filter((name) => !name.startsWith('node_modules')).sort();
  return Promise.all(
    own.map(async (name) => {
      const { size, mtimeMs } = await stat(join(root, name));
      return `${name} ${size} ${mtimeMs}`;
    }),
  );
}
