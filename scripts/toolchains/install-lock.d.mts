/** Waits until nobody holds the folder as a lock, and takes it; what it gives back releases it. */
export function installLock(path: string): Promise<() => Promise<void>>;
