/** An interpreter that has pytest 7 or later: the machine's own, else one in a virtual environment of ours. */
export function pythonWithPytest(): Promise<string>;
/** An interpreter in a virtual environment with exactly these packages (name → exact version); made on the first call. */
export function pythonTools(specs: Record<string, string>): Promise<string>;
