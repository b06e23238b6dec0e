import { calls, type LanguageRule, nodes } from '../rule.ts';

export const csharp: LanguageRule = {
  fix: 'Pass a `Random` in and give tests `new Random(7)`, with the seed in the failure’s message; `Randomizer.Seed` for Bogus.',
  find: [
    calls(['System.Random'], ({ args }) => args.length === 0),
    nodes({ rule: { kind: 'member_access_expression', regex: '^(?:System\\.)?Random\\.Shared$' } }),
    nodes({ rule: { kind: 'variable_declaration', regex: '^(?:System\\.)?Random [A-Za-z0-9_]+[ ]*=[ ]*new\\(\\)$' } }),
    calls(['System.Security.Cryptography.RandomNumberGenerator.GetInt32']),
    calls(
      ['Bogus.Faker', 'AutoFixture.Fixture'],
      ({ args, file }) => args.length === 0 && !/Randomizer\.Seed|UseSeed/.test(file.text),
    ),
  ],
};
