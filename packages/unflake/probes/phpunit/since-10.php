<?php
/** PHPUnit 10 and later: every step is an event. */
namespace Unflake;

use PHPUnit\Event\Code\Throwable;
use PHPUnit\Event\Event;
use PHPUnit\Event\Facade;
use PHPUnit\Event\Tracer\Tracer;
use PHPUnit\Framework\ExpectationFailedException;
use PHPUnit\Framework\Test;
use PHPUnit\Framework\TestSuite;
use PHPUnit\TextUI\Configuration\Registry;

final class Version
{
    public static function prepare(): array
    {
        Facade::instance()->registerTracer(new ResultRecorder());
        return [];
    }

    public static function suites(array $pieces, array $ofClasses): array
    {
        self::neverStop();
        $suites = [];
        foreach ($pieces as [$class, $executions]) {
            $suite = Piece::empty(isset($ofClasses[$class]) ? $class : 'without a class');
            $suite->executions = $executions;
            $suite->setTests(\array_map(static fn (Execution $execution) => new Watched($execution), $executions));
            $suites[] = $suite;
        }
        return $suites;
    }

    /** A configuration is immutable, so we replace it. */
    private static function neverStop(): void
    {
        $given = Registry::get();
        $class = new \ReflectionClass($given);
        $other = $class->newInstanceWithoutConstructor();
        foreach ($class->getProperties() as $property) {
            $value = $property->getValue($given);
            $property->setValue($other, \str_starts_with($property->name, 'stopOn') && $value === true ? false : $value);
        }
        (new \ReflectionProperty(Registry::class, 'instance'))->setValue(null, $other);
    }
}

/** Consecutive tests of one class, inside the hooks of that class. */
final class Piece extends TestSuite
{
    /** @var Execution[] */
    public array $executions = [];

    public function run(): void
    {
        ResultRecorder::$blocked = null;
        parent::run();
        foreach (ResultRecorder::$blocked === null ? [] : $this->executions as $execution) {
            $execution->blocked(...ResultRecorder::$blocked);
        }
    }
}

/** There is no start event for a test that runs in a separate process. */
final class Watched implements Test
{
    public function __construct(private readonly Execution $execution)
    {
    }

    public function count(): int
    {
        return 1;
    }

    public function run(): void
    {
        ResultRecorder::$current = $this->execution;
        ResultRecorder::$place = 'set-up';
        $this->execution->begin();
        $this->execution->test->run();
        $this->execution->end();
        ResultRecorder::$current = null;
    }
}

final class ResultRecorder implements Tracer
{
    public static ?Execution $current = null;
    public static string $place = 'set-up';
    /** Outcome and error for the tests of a class whose set-up failed. */
    public static ?array $blocked = null;

    public function trace(Event $event): void
    {
        match (\substr($event::class, \strlen('PHPUnit\Event\\'))) {
            'TestRunner\ExecutionStarted' => TakeOver::replace(TakeOver::suite()),
            'TestRunner\ExecutionFinished' => TakeOver::finish(),
            'TestRunner\WarningTriggered' => Stream::problem($event->message()),
            'TestSuite\Skipped' => self::$blocked = ['skipped', Stream::failure('skipped', $event->message(), '')],
            'Test\BeforeFirstTestMethodErrored', 'Test\BeforeFirstTestMethodFailed' => self::$blocked = ['errored', self::failure($event->throwable())],
            'Test\AfterLastTestMethodErrored', 'Test\AfterLastTestMethodFailed' => Stream::problem($event->asString()),
            'Test\Prepared' => self::$place = 'body',
            'Test\AfterTestMethodErrored' => self::$place = 'tear-down',
            'Test\Skipped' => self::$current?->become('skipped', Stream::failure('skipped', $event->message(), '')),
            'Test\MarkedIncomplete' => self::$current?->become('skipped', self::failure($event->throwable())),
            'Test\Failed' => self::$current?->become(self::$place === 'set-up' ? 'errored' : 'failed', self::failure($event->throwable())),
            'Test\Errored' => self::$current?->become(self::$place === 'body' ? 'failed' : 'errored', self::failure($event->throwable())),
            'Test\PhpunitErrorTriggered' => self::broken($event->message()),
            default => null,
        };
    }

    /** Errors outside of tests, such as a broken data provider. */
    private static function broken(string $message): void
    {
        if (self::$current === null) {
            Stream::problem($message);
        } else {
            self::$current->become('errored', Stream::failure('PHPUnit', $message, ''));
        }
    }

    private static function failure(Throwable $throwable): array
    {
        $message = $throwable->className() === ExpectationFailedException::class ? $throwable->description() : $throwable->message();
        return Stream::failure($throwable->className(), $message, $throwable->stackTrace());
    }
}
