import { kindOf } from './kind.ts';
import { go } from './shared-mutable-state/go.ts';
import { java } from './shared-mutable-state/java.ts';
import { javascript } from './shared-mutable-state/javascript.ts';
import { python } from './shared-mutable-state/python.ts';
import { rust } from './shared-mutable-state/rust.ts';
import { shell } from './shared-mutable-state/shell.ts';

export const sharedMutableState = kindOf({
  name: 'shared-mutable-state',
  cause: { family: 'ordering', kind: 'victim' },
  severity: 'warning',
  where: 'tests',
  message: 'changes state that other tests share',
  why: 'What a test finds depends on which tests ran before it; alone, in another order or in parallel it finds something else.',
  languages: { python, javascript, java, go, rust, shell },
});
