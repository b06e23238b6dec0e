/** The flags that every command accepts. This file loads no schemas, so that help does not load them. */
export interface GlobalFlag {
  readonly name: string;
  /** The placeholder of its value in help; null for a switch. */
  readonly value: string | null;
  readonly summary: string;
}

/** Handled by the command line itself. */
export const SWITCHES = [
  { name: 'json', value: null, summary: 'Print the envelope as JSON on stdout, and nothing else there' },
  { name: 'quiet', value: null, summary: 'No progress on stderr' },
  { name: 'no-color', value: null, summary: 'No colour; also off without a terminal or with NO_COLOR set' },
  { name: 'help', value: null, summary: 'Show this help' },
] as const satisfies readonly GlobalFlag[];

/** Fields that most tools' inputs share; a tool that does not use one does not accept it. */
export const PLACES = [
  { name: 'root', value: 'folder', summary: 'Folder of the project; by default the current one' },
  { name: 'store', value: 'file', summary: 'Where cases and caches are kept; by default in your state folder' },
  { name: 'config', value: 'file', summary: 'Config file; by default unflake.config.{ts,js,json} in the root' },
] as const satisfies readonly GlobalFlag[];

export const GLOBAL_FLAGS: readonly GlobalFlag[] = [...PLACES, ...SWITCHES];
