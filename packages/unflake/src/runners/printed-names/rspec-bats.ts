/** What RSpec and BATS print about a test. */
import type { TestNames } from '../../contract/test-names.ts';
import { TAP_POINT } from './tap.ts';

export const RSPEC_NAMES: TestNames = {
  startsWith: 'file',
  printed: [
    // rspec ./spec/a_spec.rb:12 # Group does it; rspec './spec/a_spec.rb[1:2]' # …
    { pattern: /\brspec '?(?<file>[^\s:'[\]]+)(?:\[[\d:]+\])?'? # (?<name>[^\n]+)$/gm, whole: true },
    { pattern: /\brspec '?(?<file>[^\s:'[\]]+):(?<line>\d+)'? # (?<name>[^\n]+)$/gm, whole: true },
    { pattern: /\brspec (?:-\S+ )*(?<file>[^\s:'[\]]+):(?<line>\d+)$/gm },
    //   1) Group does it
    { pattern: /^ *\d+\) (?<name>[^\n]+)$/gm, whole: true },
  ],
};

export const BATS_NAMES: TestNames = {
  startsWith: 'file',
  printed: [
    ...TAP_POINT,
    //  ✗ name of test [12]
    { pattern: /^\s*✗ (?<name>[^\n]+)$/gm },
    { pattern: /^\s*✗ (?<name>[^\n]+?) \[\d+\]$/gm },
    // (in test file test/a.bats, line 5)
    { pattern: /\bin test file (?<file>[^,\n]+), line (?<line>\d+)/gm },
  ],
};
