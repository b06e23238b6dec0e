import { sequential } from '../samples.ts';
import { type SuiteFile, stepsBeside } from '../suite.ts';
import { eachFile, type FlaggedLine, type SuiteRule } from '../suite-rule.ts';

export const numbering: SuiteRule = {
  id: 'env/numbering',
  cause: { family: 'ordering', kind: 'residue' },
  severity: 'warning',
  message: 'leaves a gap in the numbers, or shares its number',
  why: 'The number says what a step may build on. A gap is where a step has been removed, and what it left for later ones with it; of two steps with one number nobody sees which runs first.',
  fix: 'Number the steps without gaps, from 00 or 01 on, each number once.',
  check: eachFile((file, files) => {
    if (file.kind !== 'sequential') return [];
    const steps = stepsBeside(file, files).filter(({ kind }) => kind === 'sequential');
    const before = steps[steps.indexOf(file) - 1];
    return [flaggedAfter(file, before)];
  }),
  flags: [
    [sequential('00-shop'), sequential('02-till')],
    [sequential('02-shop')],
    [sequential('00-shop'), sequential('01-till'), sequential('01-bank')],
  ],
  allows: [
    [sequential('00-shop'), sequential('01-till'), sequential('02-bank')],
    [sequential('01-shop'), sequential('02-till')],
    [sequential('00-shop'), { ...sequential('00-till'), path: 'other/00-till.bats' }],
  ],
};

function flaggedAfter(file: SuiteFile, before: SuiteFile | undefined): FlaggedLine | null {
  const number = Number(file.name.slice(0, 2));
  if (before === undefined)
    return number <= 1
      ? null
      : { file, node: null, message: `is the first step, and its number is ${file.name.slice(0, 2)}` };
  const last = Number(before.name.slice(0, 2));
  if (number === last) return { file, node: null, message: `has the number of ${before.name}` };
  return number === last + 1
    ? null
    : { file, node: null, message: `comes right after ${before.name}: numbers are missing between them` };
}
