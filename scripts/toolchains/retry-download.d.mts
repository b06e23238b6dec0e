/** The result of the first attempt that succeeds; between the attempts it pauses and says why. */
export function retryDownload<Result>(
  what: string,
  attempt: () => Promise<Result>,
  outside?: { readonly pause?: (ms: number) => Promise<unknown>; readonly say?: (line: string) => void },
): Promise<Result>;
