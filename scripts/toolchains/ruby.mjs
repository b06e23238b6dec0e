/** Finds Ruby with a test runner for our own tests, or installs them through the system's package manager, once per machine. */
import { systemTool } from './system-tool.mjs';

export const RSPEC = {
  names: ['ruby'],
  check: ['-rrspec', '-rrspec/retry', '-e', '0'],
  packages: ['ruby', 'bundler', 'ruby-rspec', 'ruby-rspec-retry'],
};
export const MINITEST = {
  names: ['ruby'],
  check: ['-rminitest', '-rbundler', '-e', '0'],
  packages: ['ruby', 'bundler', 'ruby-minitest'],
};

/**
 * A `ruby` that can load RSpec and the gem that retries.
 * @returns {Promise<string>}
 */
export function rubyWithRspec() {
  return systemTool(RSPEC);
}

/**
 * A `ruby` that can load Minitest, and Bundler for projects with a Gemfile.
 * @returns {Promise<string>}
 */
export function rubyWithMinitest() {
  return systemTool(MINITEST);
}
