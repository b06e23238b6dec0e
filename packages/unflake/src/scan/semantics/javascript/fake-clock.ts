/** Whether a file runs under a clock or dice of its own: then reading them is no source. */
import { saidOfFile } from '../said-of-file.ts';

const FAKE =
  /\b(?:useFakeTimers|setSystemTime|installFakeTimers|FakeTimers|mock\.timers\.enable|mockdate|MockDate|timekeeper|(?:Test|Fake|Virtual|Manual)Clock)\b|\bclock\.(?:tick|advance|run|fastForward)\w*\(|spyOn\(\s*(?:global(?:This)?\.)?Date\s*,|\bDate\.now\s*=[^=]/;

export const hasFakeClock = saidOfFile(({ text }) => FAKE.test(text));
