/** The shorter `env` commands for people. */

import { duration } from '../../text/duration.ts';
import { plural } from '../../text/plural.ts';
import type {
  EnvCleanResult,
  EnvGraphResult,
  EnvHelpersResult,
  EnvWithResult,
  GraphStep,
} from '../../tools/lib/env/results.ts';

export function envCleanText({ cleaned, envs }: EnvCleanResult): string {
  return cleaned.length === 0
    ? `nothing to clean in ${envs}\n`
    : `cleaned ${plural(cleaned.length, 'environment')}: ${cleaned.join(', ')}\n`;
}

/** Only the path, so that it can be used in `$(…)`. */
export const envHelpersText = ({ path }: EnvHelpersResult): string => `${path}\n`;

/** Only the command's own output, so that it can replace the command itself. */
export const envWithText = ({ stdout, stderr }: EnvWithResult): string => `${stdout}${stderr}`;

export function envGraphText({ steps, format }: EnvGraphResult): string {
  return format === 'dot' ? dot(steps) : list(steps);
}

function list(steps: readonly GraphStep[]): string {
  const names = Math.max(...steps.map(({ step }) => step.length), 0) + 2;
  const places = Math.max(...steps.map(({ environment }) => environment.length), 0) + 2;
  return steps
    .map(({ step, environment, kind, from, needs, lastMs }) => {
      const origin = from === null ? 'from nothing' : kind === 'sequential' ? '' : `from ${from}`;
      const before = needs.length === 0 ? '' : `needs ${needs.join(', ')}`;
      const took = lastMs === null ? '' : `took ${duration(lastMs)}`;
      const facts = [kind, origin, before, took].filter((text) => text !== '').join(' · ');
      return `${step.padEnd(names)}${environment.padEnd(places)}${facts}\n`;
    })
    .join('');
}

/** Names are plain words, so quotes are enough. */
function dot(steps: readonly GraphStep[]): string {
  const shape = { foundation: 'box', sequential: 'ellipse', independent: 'hexagon' } as const;
  return [
    'digraph steps {',
    '  rankdir=LR;',
    ...steps.map(({ step, kind }) => `  "${step}" [shape=${shape[kind]}];`),
    ...steps.flatMap(({ step, after, kind, from }) => {
      const direct = after.length > 0 ? after : from === null || kind === 'foundation' ? [] : ['foundation'];
      return direct.map((needed) => `  "${needed}" -> "${step}";`);
    }),
    '}',
    '',
  ].join('\n');
}
