/** Light or dark: the system's setting, unless the person chose one. */
const KEY = 'unflake-theme';
const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export function readTheme(): Theme {
  const kept = localStorage.getItem(KEY);
  return THEMES.find((theme) => theme === kept) ?? 'system';
}

export function applyTheme(): void {
  const theme = readTheme();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function nextTheme(): Theme {
  const next = THEMES[(THEMES.indexOf(readTheme()) + 1) % THEMES.length]!;
  localStorage.setItem(KEY, next);
  applyTheme();
  return next;
}
