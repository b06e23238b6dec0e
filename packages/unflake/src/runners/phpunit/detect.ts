/** Signs that a project's tests are run by PHPUnit. Tests of Pest, which is built on PHPUnit, need Pest's own program. */
import type { Detection, Project } from '../../contract/runner.ts';
import { byDepth, folderOf } from '../manifests.ts';

const CONFIGURATION = /(?:^|\/)phpunit(?:\.dist)?\.xml(?:\.dist)?$/;
const COMPOSER = /(?:^|\/)composer\.json$/;
const TEST_FILE = /Test\.php$/;
const ASIDE = /(?:^|\/)(?:vendor|fixtures?|_files|examples?|stubs?|tests?\/(?:end-to-end|_?fixtures?))(?:\/|$)/i;

export function detectPhpunit(project: Project): Detection | null {
  const files = byDepth(project.files).filter((file) => !ASIDE.test(folderOf(file)));
  const composers = files.filter((file) => COMPOSER.test(file));
  const requires = (name: string, file: string): boolean => (project.text(file) ?? '').includes(`"${name}"`);
  const isOfPest = (folder: string): boolean =>
    composers.some((file) => folderOf(file) === folder && requires('pestphp/pest', file));

  const configured = files
    .filter((file) => CONFIGURATION.test(file))
    .map((file): Detection => ({ folder: folderOf(file), because: [file], strength: 'configured' }));
  const likely = composers
    .filter((file) => requires('phpunit/phpunit', file) && hasTests(files, folderOf(file)))
    .map(
      (file): Detection => ({ folder: folderOf(file), because: [`phpunit/phpunit in ${file}`], strength: 'likely' }),
    );
  const suites = (configured.length > 0 ? configured : likely).filter(({ folder }) => !isOfPest(folder));

  const [first, ...others] = suites;
  if (first === undefined || first.folder === '.') return first ?? null;
  const alsoIn: Detection[] = [];
  for (const other of others) {
    const isInside = [first, ...alsoIn].some(({ folder }) => `${other.folder}/`.startsWith(`${folder}/`));
    if (!isInside) alsoIn.push(other);
  }
  return alsoIn.length === 0 ? first : { ...first, alsoIn };
}

function hasTests(files: readonly string[], folder: string): boolean {
  return files.some((file) => TEST_FILE.test(file) && (folder === '.' || file.startsWith(`${folder}/`)));
}
