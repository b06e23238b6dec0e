package shop_test

import "testing"

func TestTwice(t *testing.T) {}

func TestExternal(t *testing.T) {}
