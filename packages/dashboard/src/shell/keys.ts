/** The keyboard: `/` searches, `j` and `k` move along the rows, `?` shows the list of keys, `g` and a letter opens a page. */
import { addressOf, go } from '../route.ts';

/** `needs` a service: what it shows is not written into pages that open from disk. */
export const PAGES = [
  { key: 'o', title: 'Overview', parts: [], needs: null },
  { key: 't', title: 'Tests', parts: ['tests'], needs: 'service' },
  { key: 'c', title: 'Cases', parts: ['cases'], needs: null },
  { key: 'h', title: 'Hunts', parts: ['hunts'], needs: null },
  { key: 'q', title: 'Quarantine', parts: ['quarantine'], needs: 'service' },
  { key: 'w', title: 'Workers', parts: ['workers'], needs: 'service' },
  { key: 's', title: 'Scan', parts: ['scan'], needs: 'service' },
] as const;

/** Longer ago than this, `g` was another thought. */
const PAIR_MS = 1_500;

export function listenToKeys(showHelp: () => void): () => void {
  let goSince = Number.NEGATIVE_INFINITY;
  const pressed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const page = event.timeStamp - goSince < PAIR_MS ? PAGES.find(({ key }) => key === event.key) : undefined;
    goSince = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
    if (page !== undefined) go(addressOf(page.parts));
    else if (event.key === '/') document.querySelector<HTMLElement>('main input[type="search"]')?.focus();
    else if (event.key === 'j') move(1);
    else if (event.key === 'k') move(-1);
    else if (event.key === '?') showHelp();
    else return;
    event.preventDefault();
  };
  addEventListener('keydown', pressed);
  return () => removeEventListener('keydown', pressed);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && /^(?:INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
}

function move(by: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')];
  if (rows.length === 0) return;
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const next = at === -1 ? (by > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + by));
  rows[next]!.focus();
}
