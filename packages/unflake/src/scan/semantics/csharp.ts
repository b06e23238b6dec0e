import { BY_TEXT } from './by-text.ts';
import type { Semantics } from './semantics.ts';

export const csharp: Semantics = BY_TEXT;
