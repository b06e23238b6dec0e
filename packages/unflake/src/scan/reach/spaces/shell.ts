/** Shell: functions of files that are sourced, by their path; parts of it that are variables are passed over. */
import type { SourceProgram } from '../program.ts';
import { folderOf, joined, type Space } from '../space.ts';

export function shellSpace(program: SourceProgram): Space {
  const shells = program.files.filter(({ facts }) => facts.language === 'shell');
  const loads = (written: string, from: number): readonly number[] => {
    const folder = folderOf(program.fileOf(from).path);
    const plain = written
      .replace(/"/g, '')
      .replace(/\$\{[^}]*\}|\$\([^)]*\)|\$\w+/g, '')
      .replace(/^\/+/, '');
    const tries = [plain, `${plain}.bash`, `${plain}.sh`];
    for (const one of tries) {
      const path = joined(folder, one);
      const known = path === null ? undefined : program.at(path);
      if (known !== undefined) return [known.node];
    }
    // With a variable at its beginning a path is known by its end only.
    const ends = tries
      .map((one) => joined('', one.replace(/^(?:\.\.?\/)+/, '')))
      .filter((one) => one !== null && one !== '');
    const matches = shells.filter(({ path }) => ends.some((end) => path === end || path.endsWith(`/${end}`)));
    return written.includes('$') && matches.length === 1 ? [matches[0]!.node] : [];
  };
  const loaded = new Map<number, readonly number[]>();
  const everything = (file: number): readonly number[] => {
    const known = loaded.get(file);
    if (known !== undefined) return known;
    const seen = new Set<number>([file]);
    for (const at of seen) {
      for (const { loads: modules } of program.fileOf(at).facts.imports) {
        for (const module of modules) for (const node of loads(module, at)) seen.add(node);
      }
    }
    seen.delete(file);
    loaded.set(file, [...seen]);
    return [...seen];
  };
  return {
    find: () => null,
    loads,
    siblings: everything,
    self: new Set(),
    bareMethods: false,
    closedGroups: false,
    loadingRuns: true,
    constructors: [],
    dispatches: new Set(),
    separator: ' > ',
  };
}
