package shop

import "testing"

func Test(t *testing.T) {}

func TestÜnïcode試験(t *testing.T) {}

func Test_underscores__in_it(t *testing.T) {}

func TestTwice(t *testing.T) {}

func TestTable(t *testing.T) {
	for _, name := range []string{"spaces  in it", "[brackets]", `"double" and 'single'`, "a > b", `back\slash\`, "sl/ash", "twice", "twice"} {
		t.Run(name, func(t *testing.T) {})
	}
}

func TestName(t *testing.T) {
	if t.Name() != "TestName" {
		t.Fatal(t.Name())
	}
}
