import type { KindOptions } from './kind-options.ts';

export const assertWithoutWait: KindOptions = {
  goal: 'The assertion is made after the work has ended.',
  options: [
    {
      name: 'wait for the end first',
      code: {
        python: `worker = threading.Thread(target=work)
worker.start()
worker.join()
assert done`,
        javascript: `await work();
expect(done).toBe(true);`,
        go: `var group sync.WaitGroup
group.Add(1)
go func() {
	defer group.Done()
	work()
}()
group.Wait()`,
        rust: `let worker = std::thread::spawn(work);
worker.join().unwrap();
assert!(is_done());`,
        java: `Thread worker = new Thread(this::work);
worker.start();
worker.join();
assertTrue(done);`,
        shell: `work &
wait "$!"
[ -f done ]`,
      },
      pros: ['the order is certain'],
      cons: ['the work has to be waited for: keep its handle'],
    },
  ],
};
