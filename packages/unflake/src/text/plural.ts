/** `1 trial`, `2 trials`: a count with its word, the one place that knows about plurals. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${group(count)} ${count === 1 ? one : many}`;
}

/** Thousands apart, so that large counts can be read: `12,480`. */
export function group(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
