/** One file for every grammar, each with a source of nondeterminism, so that a grammar that is not in the tarball shows. */
import type { Grammar } from '../../src/scan/syntax/language.ts';

export const SAMPLES: Readonly<Record<Grammar, readonly [file: string, text: string]>> = {
  python: ['dice.py', 'import random\n\nSIDE = random.randint(1, 6)\n'],
  JavaScript: ['dice.js', 'export const side = () => Math.random() * 6;\n'],
  TypeScript: ['dice.ts', 'export const side = (): number => Math.random() * 6;\n'],
  Tsx: ['Dice.tsx', 'export const Dice = () => <b>{Math.random() * 6}</b>;\n'],
  go: ['dice.go', 'package dice\n\nimport "time"\n\nfunc Now() int64 { return time.Now().Unix() }\n'],
  rust: ['dice.rs', 'use std::time::SystemTime;\n\npub fn now() -> SystemTime {\n    SystemTime::now()\n}\n'],
  java: [
    'Dice.java',
    'import java.util.Random;\n\nclass Dice {\n  int side() { return new Random().nextInt(6); }\n}\n',
  ],
  kotlin: ['Dice.kt', 'import kotlin.random.Random\n\nfun side(): Int = Random.nextInt(6)\n'],
  ruby: ['dice.rb', 'def now\n  Time.now\nend\n'],
  csharp: ['Dice.cs', 'using System;\n\nclass Dice {\n  int Side() { return new Random().Next(6); }\n}\n'],
  cpp: ['dice.cpp', '#include <ctime>\n\nlong now() { return std::time(nullptr); }\n'],
  bash: ['dice.sh', '#!/bin/bash\necho "$RANDOM"\n'],
  php: ['dice.php', '<?php\nfunction side(): int { return rand(1, 6); }\n'],
};
