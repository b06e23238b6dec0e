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
  /** Chosen by a part of their name, because there may be thousands. */
  readonly texts?: readonly Omit<Choice, 'values'>[];
}

export function Filters({ label, choices = [], texts = [] }: FiltersProps) {
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
      {texts.map(({ name, label: title }) => (
        <label key={name}>
          <span class="quiet">{title} </span>
          <input
            class="short"
            value={query[name] ?? ''}
            onInput={(event) => setQuery({ [name]: event.currentTarget.value, page: null })}
          />
        </label>
      ))}
    </search>
  );
}

export function matches(text: string, wanted: string | undefined): boolean {
  return wanted === undefined || text.toLowerCase().includes(wanted.toLowerCase());
}
