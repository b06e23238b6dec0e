/** Whether a file runs under a clock or randomness of its own: then reading them is no source. */
import type { SourceFile } from '../../facts/source-file.ts';
import { once } from '../once.ts';

const FAKE =
  /\b(?:useFakeTimers|setSystemTime|installFakeTimers|FakeTimers|mock\.timers\.enable|mockdate|MockDate|timekeeper|(?:Test|Fake|Virtual|Manual)Clock)\b|\bclock\.(?:tick|advance|run|fastForward)\w*\(|spyOn\(\s*(?:global(?:This)?\.)?Date\s*,|\bDate\.now\s*=[^=]/;

export const hasFakeClock = once(({ text }: SourceFile) => FAKE.test(text));
