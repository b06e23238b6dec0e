/** The `gradle` on this machine, with a Java compiler and what the project in this folder needs; installed through the system's package manager when there is none. */
export function gradleFor(project: string): Promise<string>;
/** The same, with nothing fetched. */
export function gradleProgram(): Promise<string>;
