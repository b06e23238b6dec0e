/**
 * Checks which host a request is meant for and which web page may have sent it. The Host header reveals a page whose name was made to
 * resolve to this machine (DNS rebinding); Origin and Sec-Fetch-Site reveal a page of another site. auth.ts decides who may call at all.
 */
import { isIP } from 'node:net';
import { UnflakeError } from '../contract/faults.ts';

export type HeaderOf = (name: string) => string | undefined;

export interface HostRules {
  /** Outside the loopback, every address of this machine is allowed; a rebound name is never an address. */
  readonly listening: 'loopback' | 'beyond';
  /** Additional names of this host, without port, in lower case. */
  readonly names: readonly string[];
  /** Origins of other sites that may call, for example `http://localhost:6274`. */
  readonly origins: readonly string[];
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Throws FORBIDDEN_ORIGIN if the request was not meant for us, or comes from a page that may not call. */
export function checkHost(header: HeaderOf, rules: HostRules): void {
  const host = header('host')?.toLowerCase() ?? '';
  if (!isOurName(nameOf(host), rules)) throw refusal('host', host, 'is not a name of this service');
  const origin = header('origin')?.toLowerCase();
  if (origin === undefined) {
    // Pages send no Origin with an image or a link; this header says that it was another site.
    const site = header('sec-fetch-site');
    if (site === 'cross-site' || site === 'same-site')
      throw refusal('sec-fetch-site', site, 'may not call this service');
    return;
  }
  if (!isSameOrigin(origin, host) && !rules.origins.includes(origin)) {
    throw refusal('origin', origin, 'may not call this service');
  }
}

/** The origin that the response must name so that a browser shows it to the page; null if there is none. */
export function namedOrigin(header: HeaderOf, rules: HostRules): string | null {
  if (rules.origins.length === 0) return null;
  const origin = header('origin');
  return origin !== undefined && rules.origins.includes(origin.toLowerCase()) ? origin : null;
}

function isOurName(name: string | null, { listening, names }: HostRules): boolean {
  if (name === null) return false;
  if (isLoopback(name) || names.includes(name)) return true;
  return listening === 'beyond' && isIP(name.replace(/^\[|\]$/g, '')) !== 0;
}

/** Without port and trailing dot; null for text that is not a host. */
function nameOf(host: string): string | null {
  const parts = /^(\[[0-9a-f:.]+\]|[^:[\]/@]+)(?::\d{1,5})?$/.exec(host);
  return parts === null ? null : parts[1]!.replace(/\.$/, '');
}

function isSameOrigin(origin: string, host: string): boolean {
  return origin === `http://${host}` || origin === `https://${host}`;
}

function refusal(header: string, value: string, why: string): UnflakeError {
  return new UnflakeError('FORBIDDEN_ORIGIN', `${header} \`${value.slice(0, 200)}\` ${why}`, { header });
}
