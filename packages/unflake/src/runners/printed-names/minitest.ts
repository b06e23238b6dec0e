/** What Minitest prints about a test, and what `rails test` accepts. */
import type { TestNames } from '../../contract/test-names.ts';

export const MINITEST_NAMES: TestNames = {
  startsWith: 'file',
  printed: [
    // CartTest#test_total [test/cart_test.rb:12]:, CartTest#test_total = 0.01 s = F
    { pattern: /^(?<name>\S[^\n]*?#[^\n]+?) (?:\[[^\]\n]+:\d+\]:?|= [\d.]+ s = [FE])$/gm, whole: true },
    // bin/rails test test/cart_test.rb:12
    { pattern: /\brails test (?<file>[^\s:]+):(?<line>\d+)$/gm },
    // ruby -Itest test/cart_test.rb -n test_total, rake test TEST=… N=…
    { pattern: /\bruby [^\n]*?(?<file>\S+\.rb) (?:-n|--name)[= ]\/?\^?(?<name>[\w#]+)/gm },
  ],
};
