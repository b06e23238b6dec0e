/** Elements of HTML and SVG as values: the report writes them as text, the dashboard as nodes. Text in them stays data in both. */

export interface Markup {
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: readonly Child[];
}

export type Child = Markup | string | number | null | readonly Child[];
export type Attributes = Readonly<Record<string, string | number | undefined>>;

export function el(name: string, attributes: Attributes, ...children: readonly Child[]): Markup {
  return { name, attributes, children };
}

/** Coordinates need no more than two decimals, and a report of thousands of runs stays small. */
export function attributeText(value: string | number): string {
  return typeof value === 'number' ? String(Math.round(value * 100) / 100) : value;
}
