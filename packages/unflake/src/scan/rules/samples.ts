/** Where a sample without a path of its own lives: in a test file of its language. */
import type { Language } from '../syntax/language.ts';
import type { Sample } from './rule.ts';

const TEST_FILE: Readonly<Record<Language, string>> = {
  python: 'test_sample.py',
  javascript: 'sample.test.ts',
  go: 'sample_test.go',
  rust: 'tests/sample.rs',
  java: 'SampleTest.java',
  shell: 'sample.bats',
  kotlin: 'SampleTest.kt',
  ruby: 'sample_spec.rb',
  csharp: 'SampleTests.cs',
  cpp: 'sample_test.cpp',
  php: 'SampleTest.php',
};

export function sampleFile(language: Language, sample: Sample): { readonly file: string; readonly text: string } {
  return typeof sample === 'string' ? { file: TEST_FILE[language], text: sample } : sample;
}
