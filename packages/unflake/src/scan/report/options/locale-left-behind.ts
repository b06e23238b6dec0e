import type { KindOptions } from './kind-options.ts';

export const localeLeftBehind: KindOptions = {
  goal: 'After a test the locale is as it was before.',
  options: [
    {
      name: 'put it back where failures pass too',
      code: {
        python: `before = locale.setlocale(locale.LC_ALL)
try:
    locale.setlocale(locale.LC_ALL, "C")
    run()
finally:
    locale.setlocale(locale.LC_ALL, before)`,
        javascript: `const before = process.env.LANG;
try {
  process.env.LANG = 'C';
  run();
} finally {
  process.env.LANG = before;
}`,
        go: `t.Setenv("LANG", "C")`,
        rust: `temp_env::with_var("LANG", Some("C"), run);`,
        java: `Locale before = Locale.getDefault();
try {
    Locale.setDefault(Locale.ROOT);
    run();
} finally {
    Locale.setDefault(before);
}`,
        shell: `LC_ALL=C run load`,
      },
      pros: ['later tests see their own locale'],
      cons: ['tests side by side in one process still share it'],
    },
  ],
};
