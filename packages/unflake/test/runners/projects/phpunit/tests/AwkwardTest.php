<?php

namespace Shop\Tests\nested;

use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;
use PHPUnit\Framework\TestCase;

trait SharedTests
{
    public function testIsShared(): void
    {
        $this->assertInstanceOf(self::class, $this);
    }
}

final class AwkwardTest extends TestCase
{
    use SharedTests;

    public static function names(): array
    {
        return [
            [1],
            'two words' => [1],
            "it's \"quoted\" and `ticked`" => [1],
            'brackets [1] (two) {3} ::x#2 @y' => [1],
            'a > b \ back\slash $^.*+?|/' => [1],
            "日本語 🎉\nand a line  " => [1],
            '' => [1],
            [2],
        ];
    }

    /** @dataProvider names */
    #[DataProvider('names')]
    public function testWith(int $number): void
    {
        $this->assertGreaterThan(0, $number);
    }

    public function testÜnïcode(): void
    {
        $this->assertTrue(true);
    }

    /** @group left-out */
    #[Group('left-out')]
    public function testIsLeftOut(): void
    {
        $this->fail();
    }
}
