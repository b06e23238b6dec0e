export function table(rows: readonly object[]): string;
