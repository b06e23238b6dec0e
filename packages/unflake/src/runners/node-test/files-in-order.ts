/** Splits a selection by file, because each file runs in its own process; files follow the first of their tests. */
import type { RunRequest } from '../../contract/runner.ts';
import type { TestId } from '../../contract/test-id.ts';
import { parseTitlePath } from '../../contract/title-path.ts';

export interface FileSelection {
  readonly file: string;
  readonly tests: readonly TestId[];
  readonly repeat: number;
  /** `natural`: in the file's own order, each once, so that tests can be registered where they are defined. */
  readonly order: 'natural' | 'given';
}

export function filesInOrder({
  tests,
  suite,
  repeat,
}: Pick<RunRequest, 'tests' | 'suite' | 'repeat'>): readonly FileSelection[] {
  const place = new Map(suite.map((id, index) => [id, index]));
  const byFile = new Map<string, TestId[]>();
  for (const id of tests) {
    const { file } = parseTitlePath(id);
    const own = byFile.get(file);
    if (own) own.push(id);
    else byFile.set(file, [id]);
  }
  return [...byFile].map(([file, own]) => {
    const places = own.map((id) => place.get(id) ?? -1);
    const rising = places.every((at, index) => at >= 0 && (index === 0 || at > places[index - 1]!));
    return { file, tests: own, repeat, order: rising && repeat === 1 ? 'natural' : 'given' };
  });
}
