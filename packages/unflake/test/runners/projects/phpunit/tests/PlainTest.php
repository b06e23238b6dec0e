<?php

namespace Shop\Tests;

use PHPUnit\Framework\TestCase;

final class PlainTest extends TestCase
{
    public function testPasses(): void
    {
        $this->assertTrue(true);
    }

    public function testFails(): void
    {
        $this->assertSame('what was expected', 'what came');
    }

    public function testSkips(): void
    {
        $this->markTestSkipped('not here');
    }
}
