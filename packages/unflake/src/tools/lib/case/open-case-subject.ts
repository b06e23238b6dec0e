/** Opens what the trials of a case run on: the environment that they start from, then the subject. One way for diagnose, resume and replay. */
import type { StoredCase } from '../../../store/port.ts';
import { type CaseStart, openStart, type StartRequest } from '../open-start.ts';
import { openSubject } from '../open-subject.ts';
import type { OpenedSubject, SubjectRequest } from '../opened-subject.ts';
import type { ToolContext } from '../tool.ts';
import { caseRequest } from './case-request.ts';

export type CaseSubjectRequest = StartRequest & Omit<SubjectRequest, 'baseEnvironment'>;

export interface OpenedCaseSubject extends OpenedSubject, Pick<CaseStart, 'within'>, AsyncDisposable {}

export async function openCaseSubject(request: CaseSubjectRequest, context: ToolContext): Promise<OpenedCaseSubject> {
  const start = await openStart(request, context);
  try {
    const opened = await openSubject({ ...request, baseEnvironment: start.baseEnvironment }, context);
    const close = async () => {
      try {
        await opened.workspace.close();
      } finally {
        await start.close();
      }
    };
    return { ...opened, within: start.within, [Symbol.asyncDispose]: close };
  } catch (error) {
    await start.close();
    throw error;
  }
}

/** How a recorded case was opened. The places of the config file and the store are those of this call. */
export function storedSubject(
  found: StoredCase,
  { config, store }: Pick<CaseSubjectRequest, 'config' | 'store'>,
): CaseSubjectRequest {
  const { runner, folder, rest, isolateFs, environment } = caseRequest(found);
  return { root: found.root, config, store, runner, folder, rest, isolateFs, environment, test: found.test };
}
