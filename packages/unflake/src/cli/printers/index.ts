/** Which printer a command's result goes through. A command without one prints its result as JSON. */
import { NO_FILES, type Printer } from './printer.ts';

const PRINTERS: Readonly<Record<string, () => Promise<Printer>>> = {};

const asJson: Printer = { text: (result) => `${JSON.stringify(result, null, 2)}\n`, files: NO_FILES };

export async function printerFor(command: string): Promise<Printer> {
  const load = PRINTERS[command];
  return load ? load() : asJson;
}
