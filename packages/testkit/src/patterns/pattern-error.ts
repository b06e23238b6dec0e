/** The operation does not keep the pattern; the message says what was expected and what was seen. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
  readonly code = 'PATTERN_BROKEN';
}
