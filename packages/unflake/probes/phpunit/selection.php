<?php
namespace Unflake;

use PHPUnit\Framework\TestCase;

/**
 * The executions of a selection in their order, in pieces of one class each. A test that depends on others runs after them. Dependencies
 * that were not selected, or come later in the order, run before it as part of its set-up and are not recorded.
 */
final class Selection
{
    /** @var array<int, array{0: string, 1: Execution[]}> class and executions */
    public $pieces = [];
    private $tests;
    private $runs = [];
    /** By class and method. */
    private $methods = [];
    private $done = [];

    public function __construct(Tests $tests, array $ids, int $repeat)
    {
        $this->tests = $tests;
        foreach ($tests->byId as $test) {
            $this->methods[Tests::className($test)][Tests::method($test)][] = $test;
        }
        foreach (\array_unique($ids) as $id) {
            if (!isset($tests->byId[$id])) {
                Stream::problem("no such test: {$id}");
            }
        }
        for ($turn = 0; $turn < $repeat; $turn++) {
            foreach ($ids as $id) {
                if (isset($tests->byId[$id])) {
                    $this->choose($tests->byId[$id], $id);
                }
            }
        }
    }

    private function choose(TestCase $test, ?string $id): void
    {
        $this->done[\spl_object_id($test)] = true;
        foreach ($test->requires() as $dependency) {
            foreach ($this->producers($dependency->getTarget()) as $producer) {
                if (!isset($this->done[\spl_object_id($producer)])) {
                    $this->choose($producer, null);
                }
            }
        }
        $run = 0;
        if ($id !== null) {
            $run = $this->runs[$id] ?? 0;
            $this->runs[$id] = $run + 1;
        }
        $class = Tests::className($test);
        $last = \count($this->pieces) - 1;
        if ($last < 0 || $this->pieces[$last][0] !== $class) {
            $this->pieces[++$last] = [$class, []];
        }
        // Each execution needs an instance that has not run yet.
        $this->pieces[$last][1][] = new Execution($id, $run, clone $test);
    }

    /** @return TestCase[] of a method, or of a whole class */
    private function producers(string $target): array
    {
        [$class, $method] = \explode('::', $target . '::');
        $ofClass = $this->methods[\ltrim($class, '\\')] ?? [];
        return $method === '' || $method === 'class' ? \array_merge([], ...\array_values($ofClass)) : $ofClass[$method] ?? [];
    }
}
