/** The runners of Ruby whose trials run in forks, and how each writes a file of tests. */
import { minitest } from '../../src/runners/minitest.ts';
import { rspec } from '../../src/runners/rspec.ts';

/** How each runner writes a test of this name whose body is Ruby; `load` comes before. */
export const RUNNERS = {
  rspec: {
    adapter: rspec,
    file: (name: string, load: string, bodies: Readonly<Record<string, string>>) => ({
      [`spec/${name}_spec.rb`]: `${load}\nRSpec.describe("${name}") do\n${Object.entries(bodies)
        .map(([title, body]) => `  it("${title}") do\n${body}\n  end\n`)
        .join('')}end\n`,
    }),
  },
  minitest: {
    adapter: minitest,
    file: (name: string, load: string, bodies: Readonly<Record<string, string>>) => ({
      [`test/${name}_test.rb`]: `require "minitest/autorun"\n${load}\nclass Test_${name} < Minitest::Test\n${Object.entries(
        bodies,
      )
        .map(([title, body]) => `  define_method("${title}") do\n${body}\n  end\n`)
        .join('')}end\n`,
    }),
  },
} as const;
export const NAMES = Object.keys(RUNNERS) as (keyof typeof RUNNERS)[];
