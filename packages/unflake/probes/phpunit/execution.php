<?php
namespace Unflake;

use PHPUnit\Framework\TestCase;

/** One execution of a test, from its first line in the stream to its last. One without an id is part of another's set-up and is not told. */
final class Execution
{
    public $id;
    public $test;
    private $run;
    private $began;
    private $ended = false;
    private $outcome = 'passed';
    private $error;

    public function __construct(?string $id, int $run, TestCase $test)
    {
        $this->id = $id;
        $this->run = $run;
        $this->test = $test;
    }

    public function begin(): void
    {
        $this->began = \hrtime(true);
        $this->tell(['ev' => 'start']);
    }

    /** What is worse than what was said before is taken: a tear-down that breaks behind a failure does not hide it. */
    public function become(string $outcome, ?array $error = null): void
    {
        $badness = ['passed' => 0, 'skipped' => 1, 'errored' => 2, 'failed' => 3];
        if ($badness[$outcome] > $badness[$this->outcome]) {
            $this->outcome = $outcome;
            $this->error = $error;
        }
    }

    public function end(): void
    {
        $this->ended = true;
        $ms = (\hrtime(true) - $this->began) / 1e6;
        $error = $this->error === null ? [] : ['error' => $this->error];
        $this->tell(['ev' => 'end', 'outcome' => $this->outcome, 'ms' => $ms] + $error);
    }

    /** For one that PHPUnit did not come to. */
    public function blocked(string $outcome, ?array $error): void
    {
        if (!$this->ended) {
            $this->begin();
            $this->become($outcome, $error);
            $this->end();
        }
    }

    private function tell(array $event): void
    {
        if ($this->id !== null) {
            Stream::write($event + ['id' => $this->id, 'run' => $this->run]);
        }
    }
}
