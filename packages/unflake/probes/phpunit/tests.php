<?php
namespace Unflake;

use PHPUnit\Framework\TestCase;
use PHPUnit\Framework\TestSuite;

/**
 * The tests of a suite by id: file, class and name as PHPUnit shows them, `tests/CartTest.php::App\CartTest::testTotal with data set #0`.
 * The second of two equal ids ends in `\#2`.
 */
final class Tests
{
    /** PHPUnit 9 uses this class for a test that it cannot create. */
    private const BROKEN = ['PHPUnit\Framework\ErrorTestCase', 'PHPUnit\Framework\WarningTestCase'];
    /** PHPUnit 9 uses this class for a test whose data provider skips. Its name is class and method. */
    private const STAND_IN = ['PHPUnit\Framework\SkippedTestCase', 'PHPUnit\Framework\IncompleteTestCase'];

    /** @var array<string, TestCase> in the order in which PHPUnit would run them */
    public $byId = [];
    /** @var array<string, ?TestSuite> the suite of each class, which runs the hooks of the class */
    public $suites = [];
    /** @var string[] */
    public $problems = [];
    private $seen = [];

    public function __construct(TestSuite $root)
    {
        $this->collect($root);
    }

    public static function className(TestCase $test): string
    {
        return \in_array(\get_class($test), self::STAND_IN, true) ? \explode('::', self::name($test))[0] : \get_class($test);
    }

    /** Name of the method alone. */
    public static function method(TestCase $test): string
    {
        if (\in_array(\get_class($test), self::STAND_IN, true)) {
            return \explode('::', self::name($test))[1];
        }
        return \method_exists($test, 'getName') ? $test->getName(false) : $test->name();
    }

    private static function name(TestCase $test): string
    {
        return \method_exists($test, 'nameWithDataSet') ? $test->nameWithDataSet() : $test->getName();
    }

    /** Iterating over a suite applies its filters. Tests with data sets are in a nested suite inside that of their class. */
    private function collect(TestSuite $suite, ?TestSuite $around = null): void
    {
        $name = \method_exists($suite, 'getName') ? $suite->getName() : $suite->name();
        $ofClass = \class_exists($name, false) && \is_subclass_of($name, TestCase::class) ? $suite : $around;
        foreach ($suite as $test) {
            if ($test instanceof TestSuite) {
                $this->collect($test, $ofClass);
            } elseif ($test instanceof TestCase) {
                $this->add($test, $ofClass);
            }
        }
    }

    private function add(TestCase $test, ?TestSuite $ofClass): void
    {
        if (\in_array(\get_class($test), self::BROKEN, true)) {
            $this->problems[] = $test->getMessage();
            return;
        }
        $class = self::className($test);
        $name = \substr(self::name($test), \strlen(self::method($test)));
        $file = (string) (new \ReflectionClass($class))->getFileName();
        $prefix = \getcwd() . '/';
        $relative = \strpos($file, $prefix) === 0 ? \substr($file, \strlen($prefix)) : $file;
        $dataSet = $test instanceof $class ? self::escaped($name) : '';
        $id = self::escaped($relative) . "::{$class}::" . self::method($test) . $dataSet;
        $this->seen[$id] = ($this->seen[$id] ?? 0) + 1;
        $this->byId[$this->seen[$id] === 1 ? $id : "{$id}\\#{$this->seen[$id]}"] = $test;
        $this->suites[$class] = $ofClass;
    }

    private static function escaped(string $part): string
    {
        return \strtr(Stream::clean($part), ['\\' => '\\\\', "\n" => '\n', "\r" => '\r']);
    }
}
