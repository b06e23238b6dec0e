/** Kotlin: classes and functions by their packages, with Java's classes of the same packages beside them. */
import type { Program } from '../program.ts';
import type { Led, Space } from '../space.ts';

export function kotlinSpace(program: Program): Space {
  const known = new Map<string, number[]>();
  const packages = new Map<string, number[]>();
  for (const { facts, node } of program.files) {
    if (facts.language !== 'kotlin' && facts.language !== 'java') continue;
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
    beside: (file) => (packages.get(program.fileOf(file).facts.belongs ?? '') ?? []).filter((node) => node !== file),
    self: new Set(['this', 'super']),
    bareMethods: true,
    closedGroups: false,
    loadingRuns: false,
    constructors: ['<init>'],
    dispatches: new Set(),
    separator: '.',
  };
}
