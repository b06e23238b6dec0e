package cart

import "testing"

func TestPasses(t *testing.T) {
	if Total(1, 2) != 3 {
		t.Fatal("1 and 2 are 3")
	}
}

func TestFails(t *testing.T) {
	if got := Total(1, 2); got != 4 {
		t.Fatalf("got %d, want 4", got)
	}
}

func TestTearDownFails(t *testing.T) {
	t.Cleanup(func() { t.Error("the shop does not close") })
}

func TestSkipped(t *testing.T) { t.Skip("not today") }
