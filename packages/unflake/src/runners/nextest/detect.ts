/** Signs that a cargo project's tests are run by nextest: its configuration, or a file that starts it. */
import type { Detection, Project } from '../../contract/runner.ts';
import { detectCargoTest } from '../cargo-test/detect.ts';

const CONFIG = '.config/nextest.toml';
const STARTED_IN =
  /(?:^|\/)(?:GNUmakefile|[Mm]akefile|[Mm]akefile\.toml|\.?[Jj]ustfile|[Tt]askfile\.ya?ml|\.gitlab-ci\.yml|\.cirrus\.yml|azure-pipelines\.yml)$|^\.github\/(?:workflows|actions\/[^/]+)\/[^/]+\.ya?ml$|^\.circleci\/config\.yml$/;
const STARTS = /^[^#\n]*\bcargo\b[^#\n]*\snextest\s+r(?:un)?\b/m;

export function detectNextest(project: Project): Detection | null {
  const cargo = detectCargoTest(project);
  if (cargo === null) return null;
  const { folder } = cargo;
  const config = folder === '.' ? CONFIG : `${folder}/${CONFIG}`;
  const start = project.files.find((file) => STARTED_IN.test(file) && STARTS.test(project.text(file) ?? ''));
  const because = [
    ...(project.files.includes(config) ? [config] : []),
    ...(start === undefined ? [] : [`\`cargo nextest run\` in ${start}`]),
  ];
  return because.length === 0 ? null : { ...cargo, because: [...because, ...cargo.because] };
}
