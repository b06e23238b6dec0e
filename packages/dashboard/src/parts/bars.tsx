/** Counts as bars with their numbers: one row for each name. */
export interface Bar {
  readonly name: string;
  readonly value: number;
  /** What is written for the value. */
  readonly text?: string;
  readonly address?: string;
  readonly kind?: 'pass' | 'fail';
}

export function Bars({ label, bars }: { readonly label: string; readonly bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ul class="bars" aria-label={label}>
      {bars.map(({ name, value, text, address, kind }) => (
        <li key={name}>
          <span class="bar-name">{address === undefined ? name : <a href={address}>{name}</a>}</span>
          <span class="bar-track" aria-hidden="true">
            <span class={`bar-fill ${kind ?? ''}`} style={{ width: `${(value / most) * 100}%` }} />
          </span>
          <span class="bar-value">{text ?? value.toLocaleString('en')}</span>
        </li>
      ))}
    </ul>
  );
}
