/** The knobs of this machine as data for plans: those that work, and those that do not, with the command that would enable them. */
import type { Effect, Knob, KnobChoice, KnobRefusal, Machine } from '../../contract/knob.ts';
import { KNOBS } from '../../knobs/index.ts';

export interface KnobsHere {
  readonly knobs: readonly KnobChoice[];
  readonly refused: readonly KnobRefusal[];
}

export function knobsHere(machine: Machine): KnobsHere {
  const able = KNOBS.filter((knob) => knob.unavailable(machine) === null);
  return {
    knobs: able.flatMap((knob) => choicesOf(knob, machine)),
    refused: KNOBS.flatMap((knob) => {
      const why = knob.unavailable(machine) ?? knob.lacks?.(machine) ?? null;
      return why === null ? [] : [{ knob: knob.name, ...why }];
    }),
  };
}

/** One for each cause that its settings have. */
function choicesOf(knob: Knob, machine: Machine): readonly KnobChoice[] {
  const settings = (knob.draws ?? knob.provoke)(machine).filter((setting) => setting !== knob.pin);
  const causes = new Map(settings.map((setting) => [JSON.stringify(knob.cause(setting)), knob.cause(setting)]));
  return [...causes].map(([key, cause]) => ({
    knob: knob.name,
    cause,
    shape: knob.shape,
    settings: settings.filter((setting) => JSON.stringify(knob.cause(setting)) === key),
    pin: knob.pin,
    control: knob.control,
    cost: knob.cost,
    exclusive: knob.exclusive,
    deterministic: knob.deterministic,
    printable: settings.every((setting) => isPrintable(knob.effect(setting, machine))) && knob.witness !== null,
    ...(knob.onlyForBroken ? { onlyForBroken: true } : {}),
    ...(knob.reach === undefined ? {} : { reach: knob.reach(machine) }),
  }));
}

/** Printable if only variables and a prefix change: a clock shift depends on the start time, and load or slowdown needs another process. */
export function isPrintable(effect: Effect): boolean {
  return Object.keys(effect).every((part) => PRINTABLE.includes(part));
}

/** Private folders, which have an owner, exist only in trials. */
const PRINTABLE: readonly string[] = ['env', 'addTo', 'prefix', 'owner'];
