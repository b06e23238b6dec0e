/** Offers an open case to the workers of its database. */
import { hostname } from 'node:os';
import { UnflakeError } from '../../../contract/faults.ts';
import type { TestId } from '../../../contract/test-id.ts';
import { monotonicMs } from '../../../engine/drive/active-time.ts';
import type { Subject } from '../../../engine/subject/subject.ts';
import type { TrialWorkspace } from '../../../engine/trial-workspace.ts';
import type { Distribution } from '../../../queue/distribute.ts';
import type { Store } from '../../../store/port.ts';
import { isPostgresAddress } from '../../../store/postgres/address.ts';
import type { ToolContext } from '../tool.ts';
import { codeHere } from './code-here.ts';
import { platformHere, toolchainOf } from './toolchain-of.ts';

/** How many trials a plan asks for at once where a command has workers and says nothing else. */
export const TRIALS_AT_ONCE = 8;

export interface OfferedCase {
  readonly caseId: string;
  readonly suite: readonly TestId[];
  readonly subject: Subject;
  readonly workspace: TrialWorkspace;
  readonly store: Store;
}

export async function offerCase(
  { caseId, suite, subject, workspace, store }: OfferedCase,
  { emit, signal, clock }: ToolContext,
): Promise<Distribution> {
  requireTeamStore(store.address);
  const [{ openDistribution }, code, toolchain] = await Promise.all([
    import('../../../queue/distribute.ts'),
    codeHere(subject.root, signal),
    toolchainOf(subject, workspace, signal),
  ]);
  const wanted = { ...code, platform: platformHere(), runner: subject.adapter.name, toolchain };
  const now = () => monotonicMs(clock);
  return openDistribution({ address: store.address, caseId, suite, wanted, here: hostname(), emit, now });
}

/** Workers are found through the database. */
export function requireTeamStore(address: string): void {
  if (isPostgresAddress(address)) return;
  throw new UnflakeError(
    'INVALID_INPUT',
    'workers take their work from a PostgreSQL database, and the store is a file; name a database with `--store` or UNFLAKE_STORE',
    { field: 'workers' },
  );
}
