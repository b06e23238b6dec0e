package order

import (
	"os"
	"testing"
)

var banner = ""
var visits = 0

func TestMain(m *testing.M) {
	banner = "ready"
	os.Exit(m.Run())
}

func TestVictim(t *testing.T) {
	if banner != "ready" {
		t.Fatalf("banner is %q", banner)
	}
}

func TestPolluter(t *testing.T) { banner = "sale" }

func TestPassesOnce(t *testing.T) {
	visits++
	if visits > 1 {
		t.Errorf("visit %d", visits)
	}
}
