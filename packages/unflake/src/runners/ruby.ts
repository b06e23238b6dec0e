/** The command that prints a Ruby's version. */
import type { ProgramRule } from '../contract/runner.ts';

export const RUBY = {
  interpreters: ['ruby'],
  tellsItself: ['-rjson', '-rrbconfig', '-e', 'puts JSON.generate([RbConfig.ruby, ENV.to_h])'],
} as const satisfies Partial<ProgramRule>;
