/** Signs that a project's tests are run by RSpec, and the folder in which it starts. */
import type { Detection, Project } from '../../contract/runner.ts';
import { byDepth, folderOf } from '../manifests.ts';

const SPEC_FILE = /_spec\.rb$/;
const HELPER = /(?:^|\/)spec\/(?:spec|rails)_helper\.rb$/;
const MANIFEST = /(?:^|\/)(?:Gemfile|[^/]+\.gemspec)$/;

export function detectRspec(project: Project): Detection | null {
  const files = byDepth(project.files);
  // Minitest has specs too.
  const isRspec = (file: string): boolean => !/\bminitest\b/i.test(project.text(file) ?? '');
  const specs = files.filter((file) => SPEC_FILE.test(file));
  if (specs.length === 0) return null;
  const config = files.find((file) => file === '.rspec' || file.endsWith('/.rspec'));
  if (config !== undefined) return { folder: folderOf(config), because: [config], strength: 'configured' };
  const helper = files.find((file) => HELPER.test(file) && isRspec(file));
  if (helper !== undefined) return { folder: folderOf(folderOf(helper)), because: [helper], strength: 'likely' };
  const names = files.find((file) => MANIFEST.test(file) && /\brspec\b/.test(project.text(file) ?? ''));
  if (names !== undefined) return { folder: folderOf(names), because: [`rspec in ${names}`], strength: 'likely' };
  return isRspec(specs[0]!) ? { folder: aboveSpec(specs[0]!), because: [specs[0]!], strength: 'possible' } : null;
}

/** RSpec loads a folder called spec. */
function aboveSpec(file: string): string {
  const parts = file.split('/');
  const at = parts.indexOf('spec');
  return at <= 0 ? '.' : parts.slice(0, at).join('/');
}
