<?php

use PHPUnit\Framework\TestCase;

final class CrashTest extends TestCase
{
    public function testExitsWithSeven(): void
    {
        exit(7);
    }

    public function testExitsWithZero(): void
    {
        exit(0);
    }

    public function testKillsItself(): void
    {
        posix_kill(getmypid(), SIGKILL);
    }

    public function testHangs(): void
    {
        $both = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        while (true) {
            fread($both[0], 1);
        }
    }
}
