<?php

namespace Shop\Tests;

use PHPUnit\Framework\TestCase;

final class BrokenSetUpTest extends TestCase
{
    protected function setUp(): void
    {
        throw new \RuntimeException('no database');
    }

    public function testErrors(): void
    {
        $this->assertTrue(true);
    }
}
