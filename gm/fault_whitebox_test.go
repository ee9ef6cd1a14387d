package gm

import (
	"errors"
	"strings"
	"testing"
)

// A log says where the program failed and not on which words.
func TestPlace(t *testing.T) {
	fail := func(value any) string {
		stack, _ := Guarded(func() error { panic(value) })
		return TopFrame(stack)
	}
	got := fail("rules: A Par-Bur was not expected\nin two lines\n\t/x/y.go:1")
	if strings.Contains(got, "Par") || strings.Contains(got, "two lines") || !strings.HasPrefix(got, "gm/fault_whitebox_test.go:") || !strings.Contains(got, " < gm/fault.go:") {
		t.Errorf("a panic is told as %q", got)
	}
	if got := fail(errors.New("A Par-Bur")); strings.Contains(got, "Par") {
		t.Errorf("an error is told as %q", got)
	}
	var none []int
	stack, _ := Guarded(func() error { none[3]++; return nil })
	if got := TopFrame(stack); !strings.HasPrefix(got, "runtime error: index out of range [3] with length 0 < gm/fault_whitebox_test.go:") {
		t.Errorf("a fault that Go finds is told as %q", got)
	}
	if got := TopFrame("A Par-Bur can't be read:\n\tA Par-Bur\n"); got != "" { // an error that was no panic
		t.Errorf("an error is told as %q", got)
	}
}
