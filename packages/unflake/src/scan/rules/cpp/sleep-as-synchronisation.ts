import { ruleOf } from '../kinds.ts';
import { isHopefulSleep } from '../sleeping.ts';
import { called } from './called.ts';

export const sleepAsSynchronisation = ruleOf('cpp', 'sleep-as-synchronisation', {
  fix: 'Wait for the condition itself, with a limit: `cv.wait_for(lock, 10s, ready)`, `future.wait_for(10s)`, `latch.wait()`, `thread.join()`.',
  find: [
    called(
      [
        'std.this_thread.sleep_for',
        'sleep',
        'usleep',
        'Sleep',
        'nanosleep',
        'absl.SleepFor',
        'boost.this_thread.sleep_for',
        'QTest.qWait',
        'QTest.qSleep',
      ],
      ({ node, args, file }) => isHopefulSleep(node, args[0]?.text(), file),
    ),
  ],
  flags: [
    'TEST(Queue, Drains) { queue.push(1); std::this_thread::sleep_for(std::chrono::milliseconds(500)); EXPECT_TRUE(queue.empty()); }\n',
    'TEST_CASE("drains") { start(); usleep(200000); REQUIRE(ready()); }\n',
    'using namespace std::chrono_literals;\nTEST_F(QueueTest, Drains) { go(); std::this_thread::sleep_for(100ms); EXPECT_TRUE(done()); }\n',
    { file: 'tests/test_queue.c', text: 'void test_drains(void) { start(); sleep(1); TEST_ASSERT_TRUE(ready()); }\n' },
  ],
  allows: [
    'TEST(Queue, Drains) { while (!queue.empty()) { std::this_thread::sleep_for(std::chrono::milliseconds(1)); } EXPECT_TRUE(queue.empty()); }\n',
    'TEST(Queue, Slow) { std::thread t([] { std::this_thread::sleep_for(std::chrono::milliseconds(5)); }); t.join(); EXPECT_TRUE(done()); }\n',
    { file: 'src/retry.cpp', text: 'void back_off() { std::this_thread::sleep_for(std::chrono::seconds(1)); }\n' },
    'TEST(Bear, Sleeps) { EXPECT_EQ(bear.sleep(8), 8); }\n',
    'static void pause_for(int ms) { usleep(ms); }\nTEST(A, B) { EXPECT_TRUE(ok()); }\n',
  ],
});
