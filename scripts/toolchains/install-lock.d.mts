/** Waits for the lock folder and takes it; returns a function that releases it. */
export function installLock(path: string): Promise<() => Promise<void>>;
