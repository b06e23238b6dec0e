/** Finds PHPUnit with PHP for our own tests, or installs both through the system's package manager, once per machine. */
import { systemTool } from './system-tool.mjs';

export const PHPUNIT = { names: ['phpunit'], check: ['--version'], packages: ['php-cli', 'phpunit'] };

/**
 * A `phpunit` that answers.
 * @returns {Promise<string>}
 */
export function phpunitProgram() {
  return systemTool(PHPUNIT);
}
