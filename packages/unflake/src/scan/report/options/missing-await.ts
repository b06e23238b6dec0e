import type { KindOptions } from './kind-options.ts';

export const missingAwait: KindOptions = {
  goal: 'Nothing runs on after the test has ended.',
  options: [
    {
      name: 'await it',
      code: {
        python: `await save(row)`,
        javascript: `await save(row);`,
        go: `var group errgroup.Group
group.Go(save)
if err := group.Wait(); err != nil {
	t.Fatal(err)
}`,
        rust: `save(row).await?;`,
        java: `save(row).get(30, TimeUnit.SECONDS);`,
        shell: `save &
wait "$!"`,
        csharp: `await Save(row);`,
      },
      pros: ['a failure is seen by the test that caused it'],
      cons: [],
    },
  ],
};
