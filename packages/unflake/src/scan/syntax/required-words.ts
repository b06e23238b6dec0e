/** What a text must hold for a pattern to match in it: one of some words. Looking for words costs a hundredth of trying a pattern everywhere. */

/** The words, or null where nothing in particular must be there. */
export function requiredWords(pattern: RegExp): readonly string[] | null {
  return /[iv]/.test(pattern.flags) ? null : new Reading(pattern.source).whole();
}

/** The same answer as the pattern's own, found sooner. */
export function isFoundIn(pattern: RegExp): (text: string) => boolean {
  const words = requiredWords(pattern);
  if (words === null) return (text) => pattern.test(text);
  return (text) => words.some((word) => text.includes(word)) && pattern.test(text);
}

type Words = readonly string[] | null;

const MAX_WORDS = 24;
/** Classes and borders of one letter; every other escaped letter or digit is beyond this reading. */
const ONE_OF_MANY = /[wWdDsSbBnrtfv]/;

class Reading {
  readonly #source: string;
  #at = 0;
  #isBeyond = false;

  constructor(source: string) {
    this.#source = source;
  }

  whole(): Words {
    const words = this.#alternatives();
    return this.#isBeyond || this.#at < this.#source.length ? null : words;
  }

  #alternatives(): Words {
    let all: Words = [];
    for (;;) {
      const words = this.#sequence();
      all = all === null || words === null || all.length + words.length > MAX_WORDS ? null : [...all, ...words];
      if (this.#source[this.#at] !== '|') return all;
      this.#at += 1;
    }
  }

  /** The best of what stands one behind the other: a match holds all of it. */
  #sequence(): Words {
    let best: Words = null;
    let run = '';
    const offer = (words: Words): void => {
      if (words !== null && (best === null || shortest(words) > shortest(best))) best = words;
    };
    const end = (): void => {
      if (run !== '') offer([run]);
      run = '';
    };
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at]!)) {
      const part = this.#part();
      const times = this.#quantifier();
      if (part === null || typeof part === 'object') {
        end();
        if (times !== 'perhaps') offer(part);
      } else if (times === 'once') run += part;
      else {
        if (times === 'often') run += part;
        end();
      }
    }
    end();
    return best;
  }

  /** A character, the words of a group, or null for anything else. */
  #part(): string | Words {
    const character = this.#source[this.#at]!;
    this.#at += 1;
    if (character === '(') return this.#group();
    if (character === '[') {
      while (this.#source[this.#at] !== ']') this.#at += this.#source[this.#at] === '\\' ? 2 : 1;
      this.#at += 1;
      return null;
    }
    if (character !== '\\') return '.^$'.includes(character) ? null : character;
    const escaped = this.#source[this.#at]!;
    this.#at += 1;
    if (ONE_OF_MANY.test(escaped)) return null;
    if (/[A-Za-z0-9]/.test(escaped)) this.#isBeyond = true;
    return escaped;
  }

  #group(): Words {
    const opening = /^\?(?:<?[=!]|:|<\w+>|[\w-]+:)/.exec(this.#source.slice(this.#at))?.[0] ?? '';
    this.#at += opening.length;
    const words = this.#alternatives();
    this.#at += 1;
    // What is looked at from the side need not be there, or is elsewhere; other flags mean other letters.
    return opening === '' || opening === '?:' || /^\?<\w/.test(opening) ? words : null;
  }

  #quantifier(): 'once' | 'often' | 'perhaps' {
    const found = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/.exec(this.#source.slice(this.#at));
    if (found === null) return 'once';
    this.#at += found[0].length;
    return found[0].startsWith('+') || Number(found[1] ?? 0) > 0 ? 'often' : 'perhaps';
  }
}

const shortest = (words: readonly string[]): number => Math.min(...words.map((word) => word.length));
