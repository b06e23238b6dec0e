package crash

import (
	"os"
	"syscall"
	"testing"
)

func TestExitsWithSeven(t *testing.T) { os.Exit(7) }

func TestExitsWithZero(t *testing.T) { os.Exit(0) }

func TestKillsItself(t *testing.T) {
	syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

func TestHangs(t *testing.T) {
	block, _, _ := os.Pipe()
	block.Read(make([]byte, 1))
}
