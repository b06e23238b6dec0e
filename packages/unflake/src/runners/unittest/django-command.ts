/** The command by which a project of Django tests itself: its manage.py, a script of its own, or Django's, as its scripts call it. */
import type { Project } from '../../contract/runner.ts';
import { folderOf } from '../manifests.ts';

export interface DjangoCommand {
  /** Behind the interpreter. */
  readonly argv: readonly string[];
  /** Labels of tests may follow. */
  readonly takesLabels: boolean;
  /** Why it is this command. */
  readonly because: string;
}

const MANAGE = 'manage.py';
const OWN_SCRIPTS = ['runtests.py', 'run_tests.py', 'runtest.py', 'tests/runtests.py', 'tests/run_tests.py'];
const RUNS_TESTS = /\bget_runner\b|\bDiscoverRunner\b|\bcall_command\(\s*["']test["']|\bexecute_from_command_line\b/;
const CALLERS = ['tox.ini', 'Makefile', 'makefile', 'justfile', 'noxfile.py', 'pyproject.toml', 'hatch.toml'];
const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;
const CALL = /(?:\bdjango-admin(?:\.py)?|-m django) test\b([^\n;&|]*)/;
const SETTINGS = /\bDJANGO_SETTINGS_MODULE["']?\s*[=:,]\s*["']?([A-Za-z_][\w.]*)/;
/** Of one word, without what the caller fills in. */
const WORD = /^[\w.=:/-]+$/;
const KEPT =
  /^(?:--(?:settings|pythonpath|testrunner|tag|exclude-tag|pattern|top-level-directory)=.+|[A-Za-z_][\w.]*)$/;

/** For a runner that is started in this folder; null where the project is none of Django's. */
export function djangoCommand(project: Project, folder: string): DjangoCommand | null {
  const inside = (name: string) => (folder === '.' ? name : `${folder}/${name}`);
  const text = (name: string) => (project.files.includes(inside(name)) ? (project.text(inside(name)) ?? '') : '');
  if (isManage(text(MANAGE)))
    return { argv: [MANAGE, 'test'], takesLabels: true, because: `${inside(MANAGE)} sets up Django` };
  for (const script of OWN_SCRIPTS) {
    if (/django/.test(text(script)) && RUNS_TESTS.test(text(script)))
      return { argv: [script], takesLabels: false, because: `${inside(script)} starts Django's test runner` };
  }
  const workflows = project.files.filter((file) => folder === '.' && WORKFLOW.test(file));
  for (const caller of [...CALLERS, ...workflows]) {
    const called = CALL.exec(text(caller))?.[1];
    if (called === undefined) continue;
    const settings = SETTINGS.exec(text(caller))?.[1];
    const words = wordsOf(called);
    if (settings === undefined && !words.some((word) => word.startsWith('--settings='))) continue;
    const given = words.some((word) => word.startsWith('--settings=')) ? [] : [`--settings=${settings}`];
    return {
      argv: ['-m', 'django', 'test', ...given, ...words],
      takesLabels: words.every((word) => word.startsWith('-')),
      because: `\`django test\` in ${inside(caller)}`,
    };
  }
  return null;
}

/** Folders in which there is such a command, the nearest to the root first, none inside another. */
export function djangoFolders(project: Project): readonly string[] {
  const scripts = project.files.filter((file) => file.endsWith(`/${MANAGE}`) && isManage(project.text(file) ?? ''));
  const folders = ['.', ...scripts.map(folderOf).toSorted((a, b) => a.split('/').length - b.split('/').length)];
  const found = folders.filter((folder) => djangoCommand(project, folder) !== null);
  const isInside = (one: string, other: string) => other === '.' || one.startsWith(`${other}/`);
  return found.filter((folder, index) => !found.slice(0, index).some((other) => isInside(folder, other)));
}

function isManage(text: string): boolean {
  return /\bexecute_from_command_line\b|\bcall_command\b|\bManagementUtility\b/.test(text) && /django/.test(text);
}

/** `--settings tests.settings` is one word here. */
function wordsOf(line: string): readonly string[] {
  const words = line
    .trim()
    .replace(/ #.*$/, '')
    .replace(/(?<=^|\s)(--[a-z-]+)\s+(?=[^-\s])/g, (whole, option: string) =>
      takesValue(option) ? `${option}=` : whole,
    )
    .split(/\s+/)
    .map((word) => word.replace(/^["']|["',\]]+$/g, ''));
  return words.filter((word) => WORD.test(word) && KEPT.test(word));
}

function takesValue(option: string): boolean {
  return KEPT.test(`${option}=x`);
}
