/** A repository of a few files, held in memory, and the tests that reach the one line that says HERE. */
import { extract } from '../../../../src/scan/index/extract.ts';
import { type CallGraph, callGraph } from '../../../../src/scan/reach/call-graph.ts';
import { isManifest, readManifests } from '../../../../src/scan/reach/manifests.ts';
import { testsReaching } from '../../../../src/scan/reach/tests-reaching.ts';
import { grammarsOf } from '../../../../src/scan/syntax/language.ts';
import { loadParser } from '../../../../src/scan/syntax/parser.ts';

export type Files = Readonly<Record<string, string>>;

export async function graphOf(files: Files): Promise<CallGraph> {
  const parse = await loadParser(grammarsOf(Object.keys(files)));
  const texts = Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1));
  const facts = texts.flatMap(([path, text]) => {
    const one = extract(path, text, parse);
    return one === null ? [] : [[path, one] as const];
  });
  return callGraph(facts, readManifests(new Map(texts.filter(([path]) => isManifest(path)))));
}

export async function reaching(files: Files) {
  const graph = await graphOf(files);
  const [file, text] = Object.entries(files).find(([, one]) => one.includes('HERE'))!;
  const line = text.split('\n').findIndex((one) => one.includes('HERE')) + 1;
  const { tests, path, unresolved } = testsReaching(graph, file, line)!;
  return {
    sure: tests.filter(({ sure }) => sure).map(({ name }) => name),
    may: tests.filter(({ sure }) => !sure).map(({ name }) => name),
    path: path.map((step) => `${step.file}:${step.line} ${step.name}`),
    unresolved,
  };
}
