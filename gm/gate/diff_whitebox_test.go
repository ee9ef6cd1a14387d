package gate

import "testing"

func TestDiffering(t *testing.T) {
	check := func(one, other, want string) {
		t.Helper()
		if got := differing(one, other); got != want {
			t.Errorf("%q and %q differ in\n%s\nwant\n%s", one, other, got, want)
		}
	}
	check("a\nb\nc", "a\nb\nc", "")
	check("a\nb\nc", "a\nx\nc", "  a\n- b\n+ x\n  c")
	check("a\nb", "a\nb\nc\nd", "  a\n  b\n+ c\n+ d")
	check("a\nb", "b", "- a\n  b")
	check("1\n2\n3\n4\n5\n6\n7\n8\n9", "1\n2\n3\n4\n5\n6\n7\n8", "  ...\n  6\n  7\n  8\n- 9")
	check("x\n2\n3\n4\n5\n6\n7\n8\n9", "y\n2\n3\n4\n5\n6\n7\n8\n9", "- x\n+ y\n  2\n  3\n  4")
}
