import type { KindOptions } from './kind-options.ts';

export const threadLeftBehind: KindOptions = {
  goal: 'What a test starts has ended when it ends.',
  options: [
    {
      name: 'join it, whatever the test does',
      code: {
        python: `with ThreadPoolExecutor() as pool:
    pool.submit(work).result()`,
        javascript: `const worker = new Worker(file);
try {
  await once(worker, 'exit');
} finally {
  await worker.terminate();
}`,
        go: `ctx, cancel := context.WithCancel(context.Background())
t.Cleanup(cancel)
go work(ctx)`,
        rust: `std::thread::scope(|scope| {
    scope.spawn(work);
});`,
        java: `ExecutorService pool = Executors.newSingleThreadExecutor();
try {
    pool.submit(this::work).get();
} finally {
    pool.shutdownNow();
}`,
        shell: `work &
worker=$!
teardown() {
  kill "$worker"
}`,
      },
      pros: ['no work goes on into the next test'],
      cons: ['the test waits for it'],
    },
  ],
};
