import type { KindOptions } from './kind-options.ts';

export const locale: KindOptions = {
  goal: 'The locale is written where a text is compared or shown.',
  options: [
    {
      name: 'name the locale',
      code: {
        python: `shown = f"{amount:.2f}"`,
        javascript: `const shown = amount.toLocaleString('en-US');`,
        go: `printer := message.NewPrinter(language.English)`,
        rust: `let shown = format!("{amount:.2}");`,
        java: `String shown = String.format(Locale.ROOT, "%.2f", amount);`,
        shell: `LC_ALL=C sort names.txt`,
      },
      pros: ['the same everywhere'],
      cons: [],
    },
  ],
};
