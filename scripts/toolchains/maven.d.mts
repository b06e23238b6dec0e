/** The `mvn` on this machine, with a Java compiler; installed through the system's package manager when there is none. */
export function mavenProgram(): Promise<string>;
/** The same, with everything fetched that the project in this folder needs to run this test. */
export function mavenFor(project: string, test: string): Promise<string>;
/** What the tests of integration tests need. */
export const FAILSAFE_VERSION: string;
