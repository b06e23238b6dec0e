/** Values of input fields that were renamed. The old value is accepted for one release, with a note, and is not documented. */
import type { AnyTool } from './tool.ts';

export interface CurrentInput<Input> {
  readonly input: Input;
  /** One line for each old value in the input. */
  readonly notes: readonly string[];
}

export function withCurrentValues<Input>({ renamedValues = {} }: AnyTool, input: Input): CurrentInput<Input> {
  if (typeof input !== 'object' || input === null) return { input, notes: [] };
  const given = input as Readonly<Record<string, unknown>>;
  const renamed = Object.entries(renamedValues).flatMap(([field, names]) => {
    const old = given[field];
    const current = typeof old === 'string' && Object.hasOwn(names, old) ? names[old]! : null;
    return current === null ? [] : [{ field, old, current }];
  });
  if (renamed.length === 0) return { input, notes: [] };
  return {
    input: { ...input, ...Object.fromEntries(renamed.map(({ field, current }) => [field, current])) },
    notes: renamed.map(({ field, old, current }) => `note: --${field} ${old} is now called --${field} ${current}`),
  };
}
