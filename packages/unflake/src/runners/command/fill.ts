/** Replaces `{name}` in a command's words by values. A word that consists of a placeholder becomes one word per value. */
export type Values = Readonly<Record<string, readonly string[]>>;

export function filled(words: readonly string[], values: Values): readonly [string, ...string[]] {
  const [program = '', ...args] = words.flatMap((word) => {
    const whole = /^\{(\w+)\}$/.exec(word)?.[1];
    if (whole !== undefined && values[whole] !== undefined) return values[whole];
    return [word.replace(/\{(\w+)\}/g, (text, name: string) => values[name]?.join(' ') ?? text)];
  });
  return [program, ...args];
}

export function hasPlaceholder(words: readonly string[], name: string): boolean {
  return words.some((word) => word.includes(`{${name}}`));
}
