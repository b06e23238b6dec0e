/** Search and choices above a table. Both are part of the address. */
import { useCell } from '../live/cell.ts';
import { route, setQuery } from '../route.ts';

interface Choice {
  readonly name: string;
  readonly label: string;
  readonly values: readonly string[];
}

interface FiltersProps {
  readonly label: string;
  readonly choices?: readonly Choice[];
}

export function Filters({ label, choices = [] }: FiltersProps) {
  const { query } = useCell(route);
  return (
    <search class="filters">
      <input
        type="search"
        aria-label={label}
        placeholder={`${label}  ( / )`}
        value={query.q ?? ''}
        onInput={(event) => setQuery({ q: event.currentTarget.value, page: null })}
      />
      {choices.map(({ name, label: title, values }) => (
        <label key={name}>
          <span class="quiet">{title} </span>
          <select
            value={query[name] ?? ''}
            onChange={(event) => setQuery({ [name]: event.currentTarget.value, page: null })}
          >
            <option value="">all</option>
            {values.map((value) => (
              <option key={value} value={value}>
                {value.replaceAll('-', ' ')}
              </option>
            ))}
          </select>
        </label>
      ))}
    </search>
  );
}

export function matches(text: string, wanted: string | undefined): boolean {
  return wanted === undefined || text.toLowerCase().includes(wanted.toLowerCase());
}
