/**
 * The language and its rules for sorting, numbers and letters. Node, Java and programs that read the variables themselves accept a locale
 * that the C library does not have. Such a setting works by variable only, and programs that ask the C library stay at C.UTF-8.
 */
import type { Effect, Knob, Machine } from '../contract/knob.ts';
import { throughRuntimes } from './preloads.ts';
import { AS_IS, NOTHING_BUT_A_VARIABLE, noSetting } from './settings.ts';

/** C sorts by bytes, German has other decimal separators, Turkish other capital letters. */
const WANTED = ['C', 'C.UTF-8', 'de_DE.UTF-8', 'tr_TR.UTF-8'] as const;

const PYTHON = ['pytest', 'unittest'];
const JAVA = ['maven', 'gradle'];
/** Runners that ask only the C library; C++ throws if it lacks the locale that a variable names. */
const ONLY_INSTALLED = ['googletest'];
/** bash, Perl and Ruby complain if the C library lacks the locale of LC_ALL; these runtimes do not. */
const TAKE_ANY = [
  'cargo-test',
  'go-test',
  'jest',
  'mocha',
  'ava',
  'nextest',
  'tap',
  'node-test',
  'playwright',
  'vitest',
  ...PYTHON,
  ...JAVA,
];

export const locale = {
  name: 'locale',
  cause: () => ({ family: 'external', kind: 'locale' }),
  shape: 'any',
  provoke: ({ locales, runner }) =>
    WANTED.filter((name) => (name !== 'C.UTF-8' && !ONLY_INSTALLED.includes(runner ?? '')) || has(locales, name)),
  pin: 'C.UTF-8',
  control: AS_IS,
  exclusive: false,
  cost: 1,
  deterministic: true,
  effect: (setting, machine) => {
    if (setting === AS_IS) return absentHere(machine).length === 0 ? NOTHING_BUT_A_VARIABLE : control(machine);
    if (!/^[A-Za-z]\w*(\.[\w-]+)?(@\w+)?$/.test(setting)) throw noSetting('locale', setting, 'the name of a locale');
    if (!setting.startsWith('C') && !has(machine.locales, setting)) return byVariable(setting, machine);
    return { env: { LC_ALL: setting, LANG: setting, LANGUAGE: null } };
  },
  unavailable: ({ platform }) =>
    platform === 'win32'
      ? { why: 'Windows does not read a locale from the environment', enable: 'wsl unflake …' }
      : null,
  lacks: (machine) => {
    const absent = absentHere(machine);
    const making = absent.map((name) => `localedef -i ${name.split('.')[0]} -f UTF-8 ${name}`);
    if (absent.length === 0) return null;
    const how = ONLY_INSTALLED.includes(machine.runner ?? '') ? 'left out' : 'by variable only';
    return {
      why: `${absent.join(' and ')} ${how}: not installed for the C library`,
      enable: ['apt-get install locales', ...making].join(' && '),
    };
  },
  witness: (setting, { locales }) => {
    const variable = has(locales, setting) || setting.startsWith('C') ? 'LC_ALL' : 'LANG';
    return { argv: ['sh', '-c', `printenv ${variable} || echo unset`], prints: setting };
  },
} as const satisfies Knob;

function byVariable(setting: string, machine: Machine): Effect {
  const all = TAKE_ANY.includes(machine.runner ?? '') ? setting : null;
  const env = { LC_ALL: all, LANG: setting, LANGUAGE: null, LC_CTYPE: 'C.UTF-8' };
  if (PYTHON.includes(machine.runner ?? '')) return throughRuntimes({ ...env, UNFLAKE_LOCALE: 'variable' }, machine);
  if (!JAVA.includes(machine.runner ?? '')) return { env };
  // Java asks the C library for the current locale, but has the data of every locale itself.
  const [language, country] = setting.split(/[_.@]/);
  return { env, addTo: { JAVA_TOOL_OPTIONS: `-Duser.language=${language} -Duser.country=${country}` } };
}

/** The same preload for Python; for Java the same line that it prints about picked-up options. */
function control(machine: Machine): Effect {
  if (PYTHON.includes(machine.runner ?? '')) return throughRuntimes({ UNFLAKE_CONTROL: '1' }, machine);
  if (!JAVA.includes(machine.runner ?? '')) return NOTHING_BUT_A_VARIABLE;
  return { ...NOTHING_BUT_A_VARIABLE, addTo: { JAVA_TOOL_OPTIONS: '-Dunflake.control=1' } };
}

const absentHere = ({ locales }: Machine): readonly string[] => WANTED.filter((name) => !has(locales, name));

/** Every machine has `C`, even where the `locale` program is missing. */
function has(locales: readonly string[], name: string): boolean {
  return name === 'C' || locales.map(spelling).includes(spelling(name));
}

/** `C.utf8` and `C.UTF-8` are the same locale. */
function spelling(name: string): string {
  return name.toLowerCase().replace(/utf-?8$/, 'utf8');
}
