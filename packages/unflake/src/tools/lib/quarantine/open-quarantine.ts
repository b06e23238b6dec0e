/** The quarantine of a project with its caps, for every tool about it. */
import { resolve } from 'node:path';
import type { QuarantineCaps } from '../../../experiment/quarantine/quarantine-entry.ts';
import { loadConfig } from '../config.ts';
import type { ToolContext } from '../tool.ts';
import { type QuarantineFile, readQuarantine } from './quarantine-file.ts';

export const DEFAULT_CAPS: QuarantineCaps = { total: 20, perOwner: 5, days: 30 };

export interface OpenedQuarantine {
  readonly root: string;
  readonly file: QuarantineFile;
  readonly caps: QuarantineCaps;
  /** YYYY-MM-DD, UTC. */
  readonly today: string;
}

export async function openQuarantine(
  given: { readonly root?: string | undefined; readonly config?: string | undefined },
  { cwd, clock }: Pick<ToolContext, 'cwd' | 'clock'>,
): Promise<OpenedQuarantine> {
  const root = resolve(cwd, given.root ?? '.');
  const { quarantine } = await loadConfig(root, given.config && resolve(cwd, given.config));
  const { total, perOwner, days } = quarantine;
  return {
    root,
    file: await readQuarantine(root),
    caps: {
      total: total ?? DEFAULT_CAPS.total,
      perOwner: perOwner ?? DEFAULT_CAPS.perOwner,
      days: days ?? DEFAULT_CAPS.days,
    },
    today: new Date(clock.currentTimeMillis()).toISOString().slice(0, 10),
  };
}
