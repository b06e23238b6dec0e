import type { KindOptions } from './kind-options.ts';

export const sleepAsSynchronisation: KindOptions = {
  goal: 'The test goes on when the thing has happened, neither sooner nor later.',
  options: [
    {
      name: 'wait for the event itself',
      code: {
        rust: `let (done, finished) = std::sync::mpsc::channel();
start(move || done.send(()).unwrap());
finished.recv_timeout(Duration::from_secs(30)).expect("it finishes");`,
        python: `done = threading.Event()
start(on_end=done.set)
assert done.wait(timeout=30)`,
        javascript: `const done = new Promise<void>((resolve) => start({ onEnd: resolve }));
await done;`,
        go: `done := make(chan struct{})
start(func() { close(done) })
<-done`,
        java: `CountDownLatch done = new CountDownLatch(1);
start(done::countDown);
assertTrue(done.await(30, TimeUnit.SECONDS));`,
        shell: `start &
wait "$!"`,
        kotlin: `val done = CountDownLatch(1)
start { done.countDown() }
assertTrue(done.await(30, TimeUnit.SECONDS))`,
        ruby: `done = Queue.new
start { done << true }
Timeout.timeout(30) { done.pop }`,
        csharp: `var done = new TaskCompletionSource();
Start(() => done.SetResult());
await done.Task.WaitAsync(TimeSpan.FromSeconds(30));`,
        cpp: `std::promise<void> done;
start([&done] { done.set_value(); });
auto state = done.get_future().wait_for(std::chrono::seconds(30));`,
        php: `$end = hrtime(true) + 30_000_000_000;
while (!isReady()) {
    self::assertLessThan($end, hrtime(true));
    usleep(1000);
}`,
      },
      pros: ['as fast as the thing is', 'no number to tune'],
      cons: ['the code has to say when it is done'],
    },
    {
      name: 'look for the condition until a generous end',
      code: {
        rust: `let end = Instant::now() + Duration::from_secs(30);
while !is_ready() {
    assert!(Instant::now() < end, "never ready");
    std::thread::yield_now();
}`,
        python: `def until(condition, seconds=30):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "never true"
        time.sleep(0.01)`,
        javascript: `await vi.waitFor(() => expect(isReady()).toBe(true), { timeout: 30_000 });`,
        go: `require.Eventually(t, isReady, 30*time.Second, 10*time.Millisecond)`,
        java: `await().atMost(Duration.ofSeconds(30)).until(() -> isReady());`,
        shell: `for _ in $(seq 300); do
  is_ready && break
  sleep 0.1
done
is_ready`,
      },
      pros: ['needs nothing from the code under test'],
      cons: ['polls', 'the end is a guess, so make it large'],
    },
  ],
};
