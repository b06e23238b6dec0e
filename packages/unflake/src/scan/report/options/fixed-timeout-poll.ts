import type { KindOptions } from './kind-options.ts';

export const fixedTimeoutPoll: KindOptions = {
  goal: 'The wait ends when the condition holds; its end is an error and far away.',
  options: [
    {
      name: 'wait for the condition, and fail loudly at a generous end',
      code: {
        python: `def until(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "never true"
        time.sleep(0.01)`,
        javascript: `await vi.waitFor(() => expect(isReady()).toBe(true), { timeout: 60_000 });`,
        go: `require.Eventually(t, isReady, time.Minute, 10*time.Millisecond)`,
        rust: `let end = Instant::now() + Duration::from_secs(60);
while !is_ready() {
    assert!(Instant::now() < end, "never ready");
    std::thread::yield_now();
}`,
        java: `await().atMost(Duration.ofMinutes(1)).until(() -> isReady());`,
        shell: `timeout 60 sh -c 'until is_ready; do sleep 0.1; done'`,
      },
      pros: ['as fast as the thing is', 'a slow machine is only slow'],
      cons: ['the end is still a number: make it large'],
    },
  ],
};
