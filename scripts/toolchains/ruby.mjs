/** Finds Ruby with RSpec and the gem that retries for our own tests, or installs them through the system's package manager, once per machine. */
import { systemTool } from './system-tool.mjs';

/**
 * A `ruby` that can load both.
 * @returns {Promise<string>}
 */
export function rubyWithRspec() {
  const packages = ['ruby', 'bundler', 'ruby-rspec', 'ruby-rspec-retry'];
  return systemTool({ names: ['ruby'], check: ['-rrspec', '-rrspec/retry', '-e', '0'], packages });
}
