<?php

namespace Shop\Tests\Order;

use PHPUnit\Framework\TestCase;

final class OrderTest extends TestCase
{
    private static $polluted = false;
    private static $executions = 0;
    private $seen = false;

    public function testVictim(): void
    {
        $this->assertFalse(self::$polluted);
    }

    public function testPolluter(): void
    {
        self::$polluted = true;
        $this->assertTrue(self::$polluted);
    }

    public function testSelfPolluter(): void
    {
        $this->assertFalse($this->seen);
        $this->seen = true;
        $this->assertSame(1, ++self::$executions);
    }
}
