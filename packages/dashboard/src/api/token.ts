/** The token that the service asks for: typed once, kept for this tab alone, never part of an address. */
const KEY = 'unflake-token';

export const readToken = (): string | null => sessionStorage.getItem(KEY);
export const keepToken = (token: string): void => sessionStorage.setItem(KEY, token);
export const dropToken = (): void => sessionStorage.removeItem(KEY);
