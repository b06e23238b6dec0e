/** All knobs, sorted by name. A new knob is a file next to this one and a line here. */
import type { Knob } from '../contract/knob.ts';
import { copies } from './copies.ts';
import { cores } from './cores.ts';
import { cpu } from './cpu.ts';
import { date } from './date.ts';
import { detectors } from './detectors.ts';
import { dirOrder } from './dir-order.ts';
import { encoding } from './encoding.ts';
import { environment } from './environment.ts';
import { fds } from './fds.ts';
import { files } from './files.ts';
import { hashSeed } from './hash-seed.ts';
import { home } from './home.ts';
import { locale } from './locale.ts';
import { memory } from './memory.ts';
import { network } from './network.ts';
import { quota } from './quota.ts';
import { rngSeed } from './rng-seed.ts';
import { tmp } from './tmp.ts';
import { tz } from './tz.ts';
import { umask } from './umask.ts';
import { user } from './user.ts';
import { workers } from './workers.ts';

export const KNOBS: readonly Knob[] = [
  copies,
  cores,
  cpu,
  date,
  detectors,
  dirOrder,
  encoding,
  environment,
  fds,
  files,
  hashSeed,
  home,
  locale,
  memory,
  network,
  quota,
  rngSeed,
  tmp,
  tz,
  umask,
  user,
  workers,
];

export function knobNamed(name: string): Knob {
  const knob = KNOBS.find((known) => known.name === name);
  if (knob === undefined) throw new RangeError(`no knob is named "${name}"`);
  return knob;
}
