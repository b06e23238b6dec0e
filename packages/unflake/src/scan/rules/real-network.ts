import { kindOf } from './kind.ts';
import { cpp } from './real-network/cpp.ts';
import { csharp } from './real-network/csharp.ts';
import { go } from './real-network/go.ts';
import { java } from './real-network/java.ts';
import { javascript } from './real-network/javascript.ts';
import { kotlin } from './real-network/kotlin.ts';
import { php } from './real-network/php.ts';
import { python } from './real-network/python.ts';
import { ruby } from './real-network/ruby.ts';
import { rust } from './real-network/rust.ts';
import { shell } from './real-network/shell.ts';

export const realNetwork = kindOf({
  name: 'real-network',
  cause: { family: 'external', kind: 'network' },
  severity: 'error',
  where: 'tests',
  message: 'talks to a host on the network',
  why: 'The test fails when the host, the name server or the connection is slow or down, or when the answer changes.',
  languages: { python, javascript, java, go, rust, shell, kotlin, ruby, csharp, cpp, php },
});
