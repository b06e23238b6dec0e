/** The address of a store in PostgreSQL. */

export const isPostgresAddress = (place: string): boolean => /^postgres(?:ql)?:\/\//.test(place);

/** For people: without the password, wherever it is written. */
export function shownAddress(address: string): string {
  const [head = '', query = ''] = address.split(/\?(.*)/s);
  const shown = head.replace(/^(\w+:\/\/[^:@/]*):[^@/]*@/, '$1@');
  const kept = query.split('&').filter((part) => part !== '' && !/^(?:password|sslpassword)=/i.test(part));
  return kept.length === 0 ? shown : `${shown}?${kept.join('&')}`;
}
