/** What the page knows of its service: whether it needs a token, what it offers, and whether it answers. */
import { type Cell, cell } from '../live/cell.ts';
import { askHealth } from './call.ts';
import { Fault } from './request.ts';
import type { Health } from './results.ts';
import { dropToken, keepToken, readToken } from './token.ts';

export type Session =
  | { readonly state: 'connecting' }
  | { readonly state: 'needs-token'; readonly wasWrong: boolean }
  | { readonly state: 'unreachable'; readonly why: string }
  | { readonly state: 'open'; readonly health: Health };

export const session: Cell<Session> = cell<Session>({ state: 'connecting' });

export async function openSession(): Promise<void> {
  const token = readToken();
  try {
    session.set({ state: 'open', health: await askHealth() });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (error.code === 'UNAUTHORIZED') sessionNeedsToken(token);
    else session.set({ state: 'unreachable', why: error.message });
  }
}

/** `sent`: the token that was refused. Of several requests that were under way with it, only the first says so. */
export function sessionNeedsToken(sent: string | null): void {
  if (readToken() !== sent) return;
  dropToken();
  session.set({ state: 'needs-token', wasWrong: sent !== null });
}

export async function logIn(token: string): Promise<void> {
  keepToken(token);
  await openSession();
}
