/** Builds a test program from one source file; compiler and GoogleTest are installed through the system's package manager when there are none. */
export function buildGoogletest(source: string, program: string): Promise<void>;
