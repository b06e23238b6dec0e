import { namesSomething } from '../becomes-a-name.ts';
import { ruleOf } from '../kinds.ts';
import { becomesNameByText } from '../name-by-text.ts';
import { textBefore } from '../place.ts';
import { called } from './called.ts';

export const nameFromClock = ruleOf('cpp', 'name-from-clock', {
  fix: 'Let `mkdtemp`, `mkstemp` or GoogleTest’s `testing::TempDir()` with the test’s name choose, or count with an `std::atomic<int>`.',
  find: [
    called(
      [
        'time',
        'std.time',
        'getpid',
        'std.chrono.system_clock.now',
        'std.chrono.steady_clock.now',
        'std.chrono.high_resolution_clock.now',
        'std.this_thread.get_id',
      ],
      ({ node, file }) => {
        const printed = /\bsn?printf\(\s*(\w+)[^;]*$/.exec(textBefore(node))?.[1];
        return printed === undefined ? becomesNameByText(node, file) : namesSomething(printed);
      },
    ),
  ],
  flags: [
    'std::string db_name = "test_" + std::to_string(std::time(nullptr));\n',
    'std::string queue_name() { return "jobs-" + std::to_string(getpid()); }\n',
    {
      file: 'src/run.c',
      text: 'void run(void) { char path[64]; snprintf(path, sizeof(path), "/x/run-%d", getpid()); go(path); }\n',
    },
    'void open() { auto now = std::time(nullptr); std::string path = "out-" + std::to_string(now); write(path); }\n',
  ],
  allows: [
    'auto started_at = std::time(nullptr);\n',
    'void log() { std::cout << "pid " << getpid(); }\n',
    'std::string db_name = "test_" + std::to_string(counter++);\n',
    {
      file: 'src/log.c',
      text: 'void say(void) { char line[64]; snprintf(line, sizeof(line), "pid %d", getpid()); puts(line); }\n',
    },
  ],
});
