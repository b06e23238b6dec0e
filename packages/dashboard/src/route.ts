/** The address of a page, as the part behind `#`: it works on a service and from disk, and holds all state that can be sent to others. */
import { type Cell, cell } from './live/cell.ts';

export interface Route {
  /** `['cases', 'c-7f3k2m']`. */
  readonly parts: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

export function readRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const parts = path
    .split('/')
    .filter((part) => part !== '')
    .map(decoded);
  return { parts, query: Object.fromEntries(new URLSearchParams(query)) };
}

export function addressOf(parts: readonly string[], query: Readonly<Record<string, string | null>> = {}): string {
  const kept = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== null && entry[1] !== '');
  const text = new URLSearchParams(kept).toString();
  return `#/${parts.map(encodeURIComponent).join('/')}${text === '' ? '' : `?${text}`}`;
}

export const route: Cell<Route> = cell(readRoute(location.hash));
addEventListener('hashchange', () => route.set(readRoute(location.hash)));

export function go(address: string): void {
  location.hash = address;
}

/** Changes the query of this page without a step back in the history. */
export function setQuery(change: Readonly<Record<string, string | null>>): void {
  const { parts, query } = route.get();
  history.replaceState(null, '', addressOf(parts, { ...query, ...change }));
  route.set(readRoute(location.hash));
}

/** The folder that requests name: of the address, or the service's own. */
export const rootOf = ({ query }: Route): { readonly root?: string } =>
  query.root === undefined ? {} : { root: query.root };

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return part;
    throw error;
  }
}
