<?php
namespace Unflake;

use PHPUnit\Framework\TestCase;

/**
 * One execution of a test, from its start event to its end event. An execution without an id belongs to the set-up of another and is not
 * recorded.
 */
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

    /** The worse outcome wins: a tear-down that breaks after a failure does not hide it. */
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

    /** For a test that PHPUnit did not reach. */
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
