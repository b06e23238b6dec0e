import type { KindOptions } from './kind-options.ts';

export const timerLeftBehind: KindOptions = {
  goal: 'No timer fires after its test.',
  options: [
    {
      name: 'cancel it where failures pass too',
      code: {
        python: `timer = threading.Timer(1, work)
timer.start()
try:
    run()
finally:
    timer.cancel()`,
        javascript: `const timer = setInterval(work, 10);
afterEach(() => clearInterval(timer));`,
        go: `ticker := time.NewTicker(time.Second)
defer ticker.Stop()`,
        rust: `let ticker = tokio::spawn(work());
ticker.abort();`,
        java: `Timer timer = new Timer(true);
try {
    run();
} finally {
    timer.cancel();
}`,
        shell: `work &
timer=$!
teardown() {
  kill "$timer"
}`,
      },
      pros: ['nothing fires into the next test'],
      cons: [],
    },
  ],
};
