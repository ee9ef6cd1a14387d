package atlas

import (
	"testing"
)

// Only one picture is drawn at a time, and the memory that it took is kept only while others wait.
func TestEasel(t *testing.T) {
	var s easels
	first := s.take()
	got := make(chan *easel)
	go func() {
		e := s.take()
		s.give()
		got <- e
	}()
	for s.waiting.Load() < 2 {
	}
	select {
	case <-got:
		t.Error("two pictures are drawn at once")
	default:
	}
	s.give()
	if second := <-got; second != first {
		t.Error("the next picture does not use what the one before took")
	}
	if s.kept != nil {
		t.Error("what drawing takes is kept although nobody draws")
	}
}

// A canvas is empty, whatever was painted before.
func TestCanvas(t *testing.T) {
	e := &easel{}
	m := e.canvas(&e.whole, 20, 10)
	for i := range m.Pix {
		m.Pix[i] = 7
	}
	if m = e.canvas(&e.whole, 10, 15); len(m.Pix) != 600 || m.Rect.Dx() != 10 {
		t.Fatalf("a canvas of 10 by 15 is %v with %d bytes", m.Rect, len(m.Pix))
	}
	for _, v := range m.Pix {
		if v != 0 {
			t.Fatal("a canvas has what was painted before")
		}
	}
}
