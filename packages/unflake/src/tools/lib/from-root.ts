/** The id of a test as it is named from the root of a project with several packages. */
import type { RunnerAdapter } from '../../contract/runner.ts';
import { type TestId, testId } from '../../contract/test-id.ts';

/** `folder`: of the runner, relative to the root. Only a path can say in which folder a test is. */
export function fromRoot(id: TestId, { names }: Pick<RunnerAdapter, 'names'>, folder: string): TestId {
  return folder === '.' || names.startsWith !== 'file' ? id : testId(`${folder}/${id}`);
}
