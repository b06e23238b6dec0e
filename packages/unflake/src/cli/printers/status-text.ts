/** `status` and `config-status` for people. */
import { plural } from '../../text/plural.ts';
import type { ConfigStatusResult, StatusResult } from '../../tools/lib/status-results.ts';

export function statusText({ root, runners, config, store, index }: StatusResult): string {
  const found = runners.map(
    ({ name, folder, because }) => `${name}${folder === '.' ? '' : ` in ${folder}`} (${because.join(', ')})`,
  );
  return rows([
    ['project', root],
    ...(found.length === 0 ? ['none was recognised'] : found).map((text) => ['runner', text] as const),
    ['config', config ?? 'none; the defaults apply'],
    ['cases', store.exists ? `${plural(store.cases, 'case')}, ${store.open} open, in ${store.place}` : 'none yet'],
    [
      'index',
      index.exists ? `${when(index.refreshedAt)}, in ${index.place}` : 'none yet; create it with unflake index',
    ],
  ]);
}

export function configStatusText({ file, settings, environment }: ConfigStatusResult): string {
  const names = environment.map(({ name, does }) => (does === 'set' ? name : `${name} (removed)`));
  return rows([
    ['config', file ?? 'none; the defaults apply'],
    ...Object.entries(settings).map(([name, value]) => [name, JSON.stringify(value)] as const),
    ...(names.length === 0 ? [] : [['env', names.join(', ')] as const]),
  ]);
}

function when(refreshedAt: string | null): string {
  return refreshedAt === null ? 'not complete yet' : `of ${refreshedAt.slice(0, 16).replace('T', ' ')} UTC`;
}

function rows(all: readonly (readonly [string, string])[]): string {
  return all.map(([name, text]) => `${name.padEnd(10)} ${text}\n`).join('');
}
