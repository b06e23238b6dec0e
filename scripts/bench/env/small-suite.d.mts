export declare const SEQUENTIAL: readonly string[];
export declare const INDEPENDENT: readonly string[];
export declare function writeSmallSuite(
  project: string,
  options?: { readonly pause?: number; readonly after?: Readonly<Record<string, string>> },
): void;
