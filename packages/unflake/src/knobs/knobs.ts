/** Every knob by name. A new one is a file beside this and a line here. */
import type { Knob } from '../contract/knob.ts';
import { cpu } from './cpu.ts';
import { workers } from './workers.ts';

export const KNOBS = { cpu, workers } as const satisfies Readonly<Record<string, Knob>>;
