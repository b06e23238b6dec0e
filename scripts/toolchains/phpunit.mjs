/** Finds PHPUnit with PHP for our own tests, or installs both through the system's package manager, once per machine. */
import { systemTool } from './system-tool.mjs';

/**
 * A `phpunit` that answers.
 * @returns {Promise<string>}
 */
export function phpunitProgram() {
  return systemTool({ names: ['phpunit'], check: ['--version'], packages: ['php-cli', 'phpunit'] });
}
