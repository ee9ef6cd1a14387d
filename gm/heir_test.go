package gm_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/inspect"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
	"deaddrop/gm/work"
)

// A letter that was withdrawn and is sent after all goes to the present player of the seat.
func TestWithdrawnThenReseated(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	tb.moves("5")
	if err := reception.Receive(t.Context(), tb.m, tb.now, letter.Letter{ID: "last", From: "bob@example.org", Proof: letter.Proved, Subject: "[g1]", Text: "1"}); err != nil {
		t.Fatal(err)
	}
	for n := 1; n > 0; {
		var err error
		if n, err = work.Due(t.Context(), tb.m, tb.now, func(_ context.Context, l letter.Letter) error {
			if strings.HasPrefix(l.To, "bob") {
				return errors.New("the mail server is down")
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	tb.rollback("", nil)
	if err := desk.At(tb.m, gm.ActOptions{}).Seat(t.Context(), tb.now, "g1", "O", "cid@example.org"); err != nil {
		t.Fatal(err)
	}
	tb.now = tb.now.Add(time.Hour)
	tb.deliver()
	before := len(tb.got["bob@example.org"])
	if err := desk.At(tb.m, gm.ActOptions{}).Rollforward(t.Context(), tb.now, "g1"); err != nil {
		t.Fatal(err)
	}
	tb.deliver()
	for _, l := range tb.got["bob@example.org"][before:] {
		t.Errorf("who sits there no more gets\n%s", l.Text)
	}
	if got := tb.last("cid@example.org").Text; strings.Count(got, "O takes square 1.") != 1 {
		t.Errorf("who sits there now is not told what counts again:\n%s", got)
	}
}

// A player who takes an empty seat is told what happened while it was empty, even if the game was corrected
// meanwhile.
func TestVacantSeatAfterEdit(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	if err := desk.At(tb.m, gm.ActOptions{}).Eject(t.Context(), tb.now, "g1", "O"); err != nil {
		t.Fatal(err)
	}
	tb.moves("5")
	position, base, err := inspect.PositionOf(t.Context(), tb.m, "g1")
	if err != nil {
		t.Fatal(err)
	}
	put := []byte(strings.Replace(string(position), "....X....", "X...X....", 1))
	if err := errors.Join(desk.At(tb.m, gm.ActOptions{}).Edit(t.Context(), tb.now, "g1", put, base), desk.At(tb.m, gm.ActOptions{}).Seat(t.Context(), tb.now, "g1", "O", "cid@example.org")); err != nil {
		t.Fatal(err)
	}
	tb.deliver()
	if got := tb.last("cid@example.org").Text; !strings.Contains(got, "X takes square 5.") {
		t.Errorf("he is told\n%s", got)
	}
}

// A player who takes over a seat does not inherit their predecessor's settings for letters.
func TestHeirsWishes(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	tb.write(letter.Letter{From: "ann@example.org", Proof: letter.Proved, Subject: "[g1]", Text: "SET MAP NONE\n"})
	if err := desk.At(tb.m, gm.ActOptions{}).Seat(t.Context(), tb.now, "g1", "X", "cid@example.org"); err != nil {
		t.Fatal(err)
	}
	tb.deliver()
	if got := tb.write(letter.Letter{From: "cid@example.org", Proof: letter.Proved, Subject: "[g1]", Text: "SET\n"}); !strings.Contains(got, "Your letters have a picture") {
		t.Errorf("he is told\n%s", got)
	}
}

// Press that was in a letter which a rollback keeps back reaches its reader all the same.
func TestPressOutlivesRollback(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	if err := reception.Receive(t.Context(), tb.m, tb.now, letter.Letter{ID: "first", From: "ann@example.org", Proof: letter.Proved, Subject: "[g1]", Text: "5\nPRESS TO ALL\nA draw?\nENDPRESS\n"}); err != nil {
		t.Fatal(err)
	}
	down := func(_ context.Context, l letter.Letter) error {
		if strings.HasPrefix(l.To, "bob") {
			return errors.New("the mail server is down")
		}
		tb.got[l.To] = append(tb.got[l.To], l)
		return nil
	}
	for n := 1; n > 0; {
		var err error
		if n, err = work.Due(t.Context(), tb.m, tb.now, down); err != nil {
			t.Fatal(err)
		}
	}
	tb.rollback("", nil)
	tb.now = tb.now.Add(time.Hour)
	tb.deliver()
	told := func(who, what string) (n int) {
		for _, l := range tb.got[who+"@example.org"] {
			n += strings.Count(l.Text, what)
		}
		return n
	}
	if told("bob", "| A draw?") != 1 || told("bob", "X takes square 5") != 0 {
		t.Errorf("Bob has got %+v", tb.got["bob@example.org"])
	}
	if n := told("gm", "| A draw?"); n != 1 {
		t.Errorf("the game master has got it %d times", n)
	}
}
