<?php
/** PHPUnit 9: an extension is called before the first test, and a listener receives every test. */
namespace Unflake;

use PHPUnit\Framework\AssertionFailedError;
use PHPUnit\Framework\Exception;
use PHPUnit\Framework\ExceptionWrapper;
use PHPUnit\Framework\ExpectationFailedException;
use PHPUnit\Framework\SyntheticError;
use PHPUnit\Framework\Test;
use PHPUnit\Framework\TestFailure;
use PHPUnit\Framework\TestListener;
use PHPUnit\Framework\TestListenerDefaultImplementation;
use PHPUnit\Framework\TestResult;
use PHPUnit\Framework\TestSuite;
use PHPUnit\Framework\Warning;
use PHPUnit\Runner\BeforeFirstTestHook;

final class Version
{
    public static function prepare(): array
    {
        return ['--extensions', FirstTest::class];
    }

    public static function suites(array $pieces, array $ofClasses): array
    {
        $recorder = new ResultRecorder();
        $suites = [];
        foreach ($pieces as [$class, $executions]) {
            $suite = isset($ofClasses[$class]) ? clone $ofClasses[$class] : new TestSuite();
            TakeOver::clear($suite);
            $suite->setTests(\array_column($executions, 'test'));
            $recorder->expect($executions);
            $suites[] = $suite;
        }
        $chosen = new Chosen();
        $chosen->recorder = $recorder;
        $chosen->setTests($suites);
        return [$chosen];
    }
}

final class FirstTest implements BeforeFirstTestHook
{
    public function executeBeforeFirstTest(): void
    {
        TakeOver::replace(TakeOver::suite());
    }
}

/** Runs all pieces one after the other, whatever fails. */
final class Chosen extends TestSuite
{
    public $recorder;

    public function run(?TestResult $result = null): TestResult
    {
        foreach (['Error', 'Failure', 'Warning', 'Risky', 'Incomplete', 'Skipped', 'Defect'] as $reason) {
            $result->{"stopOn{$reason}"}(false);
        }
        $result->addListener($this->recorder);
        parent::run($result);
        TakeOver::finish();
        return $result;
    }
}

final class ResultRecorder implements TestListener
{
    use TestListenerDefaultImplementation;

    private const AFTER_BROKEN_HOOK = 'Test skipped because of an error in hook method';

    /** @var array<int, Execution> by test */
    private $executions = [];
    private $brokenHook;

    /** @param Execution[] $executions */
    public function expect(array $executions): void
    {
        foreach ($executions as $execution) {
            $this->executions[\spl_object_id($execution->test)] = $execution;
        }
    }

    public function startTest(Test $test): void
    {
        if (isset($this->executions[\spl_object_id($test)])) {
            $this->executions[\spl_object_id($test)]->begin();
        }
    }

    public function endTest(Test $test, float $time): void
    {
        if (isset($this->executions[\spl_object_id($test)])) {
            $this->executions[\spl_object_id($test)]->end();
        }
    }

    public function addError(Test $test, \Throwable $t, float $time): void
    {
        $this->become($test, $t, $this->outcome($test, $t));
    }

    public function addFailure(Test $test, AssertionFailedError $e, float $time): void
    {
        $this->become($test, $e, $this->outcome($test, $e));
    }

    /** Reports only what kept the test from running; other warnings do not fail a run. */
    public function addWarning(Test $test, Warning $e, float $time): void
    {
        if (\strpos($e->getMessage(), 'This test depends on') === 0) {
            $this->become($test, $e, 'errored');
        }
    }

    public function addSkippedTest(Test $test, \Throwable $t, float $time): void
    {
        if ($t->getMessage() === self::AFTER_BROKEN_HOOK) {
            $this->become($test, $this->brokenHook ?? $t, 'errored');
        } else {
            $this->become($test, $t, 'skipped');
        }
    }

    public function addIncompleteTest(Test $test, \Throwable $t, float $time): void
    {
        $this->become($test, $t, 'skipped');
    }

    /** The entry that PHPUnit adds for a broken `tearDownAfterClass` is not a test. */
    private function become(Test $test, \Throwable $t, string $outcome): void
    {
        $error = self::failure($t);
        if (isset($this->executions[\spl_object_id($test)])) {
            $this->executions[\spl_object_id($test)]->become($outcome, $error);
        } else {
            Stream::problem("{$error['type']}: {$error['message']}");
        }
    }

    /** `runTest` calls the body. What failed outside of it failed in a hook or in a check of PHPUnit. */
    private function outcome(Test $test, \Throwable $t): string
    {
        $called = \array_column(self::traceOf($t), 'function');
        if (\in_array('runTest', $called, true)) {
            return 'failed';
        }
        $hooks = \PHPUnit\Util\Test::getHookMethods(\get_class($test));
        if (\array_intersect($hooks['beforeClass'], $called) !== []) {
            $this->brokenHook = $t;
            return 'errored';
        }
        if (\array_intersect(\array_merge($hooks['before'], $hooks['preCondition']), $called) !== []) {
            return 'errored';
        }
        $isAfter = \array_intersect(\array_merge($hooks['after'], $hooks['afterClass']), $called) !== [];
        return $isAfter && !$t instanceof AssertionFailedError ? 'errored' : 'failed';
    }

    /** PHPUnit wraps exceptions that it catches, and exceptions from a separate process that cannot be serialized. */
    private static function traceOf(\Throwable $t): array
    {
        if ($t instanceof SyntheticError) {
            return $t->getSyntheticTrace();
        }
        return $t instanceof Exception ? $t->getSerializableTrace() : $t->getTrace();
    }

    private static function failure(\Throwable $t): array
    {
        $message = $t instanceof ExpectationFailedException ? TestFailure::exceptionToString($t) : $t->getMessage();
        $type = $t instanceof ExceptionWrapper ? $t->getClassName() : \get_class($t);
        return Stream::failure($type, $message, \PHPUnit\Util\Filter::getFilteredStacktrace($t));
    }
}
