import { kindOf } from './kind.ts';
import { cpp } from './time-zone/cpp.ts';
import { csharp } from './time-zone/csharp.ts';
import { go } from './time-zone/go.ts';
import { java } from './time-zone/java.ts';
import { javascript } from './time-zone/javascript.ts';
import { kotlin } from './time-zone/kotlin.ts';
import { php } from './time-zone/php.ts';
import { python } from './time-zone/python.ts';
import { ruby } from './time-zone/ruby.ts';
import { rust } from './time-zone/rust.ts';
import { shell } from './time-zone/shell.ts';

export const timeZone = kindOf({
  name: 'time-zone',
  cause: { family: 'external', kind: 'time-zone' },
  severity: 'warning',
  where: 'anywhere',
  message: 'depends on the time zone of the machine',
  why: 'In another zone, or in the hour when summer time begins, the same instant is another hour or another day.',
  languages: { python, javascript, java, go, rust, shell, kotlin, ruby, csharp, cpp, php },
});
