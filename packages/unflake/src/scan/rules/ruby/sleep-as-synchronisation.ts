import { ruleOf } from '../kinds.ts';
import { calls } from '../rule.ts';
import { isHopefulSleep } from '../sleeping.ts';

/** Long enough for nothing: it stands for work. */
const isMoment = (seconds = ''): boolean => Number(seconds) < 0.005;

export const sleepAsSynchronisation = ruleOf('ruby', 'sleep-as-synchronisation', {
  fix: 'Wait for the condition itself, with a limit: `queue.pop(timeout: 5)`, `thread.join(5)`, Capybara’s `have_text`, a loop with a deadline.',
  find: [
    calls(
      ['sleep', 'Kernel.sleep'],
      ({ node, args, file }) => !isMoment(args[0]?.text()) && isHopefulSleep(node, args[0]?.text(), file),
    ),
  ],
  flags: [
    'it "runs" do\n  worker.start\n  sleep 0.5\n  expect(worker).to be_done\nend\n',
    'class QueueTest < Minitest::Test\n  def test_drains\n    queue.push(1)\n    sleep(1)\n    assert_empty queue\n  end\nend\n',
    'before { server.start; Kernel.sleep 2 }\n',
    'PAUSE = 3\nit "waits" do\n  go\n  sleep PAUSE\n  expect(x).to be(1)\nend\n',
  ],
  allows: [
    'it "measures" do\n  took = timed { sleep 0.001 }\n  expect(took).to be > 0\nend\n',
    'it "runs" do\n  sleep 0.01 until worker.done?\n  expect(worker).to be_done\nend\n',
    'it "is slow" do\n  job = Thread.new { sleep 0.1; :ok }\n  expect(job.value).to eq(:ok)\nend\n',
    { file: 'lib/backoff.rb', text: 'def back_off\n  sleep 2\nend\n' },
    'def pause(seconds)\n  sleep seconds\nend\n',
    'it "asks" do\n  expect(bear.sleep(8)).to eq(:rested)\nend\n',
  ],
});
