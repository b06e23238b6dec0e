/** The language and its rules for sorting, numbers and letters. A locale that is not installed would change more than the locale, so it is not offered. */
import type { Knob } from '../contract/knob.ts';
import { AS_IS, NOTHING_BUT_A_VARIABLE, noSetting } from './settings.ts';

/** C sorts by bytes, German has other points and commas, Turkish other capitals. */
const WANTED = ['C', 'C.UTF-8', 'de_DE.UTF-8', 'tr_TR.UTF-8'] as const;

export const locale = {
  name: 'locale',
  cause: () => ({ family: 'external', kind: 'locale' }),
  shape: 'any',
  provoke: ({ locales }) => WANTED.filter((name) => has(locales, name)),
  pin: 'C.UTF-8',
  control: AS_IS,
  exclusive: false,
  cost: 1,
  deterministic: true,
  effect: (setting) => {
    if (setting === AS_IS) return NOTHING_BUT_A_VARIABLE;
    if (!/^[A-Za-z]\w*(\.[\w-]+)?(@\w+)?$/.test(setting)) throw noSetting('locale', setting, 'the name of a locale');
    return { env: { LC_ALL: setting, LANG: setting, LANGUAGE: null } };
  },
  unavailable: ({ platform }) =>
    platform === 'win32' ? { why: 'Windows takes no locale from the environment', enable: 'wsl unflake …' } : null,
  lacks: ({ locales }) => {
    const absent = WANTED.filter((name) => !has(locales, name));
    const making = absent.map((name) => `localedef -i ${name.split('.')[0]} -f UTF-8 ${name}`);
    if (absent.length === 0) return null;
    return {
      why: `${absent.join(' and ')} not installed`,
      enable: ['apt-get install locales', ...making].join(' && '),
    };
  },
  witness: (setting) => ({ argv: ['sh', '-c', 'printenv LC_ALL || echo unset'], prints: setting }),
} as const satisfies Knob;

/** Every machine has `C`, even where `locale` cannot be asked. */
function has(locales: readonly string[], name: string): boolean {
  return name === 'C' || locales.map(spelling).includes(spelling(name));
}

/** `C.utf8` and `C.UTF-8` are one. */
function spelling(name: string): string {
  return name.toLowerCase().replace(/utf-?8$/, 'utf8');
}
