/** Java: classes by their packages. */
import type { Program } from '../program.ts';
import type { Led, Space } from '../space.ts';

export function javaSpace(program: Program): Space {
  const classes = new Map<string, number[]>();
  const packages = new Map<string, number[]>();
  for (const { facts, node } of program.files) {
    if (facts.language !== 'java') continue;
    const belongs = facts.belongs ?? '';
    packages.set(belongs, [...(packages.get(belongs) ?? []), node]);
    for (const member of program.members(node)) {
      const name = [belongs, program.definition(member)!.name].filter(Boolean).join('.');
      classes.set(name, [...(classes.get(name) ?? []), member]);
    }
  }
  const find = (name: string): Led | null => {
    const parts = name.split('.');
    for (let count = parts.length; count > 0; count -= 1) {
      const nodes = classes.get(parts.slice(0, count).join('.'));
      if (nodes !== undefined) return { nodes, rest: parts.slice(count) };
    }
    return null;
  };
  return {
    find,
    loads: () => [],
    beside: (file) => {
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
