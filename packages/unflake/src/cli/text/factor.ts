/** The factor of a diagnosis in one line. */
import type { Factor } from '../../contract/diagnosis.ts';

/** `name` formats the names of knobs and settings, for output formats that highlight them. */
export function factorText(factor: Factor, name: (text: string) => string = (text) => text): string {
  const { knob, failing, passing, with: beside, unless } = factor;
  const also = beside ? ` together with ${name(beside.knob)} at ${name(beside.setting)}` : '';
  const but = unless ? ` unless ${name(unless.knob)} is at ${name(unless.setting)}` : '';
  const passes = passing.length === 0 ? '' : `; passes at ${passing.map(name).join(', ')}`;
  return `${name(knob)}: fails at ${failing.map(name).join(', ')}${also}${but}${passes}`;
}
