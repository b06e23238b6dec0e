import type { KindOptions } from './kind-options.ts';

export const signalHandlerLeftBehind: KindOptions = {
  goal: 'After a test signals mean what they meant before.',
  options: [
    {
      name: 'take the handler back',
      code: {
        python: `before = signal.signal(signal.SIGTERM, handler)
try:
    run()
finally:
    signal.signal(signal.SIGTERM, before)`,
        javascript: `process.on('SIGTERM', handler);
afterEach(() => process.off('SIGTERM', handler));`,
        go: `signal.Notify(signals, syscall.SIGTERM)
t.Cleanup(func() { signal.Stop(signals) })`,
        rust: `let id = signal_hook::flag::register(SIGTERM, flag)?;
signal_hook::low_level::unregister(id);`,
        java: `SignalHandler before = Signal.handle(new Signal("TERM"), handler);
try {
    run();
} finally {
    Signal.handle(new Signal("TERM"), before);
}`,
        shell: `trap handler TERM
work
trap - TERM`,
      },
      pros: ['later tests are not caught by it'],
      cons: [],
    },
  ],
};
