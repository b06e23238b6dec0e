<?php
namespace Unflake;

use PHPUnit\Framework\TestSuite;

/** Runs just before the first test, in the same way for every version of PHPUnit. */
final class TakeOver
{
    /** Nothing is written into the project, whatever its configuration says. */
    private const ARGUMENTS = ['--order-by=default', '--do-not-cache-result', '--no-coverage', '--no-logging', '--colors=never'];

    private static $finished = false;

    /** @return string[] more arguments for PHPUnit */
    public static function prepare(): array
    {
        \register_shutdown_function(static function (): void {
            if (self::$finished) {
                Stream::write(['ev' => 'done']);
            }
        });
        return \array_merge(self::ARGUMENTS, Version::prepare());
    }

    public static function finish(): void
    {
        self::$finished = true;
    }

    /** The suite is private to PHPUnit, but it is an argument of the method that calls us. */
    public static function suite(): TestSuite
    {
        foreach (\debug_backtrace() as $frame) {
            if (($frame['class'] ?? '') === 'PHPUnit\TextUI\TestRunner' && $frame['function'] === 'run') {
                foreach ($frame['args'] as $argument) {
                    if ($argument instanceof TestSuite) {
                        return $argument;
                    }
                }
            }
        }
        Stream::problem('not supported: this version of PHPUnit runs its tests in another way');
        exit(1);
    }

    public static function replace(TestSuite $root): void
    {
        $tests = new Tests($root);
        $selection = Stream::selection();
        if ($selection === null) {
            self::list($tests);
        }
        self::keepFromChildren();
        $seed = \getenv('UNFLAKE_RANDOM_SEED');
        if ($seed !== false) {
            \mt_srand((int) $seed);
        }
        $chosen = new Selection($tests, $selection['tests'], $selection['repeat']);
        self::clear($root, 'unflake');
        $root->setTests(Version::suites($chosen->pieces, $tests->suites));
        if ($chosen->pieces === []) {
            self::finish();
        }
    }

    /** Filters are no longer needed. A suite that is named after a class would run the hooks of that class. */
    public static function clear(TestSuite $suite, ?string $name = null): void
    {
        $clear = function () use ($name): void {
            $this->iteratorFilter = null;
            $this->name = $name ?? $this->name;
        };
        \Closure::bind($clear, $suite, TestSuite::class)();
    }

    private static function list(Tests $tests): void
    {
        foreach ($tests->problems as $problem) {
            Stream::problem($problem);
        }
        Stream::write(['ev' => 'collected', 'ids' => \array_keys($tests->byId)]);
        self::finish();
        exit(0);
    }

    /** A test in a separate process loads every file that was loaded here; these files would start PHPUnit in it. */
    private static function keepFromChildren(): void
    {
        $own = \array_filter(\get_included_files(), static function (string $file): bool {
            return \strpos($file, __DIR__ . '/') === 0 || \basename($file) === 'phpunit';
        });
        $known = $GLOBALS['__PHPUNIT_ISOLATION_EXCLUDE_LIST'] ?? [];
        $GLOBALS['__PHPUNIT_ISOLATION_EXCLUDE_LIST'] = \array_values(\array_merge($known, $own));
    }
}
