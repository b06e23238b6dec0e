/** The `bats` on this machine; installed through the system's package manager when there is none. */
export function batsProgram(): Promise<string>;
