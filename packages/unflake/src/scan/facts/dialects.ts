/** Which languages we have facts about. */
import type { Language } from '../syntax/language.ts';
import type { Dialect } from './dialect.ts';
import { go } from './dialects/go.ts';
import { java } from './dialects/java.ts';
import { javascript } from './dialects/javascript.ts';
import { python } from './dialects/python.ts';
import { rust } from './dialects/rust.ts';
import { shell } from './dialects/shell.ts';

export const DIALECTS: Readonly<Record<Language, Dialect>> = { python, javascript, go, rust, java, shell };
