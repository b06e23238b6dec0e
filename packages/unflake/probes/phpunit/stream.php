<?php
namespace Unflake;

/** Writes each event with one write, so that it survives whatever the test does next: exit, a signal, a crash. */
final class Stream
{
    private const TEXT_LIMIT = 8000;

    private static $file;
    private static $process;

    public static function write(array $event): void
    {
        if (self::$file === null) {
            self::$file = \fopen((string) \getenv('UNFLAKE_STREAM'), 'ab');
            self::$process = \getmypid();
        }
        // A test that forks and returns in both processes would otherwise be recorded twice.
        if (\getmypid() !== self::$process) {
            return;
        }
        \fwrite(self::$file, \json_encode($event, \JSON_UNESCAPED_UNICODE | \JSON_UNESCAPED_SLASHES) . "\n");
    }

    public static function problem(string $text): void
    {
        self::write(['ev' => 'problem', 'text' => self::clean($text)]);
    }

    /** `$trace` has a line `file:line` per call, innermost first, as PHPUnit prints it. Our reports expect the innermost call last. */
    public static function failure(string $type, string $message, string $trace): array
    {
        $frames = [];
        foreach (\explode("\n", \trim($trace)) as $line) {
            if (\preg_match('/^(.+):(\d+)$/', $line, $parts) && !self::isForeign($parts[1])) {
                \array_unshift($frames, \sprintf('File "%s", line %d', self::clean($parts[1]), $parts[2]));
            }
        }
        return ['type' => self::clean($type), 'message' => self::clean(\trim($message)), 'stack' => \implode("\n", $frames)];
    }

    /** Library frames are the same in every failure. */
    private static function isForeign(string $file): bool
    {
        return \strpos($file, __DIR__ . '/') === 0 || \strpos($file, '/vendor/') !== false;
    }

    /** The tests to run; null to list all. */
    public static function selection(): ?array
    {
        $path = \getenv('UNFLAKE_SELECTION');
        return $path === false ? null : \json_decode((string) \file_get_contents($path), true);
    }

    public static function clean(string $text): string
    {
        return \mb_strcut(\mb_convert_encoding($text, 'UTF-8', 'UTF-8'), 0, self::TEXT_LIMIT, 'UTF-8');
    }
}
