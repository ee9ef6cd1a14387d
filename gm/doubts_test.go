package gm_test

import (
	"strings"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/inspect"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
)

// Somebody who has no seat, and may say YES to something.
type somebody struct {
	game  string
	addr  string
	begin func(*tableOf)              // makes them somebody who was written to
	done  func(inspect.Overview) bool // reports whether their YES has counted
}

func (tb *tableOf) must(err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

// bodies returns people without a seat: one who has asked for a place, a standby who is offered one, and one who has
// asked to watch.
func bodies() map[string]somebody {
	proved := func(tb *tableOf, addr, text string) {
		tb.write(letter.Letter{From: addr, Subject: "x", Text: text, Proof: letter.Proved})
	}
	return map[string]somebody{
		"sign-up": {"s1", "kim@example.net", func(tb *tableOf) {
			plan := desk.Plan{Name: "s1", Rules: "tictactoe", Secret: []byte("0123456789abcdef"), Desk: "gm@example.org", Clock: calendar.Clock{Every: 72 * time.Hour}}
			tb.must(desk.At(tb.m, gm.ActOptions{}).Open(tb.Context(), tb.now, plan, 0, false))
			proved(tb, "kim@example.net", "JOIN s1\n")
		}, func(o inspect.Overview) bool { return !o.SignUp.Asked[0].Confirmed.IsZero() }},
		"standby": {"g1", "kim@example.net", func(tb *tableOf) {
			tb.must(desk.At(tb.m, gm.ActOptions{}).Standby(tb.Context(), tb.now, "g1", "add", []string{"kim@example.net"}))
			tb.deliver()
			l := letter.Letter{From: "kim@example.net", Subject: "Re: x", Text: "Thanks.\n", InReplyTo: tb.last("kim@example.net").ID}
			l.Proof = letter.Proved // a word of theirs that changes nothing
			tb.write(l)
			tb.must(desk.At(tb.m, gm.ActOptions{}).Eject(tb.Context(), tb.now, "g1", "O"))
			tb.deliver()
		}, func(o inspect.Overview) bool { return o.Seats[1].Address == "kim@example.net" }},
		"observer": {"g1", "kim@example.net", func(tb *tableOf) {
			tb.must(desk.At(tb.m, gm.ActOptions{}).PressRules(tb.Context(), tb.now, "g1", map[string]string{"observe": "mail"}))
			proved(tb, "kim@example.net", "OBSERVE g1\n")
		}, func(o inspect.Overview) bool { return len(o.Observers) == 1 && !o.Observers[0].Confirmed.IsZero() }},
	}
}

func (tb *tableOf) counted(who somebody) bool {
	tb.Helper()
	o, err := inspect.OverviewOf(tb.Context(), tb.m, who.game)
	tb.must(err)
	return who.done(o)
}

// Somebody without a seat whose domain has vouched for them once is asked about an answer without proof, as players
// are, also if the answer went to others as well. Their answer to that counts.
func TestDoubtedWithoutASeat(t *testing.T) {
	for name, who := range bodies() {
		for _, trust := range []intake.Trust{intake.TrustOpen, intake.TrustReply} {
			t.Run(name+" "+string(trust), func(t *testing.T) {
				tb := doubting(t, trust)
				who.begin(tb)
				before := tb.last(who.addr)
				lacking := tb.yes(who.addr, before, letter.Unproven)
				lacking.Subject = "Re: " + before.Subject
				if got := tb.write(lacking); tb.counted(who) || !strings.Contains(strings.Join(strings.Fields(got), " "), "has not confirmed this one. If it is yours") {
					t.Fatalf("it counts, or its writer is told %s", got)
				}
				asked := tb.last(who.addr)
				if again := tb.yes(who.addr, before, letter.Unproven); tb.write(again) == "" || tb.counted(who) {
					t.Error("an answer to the letter of before counts")
				}
				if asked = tb.last(who.addr); !strings.Contains(strings.Join(strings.Fields(asked.Text), " "), "If it is yours") {
					t.Fatalf("then they are told %s", asked.Text)
				}
				forged := tb.yes(who.addr, asked, letter.Disowned)
				if tb.write(forged); tb.counted(who) {
					t.Error("what their domain disowns counts")
				}
				if tb.write(tb.yes(who.addr, asked, letter.Unproven)); !tb.counted(who) {
					t.Errorf("the answer to that does not count: %s", tb.last(who.addr).Text)
				}
			})
		}
	}
}

// Somebody whom the game master put down, and whose domain never vouched for anything, is believed by an answer that
// goes to nobody else.
func TestSharedAnswerWithoutASeat(t *testing.T) {
	for _, shared := range []bool{false, true} {
		tb := doubting(t, intake.TrustReply)
		tb.must(desk.At(tb.m, gm.ActOptions{}).Standby(t.Context(), tb.now, "g1", "add", []string{"kim@example.net"}))
		tb.must(desk.At(tb.m, gm.ActOptions{}).Eject(t.Context(), tb.now, "g1", "O"))
		tb.deliver()
		l := tb.yes("kim@example.net", tb.last("kim@example.net"), letter.Unproven)
		l.Shared = shared
		tb.write(l)
		if got := tb.counted(bodies()["standby"]); got == shared {
			t.Errorf("goes to others, too: %v; it counts: %v", shared, got)
		}
	}
}
