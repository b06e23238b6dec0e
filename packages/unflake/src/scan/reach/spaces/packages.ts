/** Java and Kotlin: what a package holds, by its name. Kotlin sees Java's classes of the same packages as well as its own. */
import type { SourceProgram } from '../program.ts';
import type { Led, Space } from '../space.ts';

export const javaSpace = (program: SourceProgram): Space => packageSpace(program, ['java']);
export const kotlinSpace = (program: SourceProgram): Space => packageSpace(program, ['kotlin', 'java']);

function packageSpace(program: SourceProgram, languages: readonly string[]): Space {
  const known = new Map<string, number[]>();
  const packages = new Map<string, number[]>();
  for (const { facts, node } of program.files) {
    if (!languages.includes(facts.language)) continue;
    const belongs = facts.belongs ?? '';
    packages.set(belongs, [...(packages.get(belongs) ?? []), node]);
    for (const member of program.members(node)) {
      const name = [belongs, program.definition(member)!.name].filter(Boolean).join('.');
      known.set(name, [...(known.get(name) ?? []), member]);
    }
  }
  const find = (name: string): Led | null => {
    const parts = name.split('.');
    for (let count = parts.length; count > 0; count -= 1) {
      const nodes = known.get(parts.slice(0, count).join('.'));
      if (nodes !== undefined) return { nodes, rest: parts.slice(count) };
    }
    return null;
  };
  return {
    find,
    loads: () => [],
    siblings: (file) => {
      const all = packages.get(program.fileOf(file).facts.belongs ?? '') ?? [];
      return all.filter((node) => node !== file);
    },
    self: new Set(['this', 'super']),
    bareMethods: true,
    closedGroups: false,
    loadingRuns: false,
    constructors: ['<init>'],
    dispatches: new Set(),
    separator: '.',
  };
}
