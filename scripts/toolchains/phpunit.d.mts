/** A `phpunit` that answers; installed with PHP through the system's package manager when there is none. */
export function phpunitProgram(): Promise<string>;
