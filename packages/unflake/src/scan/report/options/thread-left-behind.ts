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
        kotlin: `val worker = thread { work() }
try {
    run()
} finally {
    worker.join()
}`,
        ruby: `worker = Thread.new { work }
begin
  run
ensure
  worker.join
end`,
        csharp: `var worker = Task.Run(Work);
await worker.WaitAsync(TimeSpan.FromSeconds(30));`,
        cpp: `std::jthread worker(work);`,
        php: `$process = proc_open($command, [], $pipes);
try {
    run();
} finally {
    proc_terminate($process);
    proc_close($process);
}`,
      },
      pros: ['no work goes on into the next test'],
      cons: ['the test waits for it'],
    },
  ],
};
