/**
 * A standard library whose clock, random numbers and map order can be set from outside, for an overlay: Go reads the clock without the C
 * library, and takes no seed. The installed one is not changed; dependent packages are compiled once and kept in the build cache.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const FILE = 'zz_unflake.go';

/** The wall clock is shifted, and the monotonic clock stays real: elapsed time is measured with that. */
const CLOCK = `package time

import "syscall"

var unflakeShift = func() (seconds int64) {
	text, _ := syscall.Getenv("UNFLAKE_CLOCK_SHIFT_MS")
	for _, sign := range text {
		if sign >= '0' && sign <= '9' {
			seconds = seconds*10 + int64(sign-'0')
		}
	}
	if len(text) > 0 && text[0] == '-' {
		seconds = -seconds
	}
	return seconds / 1000
}()

func Now() Time {
	now := unflakeNow()
	now.addSec(unflakeShift)
	return now
}
`;

const DICE = `package rand

import (
	"sync/atomic"
	"syscall"
)

var unflakeState = func() (seed uint64) {
	text, _ := syscall.Getenv("UNFLAKE_RANDOM_SEED")
	for _, digit := range text {
		seed = seed*10 + uint64(digit-'0')
	}
	return seed
}()

var unflakeSeeded = unflakeState != 0

// SplitMix64: its state is one word, so that no lock is needed.
func unflakeRand() uint64 {
	mixed := atomic.AddUint64(&unflakeState, 0x9e3779b97f4a7c15)
	mixed = (mixed ^ mixed>>30) * 0xbf58476d1ce4e5b9
	mixed = (mixed ^ mixed>>27) * 0x94d049bb133111eb
	return mixed ^ mixed>>31
}
`;

/** The numbers of the top-level functions. */
const NUMBERS = `${DICE}
func runtime_rand() uint64 {
	if unflakeSeeded {
		return unflakeRand()
	}
	return unflakeRuntimeRand()
}
`;

const BYTES = `${DICE}
type unflakeReader struct{}

func (unflakeReader) Read(bytes []byte) (int, error) {
	for at := range bytes {
		bytes[at] = byte(unflakeRand() >> 56)
	}
	return len(bytes), nil
}

func init() {
	if unflakeSeeded {
		Reader = unflakeReader{}
	}
}
`;

/**
 * Every map draws the same numbers, and keys are hashed with the same key in every process. Programs built by Go draw for their maps with
 * runtime.rand; other users of it are not affected.
 */
const MAPS = `package runtime

import "unsafe"

var unflakeHashes uint64

func unflakeSeedHashes() {
	text := gogetenv("UNFLAKE_HASH_SEED")
	if text == "" {
		return
	}
	seed := uint64(1)
	for at := 0; at < len(text); at++ {
		seed = seed*10 + uint64(text[at]-'0')
	}
	unflakeHashes = unflakeMixed(seed)
	key := (*[hashRandomBytes / 8]uint64)(unsafe.Pointer(&aeskeysched))
	for at := range key {
		key[at] = unflakeMixed(uint64(at) + 1)
	}
	for at := range hashkey {
		hashkey[at] = uintptr(unflakeMixed(uint64(at) + 1))
	}
}

func unflakeMixed(seed uint64) uint64 {
	seed *= 0x9e3779b97f4a7c15
	seed = (seed ^ seed>>30) * 0xbf58476d1ce4e5b9
	seed = (seed ^ seed>>27) * 0x94d049bb133111eb
	return seed ^ seed>>31
}

//go:nosplit
//go:linkname rand
func rand() uint64 {
	if unflakeHashes != 0 {
		return unflakeHashes
	}
	return unflakeRand()
}
`;

const OWN_NAME = [/^(\/\/go:linkname )rand\n(func )rand\(/m, '$1unflakeRand\n$2unflakeRand('];
const BY_OWN_NAME = [/^(\/\/go:linkname \w+ runtime\.)rand$/m, '$1unflakeRand'];
const RUNTIME_RAND = [
  /^(\/\/go:linkname )runtime_rand( .*\nfunc )runtime_rand\(/m,
  '$1unflakeRuntimeRand$2unflakeRuntimeRand(',
];

/**
 * Per package: which files are changed and how, what is added, and the variable that requires it. Line numbers stay, because they appear in
 * traces.
 */
const CHANGES = [
  {
    name: 'time',
    files: { 'time.go': [[/^func Now\(/m, 'func unflakeNow(']] },
    added: CLOCK,
    for: 'UNFLAKE_CLOCK_SHIFT_MS',
  },
  {
    name: 'runtime',
    files: {
      'rand.go': [OWN_NAME, [/^(\tmp\.cheaprand = )rand\(/m, '$1unflakeRand(']],
      'proc.go': [[/^\tgoenvs\(\)$/m, '\tgoenvs(); unflakeSeedHashes()']],
    },
    added: MAPS,
    for: 'UNFLAKE_HASH_SEED',
  },
  { name: 'os', files: { 'tempfile.go': [BY_OWN_NAME] }, added: null, for: 'UNFLAKE_HASH_SEED' },
  { name: 'net', files: { 'dnsclient.go': [BY_OWN_NAME] }, added: null, for: 'UNFLAKE_HASH_SEED' },
  { name: 'math/rand', files: { 'rand.go': [BY_OWN_NAME, RUNTIME_RAND] }, added: NUMBERS, for: 'UNFLAKE_RANDOM_SEED' },
  {
    name: 'math/rand/v2',
    files: { 'rand.go': [BY_OWN_NAME, RUNTIME_RAND] },
    added: NUMBERS,
    for: 'UNFLAKE_RANDOM_SEED',
  },
  { name: 'crypto/rand', files: {}, added: BYTES, for: 'UNFLAKE_RANDOM_SEED' },
];

/** What the overlay replaces; everything it names is written into `folder`. A setting that has no effect with this Go is an error. */
export function settableLibrary(go, folder, env = process.env) {
  const root = execFileSync(go, ['env', 'GOROOT'], { encoding: 'utf8' }).trim();
  // The clock is independent; the others refer to each other: all of them or none.
  const groups = [CHANGES.filter(isClock), CHANGES.filter((change) => !isClock(change))];
  const texts = groups.flatMap((group) => {
    const changed = group.map((change) => changedTexts(change, root));
    const odd = changed.indexOf(null);
    if (odd < 0) return changed.flatMap(Object.entries);
    const asked = group.map((change) => change.for).find((variable) => env[variable] !== undefined);
    if (asked === undefined) return [];
    throw new Error(`${group[odd].name} of this Go is not as expected: ${asked} cannot be set`);
  });
  return Object.fromEntries(
    texts.map(([path, text], index) => {
      const copy = join(folder, `library-${index}-${basename(path)}`);
      writeFileSync(copy, text);
      return [path, copy];
    }),
  );
}

const isClock = ({ name }) => name === 'time';

/** By path; null if a file is not as expected. */
function changedTexts({ name, files, added }, root) {
  const at = (file) => join(root, 'src', name, file);
  const texts = added === null ? {} : { [at(FILE)]: added };
  for (const [file, edits] of Object.entries(files)) {
    let text = textOf(at(file));
    for (const [old, now] of edits) {
      if (text === null || !old.test(text)) return null;
      text = text.replace(old, now);
    }
    texts[at(file)] = text;
  }
  return texts;
}

/** Null: this Go has no such package. */
function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return null;
  }
}
