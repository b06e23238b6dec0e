<?php
namespace Unflake;

/** Finds PHPUnit and its version, and supplies default arguments where the project gives none. */
final class Installation
{
    /** The trial decides which tests run, how often and in which order, and who reports. */
    private const REFUSED = '/^--(?:order-by|random-order|reverse-order|random-order-seed|repeat|list-|stop-on|cache-result|generate-|migrate-)/';
    private const OLDEST = 9;
    private const CONFIGURATIONS = ['phpunit.xml', 'phpunit.dist.xml', 'phpunit.xml.dist'];
    private const FOLDERS = ['tests', 'test', 'Tests'];

    public static function check(array $argv): void
    {
        $refused = \preg_grep(self::REFUSED, \array_slice($argv, 1));
        if ($refused !== []) {
            self::refuse('flags of PHPUnit: ' . \implode(' ', $refused));
        }
        if (self::autoloader($argv[0]) === null) {
            self::refuse("{$argv[0]} is a PHAR or a wrapper; install PHPUnit with Composer or the system's packages");
        }
    }

    public static function checkVersion(): void
    {
        $version = \PHPUnit\Runner\Version::id();
        if ((int) $version < self::OLDEST) {
            self::refuse("PHPUnit {$version}; " . self::OLDEST . ' or later is needed');
        }
    }

    private static function refuse(string $what): void
    {
        Stream::problem("not supported: {$what}");
        exit(1);
    }

    /** Next to the program, where Composer and system packages put it. */
    public static function autoloader(string $program): ?string
    {
        $start = (string) \file_get_contents($program, false, null, 0, 8192);
        if (\strpos($start, '<?php') === false || \strpos($start, 'Phar::mapPhar') !== false) {
            return null;
        }
        $real = \dirname((string) \realpath($program));
        $places = [
            \dirname($program) . '/../autoload.php',
            "{$real}/../../autoload.php",
            "{$real}/vendor/autoload.php",
            "{$real}/../share/php/PHPUnit/Autoload.php",
        ];
        foreach ($places as $place) {
            if (\is_file($place)) {
                return $place;
            }
        }
        return \stream_resolve_include_path('PHPUnit/Autoload.php') ?: null;
    }

    /** PHP ignores TZ. Tests in a separate process read the time zone from an ini file next to the machine's own settings. */
    public static function setTimeZone(): void
    {
        $zone = \getenv('UNFLAKE_PHP_TIME_ZONE');
        if ($zone === false) {
            return;
        }
        \ini_set('date.timezone', $zone);
        $folder = \dirname((string) \getenv('UNFLAKE_STREAM')) . '/php';
        \mkdir($folder);
        \file_put_contents("{$folder}/time-zone.ini", "date.timezone = {$zone}\n");
        \putenv('PHP_INI_SCAN_DIR=' . \getenv('PHP_INI_SCAN_DIR') . ":{$folder}");
    }

    public static function isNine(): bool
    {
        return !\class_exists('PHPUnit\Event\Facade');
    }

    /** Without a configuration, PHPUnit needs a folder. */
    public static function defaults(array $argv): array
    {
        $configured = \array_filter(self::CONFIGURATIONS, 'is_file') !== [] || \preg_grep('/^(?:-c|--configuration)/', $argv) !== [];
        $folders = \array_values(\array_filter(self::FOLDERS, 'is_dir'));
        if ($configured || $folders === []) {
            return [];
        }
        $bootstrap = \is_file('vendor/autoload.php') && \preg_grep('/^--bootstrap/', $argv) === [];
        return \array_merge($bootstrap ? ['--bootstrap', 'vendor/autoload.php'] : [], [$folders[0]]);
    }
}
