/** What runs around a test without being called by it: hooks of its file, group and class, and fixtures that it names. */
import type { AddEdge } from './edge.ts';
import type { ProgramFile, SourceProgram } from './program.ts';
import type { Resolver } from './resolver.ts';
import { folderOf } from './space.ts';

export function fixtureEdges(program: SourceProgram, resolver: Resolver, add: AddEdge): void {
  for (const [node, { kind, line, asks }] of program.definitions()) {
    if (kind === 'test') {
      for (const around of program.outwards(node)) {
        if (around === node) continue;
        const definition = program.definition(around);
        if (definition === null || definition.kind === 'class') add(node, around, line, true);
        for (const hook of hooksIn(program, resolver, around)) add(node, hook, line, true);
      }
      for (const hook of hooksInOtherFiles(program, resolver, node)) add(node, hook, line, true);
    }
    if (kind !== 'test' && kind !== 'fixture') continue;
    for (const name of asks ?? []) {
      const fixture = fixtureNamed(program, resolver, name, node);
      if (fixture !== null) add(node, fixture, line, true);
    }
  }
}

/** Of a class also those of its bases. */
function hooksIn(program: SourceProgram, { types }: Resolver, around: number): readonly number[] {
  if (program.definition(around)?.kind !== 'class') {
    // A method that only stands here belongs to its type.
    return program.members(around).filter((one) => isHook(program, one) && program.definition(one)!.of === undefined);
  }
  const holders = [around];
  for (const one of holders) for (const base of types.bases(one)) if (!holders.includes(base)) holders.push(base);
  return holders.flatMap((one) => types.ownMethods(one)).filter((one) => isHook(program, one));
}

function isHook(program: SourceProgram, node: number): boolean {
  const definition = program.definition(node)!;
  return definition.kind === 'fixture' && definition.automatic === true;
}

/** In other files: of the same package in Go, of the same suite, and in the conftest files above. */
function hooksInOtherFiles(program: SourceProgram, { types, space }: Resolver, test: number): readonly number[] {
  const file = program.fileOf(test);
  const { language } = file.facts;
  if (language === 'python') {
    return conftests(program, file).flatMap(({ node }) => program.members(node).filter((one) => isHook(program, one)));
  }
  if (language !== 'go') return [];
  const { of } = program.definition(test)!;
  const suite = of === undefined ? [] : types.classAround(test).flatMap((one) => types.ownMethods(one));
  const functions = space(language)
    .siblings(file.node)
    .flatMap((one) => program.members(one));
  return [...suite, ...functions].filter(
    (one) => isHook(program, one) && (suite.includes(one) || program.definition(one)!.of === undefined),
  );
}

function fixtureNamed(program: SourceProgram, { names }: Resolver, name: string, at: number): number | null {
  const isFixture = (node: number) => node !== at && program.definition(node)?.kind === 'fixture';
  for (const around of program.outwards(at)) {
    const found = program.named(around, name).find(isFixture);
    if (found !== undefined) return found;
    if (!names.imports(around).names.has(name)) continue;
    const meant = names.lookup([name], around);
    const imported = meant === null || meant === 'outside' ? undefined : meant.find(isFixture);
    if (imported !== undefined) return imported;
  }
  if (program.languageOf(at) !== 'python') return null;
  for (const { node } of conftests(program, program.fileOf(at))) {
    const found = program.named(node, name).find(isFixture);
    if (found !== undefined) return found;
  }
  return null;
}

/** From the nearest folder upwards. */
function conftests(program: SourceProgram, { path }: ProgramFile): readonly ProgramFile[] {
  const found: ProgramFile[] = [];
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    const file = program.at(folder === '' ? 'conftest.py' : `${folder}/conftest.py`);
    if (file !== undefined && file.path !== path) found.push(file);
    if (folder === '') return found;
  }
}
