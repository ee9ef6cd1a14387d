package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
)

// another begins a second game of the scene, with the victim in France's seat again.
func (sc *scene) another(name string, trust intake.Trust) {
	sc.Helper()
	plan := desk.Plan{Name: name, Rules: "deadman", Trust: trust, Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour}}
	for _, p := range powers() {
		address := strings.ToLower(p) + "@honest.example"
		if p == "France" {
			address = victim
		}
		plan.Players = append(plan.Players, game.Player{Seat: adjudicator.Seat(p), Address: address})
	}
	if err := desk.At(sc.master, gm.ActOptions{}).New(sc.Context(), sc.now(), plan); err != nil {
		sc.Fatal(err)
	}
	sc.deliver()
}

// onFile returns what is on file for France in a game.
func (sc *scene) onFile(game string) string {
	sc.Helper()
	o, err := inspect.OverviewOf(sc.Context(), sc.master, game)
	if err != nil {
		sc.Fatal(err)
	}
	for _, s := range o.Seats {
		if s.Name == "France" {
			return s.Orders
		}
	}
	return ""
}

// firstOf returns the first letter of a game to an address.
func (sc *scene) firstOf(game, to string) letter.Letter {
	sc.Helper()
	for _, l := range sc.got[to] {
		if strings.Contains(l.Subject+l.Text, "["+game) {
			return l
		}
	}
	sc.Fatalf("nothing of %s came to %s", game, to)
	return letter.Letter{}
}

// without takes a field away.
func (m *mailText) without(name string) *mailText {
	var kept []string
	for _, f := range m.fields {
		if !strings.HasPrefix(f, name+":") {
			kept = append(kept, f)
		}
	}
	m.fields = kept
	return m
}

// A signed letter that one game has processed does not count in another, whoever sends it again: byte for byte when
// the first game is over, or with a token of the other game, which no signature covers, while both run.
func TestReplay(t *testing.T) {
	t.Parallel()
	end := func(sc *scene, name string) {
		if err := desk.At(sc.master, gm.ActOptions{}).End(sc.Context(), sc.now(), name, true); err != nil {
			sc.Fatal(err)
		}
		sc.deliver()
	}
	t.Run("byte for byte", func(t *testing.T) {
		t.Parallel()
		sc := newScene(t, intake.TrustSigned)
		sc.dns["_dmarc.example.com"] = "v=DMARC1; p=reject"
		copied := sc.signed(sc.plain(victim, forged+"\nA Par-Bur").set("Subject", "my moves").set("Cc", forger), "example.com")
		sc.take(copied)
		if on := sc.brest(); !strings.Contains(on, "A Par-Bur") {
			t.Fatalf("France's own letter leaves on file %q", on)
		}
		end(sc, "d1")
		sc.another("d2", intake.TrustSigned)
		sc.take(copied)
		if on := sc.onFile("d2"); on != "" {
			t.Errorf("the same letter again leaves on file %q in d2", on)
		}
		items, err := desk.Inbox(sc.Context(), sc.master)
		if err != nil || len(items) == 0 || !strings.Contains(items[len(items)-1].Why, "for d1") {
			t.Errorf("the game master's list: %+v, %v", items, err)
		}
		sc.take(sc.signed(sc.plain(victim, genuine).set("Subject", "my moves"), "example.com"))
		if on := sc.onFile("d2"); on != genuine {
			t.Errorf("a new letter leaves on file %q in d2", on)
		}
	})
	t.Run("with a token of the other game", func(t *testing.T) {
		t.Parallel()
		sc := newScene(t, intake.TrustReply)
		sc.another("d2", intake.TrustReply)
		own := sc.plain(victim, genuine).set("Subject", "my moves").set("To", sc.firstOf("d1", victim).ReplyTo)
		m := sc.signed(own, "example.com")
		sc.take(m.top("Delivered-To: " + sc.firstOf("d1", victim).ReplyTo))
		if on := sc.onFile("d1"); on != genuine {
			t.Fatalf("France's own letter leaves on file %q in d1", on)
		}
		sc.take(m.without("Delivered-To").top("Delivered-To: " + sc.firstOf("d2", victim).ReplyTo))
		if on := sc.onFile("d2"); on != "" {
			t.Errorf("the same letter to another address leaves on file %q in d2", on)
		}
	})
}

// A letter that is handed in again, because it was not accepted the first time, loses nothing: its game is the same.
func TestHandedInAgain(t *testing.T) {
	t.Parallel()
	sc := newScene(t, intake.TrustSigned)
	m := sc.signed(sc.plain(victim, genuine), "example.com")
	sc.take(m)
	sc.take(m)
	if on := sc.brest(); on != genuine {
		t.Errorf("on file is %q", on)
	}
	if items, err := desk.Inbox(sc.Context(), sc.master); err != nil || len(items) > 0 {
		t.Errorf("the game master's list: %+v, %v", items, err)
	}
}

// A letter that comes again long after it was taken in, as when the mailbox is put back with a backup, is known, and
// nobody is asked about it, though what it answers proves nothing any more.
func TestTakenLongAgo(t *testing.T) {
	t.Parallel()
	sc := newScene(t, intake.TrustReply)
	sc.master.Commands = newClerk(sc.master, nil, commandTree)
	first := sc.plain(victim, genuine).set("Message-ID", "<first@example.com>").answering(sc.last(victim))
	sc.take(first)
	order := sc.plain(boss, "gm press d1 Welcome, all of you.").set("Message-ID", "<order@example.org>")
	sc.take(order)
	sc.take(sc.plain(boss, "YES").top("Delivered-To: " + sc.last(boss).ReplyTo))
	for i := range 12 { // more than are remembered apart from the log
		sc.take(sc.plain(victim, fmt.Sprintf("PRESS TO Italy\nword %d\nENDPRESS", i)).answering(sc.last(victim)))
	}
	if err := desk.At(sc.master, gm.ActOptions{}).Resolve(sc.Context(), sc.now(), "d1", ""); err != nil {
		t.Fatal(err)
	}
	sc.deliver()
	before, told := len(sc.got[victim]), len(sc.got[boss])
	sc.take(first)
	sc.take(order)
	for _, l := range append(sc.got[victim][before:], sc.got[boss][told:]...) {
		t.Errorf("%s is told %s", l.To, l.Text)
	}
	if items, err := desk.Inbox(sc.Context(), sc.master); err != nil || len(items) > 0 {
		t.Errorf("the game master's list: %+v, %v", items, err)
	}
}

// A letter with an old date is asked about, for whoever has kept it can send it again.
func TestOldLetter(t *testing.T) {
	t.Parallel()
	sc := newScene(t, intake.TrustReply)
	sc.take(sc.signed(sc.plain(victim, genuine).set("Date", "Wed, 01 Jan 2020 11:00:00 +0000"), "example.com"))
	if on := sc.brest(); on != "" {
		t.Errorf("on file is %q", on)
	}
	sc.take(sc.plain(victim, "YES").answering(sc.last(victim)))
	if on := sc.brest(); on != genuine {
		t.Errorf("after France's YES, on file is %q", on)
	}
}

// Somebody to whom a player's letter was forwarded can't write in that player's name once the player's domain has
// vouched for one letter: the player is asked about it.
func TestForwardedToken(t *testing.T) {
	t.Parallel()
	for name, token := range map[string]func(*scene) letter.Letter{
		"the first letter": func(sc *scene) letter.Letter { return sc.got[victim][0] },
		"the receipt":      func(sc *scene) letter.Letter { return sc.last(victim) },
	} {
		for _, policy := range []string{"", "v=DMARC1; p=none"} {
			t.Run(name+" "+policy, func(t *testing.T) {
				t.Parallel()
				sc := newScene(t, intake.TrustReply)
				if policy != "" {
					sc.dns["_dmarc.example.com"] = policy
				}
				sc.take(sc.signed(sc.plain(victim, genuine), "example.com"))
				sc.take(sc.plain(victim, "CLEAR\n"+forged+"\nPRESS TO England\nforged-press\nENDPRESS").answering(token(sc)))
				sc.take(sc.plain(victim, "RESIGN").set("References", "<"+token(sc).ID+">").top("Delivered-To: " + token(sc).ReplyTo))
				if on := sc.brest(); on != genuine {
					t.Errorf("on file is %q", on)
				}
				if l := sc.last("england@honest.example"); strings.Contains(l.Text, "forged-press") {
					t.Error("forged press was passed on")
				}
				if asked := sc.last(victim); !strings.Contains(asked.Text, "YES or NO") {
					t.Errorf("France was not asked, but told %s", asked.Text)
				}
			})
		}
	}
}

// For a player without a provider that has ever vouched, a forwarded letter contains no secret: its Message-ID
// neither proves who answers nor reveals seats, and the address for answers is not in the forwarded text.
func TestForwardedUnsigned(t *testing.T) {
	t.Parallel()
	sc := newScene(t, intake.TrustReply)
	sc.take(sc.plain(victim, genuine).answering(sc.last(victim)))
	if on := sc.brest(); on != genuine {
		t.Fatalf("France's own answer leaves on file %q", on)
	}
	for _, l := range sc.got[victim] {
		if local, _, _ := strings.Cut(l.ID, "@"); strings.Contains(local, ".") {
			t.Errorf("the Message-ID is %s", l.ID)
		}
		sc.take(sc.plain(victim, "CLEAR\n"+forged).set("In-Reply-To", "<"+l.ID+">").set("References", "<"+l.ID+">"))
	}
	if on := sc.brest(); on != genuine {
		t.Errorf("on file is %q", on)
	}
	if asked := sc.last(victim); !strings.Contains(asked.Text, "YES or NO") {
		t.Errorf("France was not asked, but told %s", asked.Text)
	}
}

// Once an address was proved in one game, that counts in all games.
func TestProvedElsewhere(t *testing.T) {
	t.Parallel()
	sc := newScene(t, intake.TrustReply)
	sc.take(sc.signed(sc.plain(victim, genuine), "example.com"))
	sc.another("d2", intake.TrustReply)
	sc.take(sc.plain(victim, forged).set("Subject", "[d2] orders").answering(sc.firstOf("d2", victim)))
	if on := sc.onFile("d2"); on != "" {
		t.Errorf("on file is %q", on)
	}
}

// A player whose domain signs nothing is asked about the first letter, if it answers none of ours, and about no other.
func TestUnsignedPlayer(t *testing.T) {
	t.Parallel()
	sc := newScene(t, intake.TrustReply)
	questions := 0
	take := func(m *mailText) {
		sc.take(m)
		if strings.Contains(sc.last(victim).Text, "YES or NO") {
			questions++
			sc.take(sc.plain(victim, "YES").answering(sc.last(victim)))
		}
	}
	take(sc.plain(victim, genuine))
	for _, season := range [][2]string{{"A Par H", "A Par-Bur"}, {"A Bur H", "A Bur-Bel"}} {
		for _, order := range season {
			take(sc.plain(victim, order).answering(sc.last(victim)))
		}
		if on := sc.brest(); !strings.Contains(on, season[1]) {
			t.Fatalf("on file is %q", on)
		}
		if err := desk.At(sc.master, gm.ActOptions{}).Resolve(sc.Context(), sc.now(), "d1", ""); err != nil {
			t.Fatal(err)
		}
		sc.deliver()
	}
	if questions != 1 {
		t.Errorf("France was asked %d times", questions)
	}
}

const boss = "boss@example.org"

// Somebody who has a letter to the game master, whether it was forwarded or came as the game master's answer, can't
// command anything with it: the game master is asked about each command, and YES counts once, and only in an answer
// to the question itself.
func TestForwardedDesk(t *testing.T) {
	t.Parallel()
	newDesk := func(t *testing.T) *scene {
		sc := newScene(t, intake.TrustReply)
		sc.master.Commands = newClerk(sc.master, nil, commandTree)
		sc.take(sc.signed(sc.plain(victim, "Dear game master, may I move twice? What do you think about it?"), "example.com"))
		if len(sc.got[boss]) == 0 {
			t.Fatal("the game master was told nothing")
		}
		return sc
	}
	holder := func(sc *scene) string { return sc.seat("England").Address }
	const command = "gm seat d1 England=" + forger
	for name, at := range map[string]func(sc *scene, m *mailText) *mailText{
		"In-Reply-To": func(sc *scene, m *mailText) *mailText { return m.set("In-Reply-To", "<"+sc.last(boss).ID+">") },
		"References":  func(sc *scene, m *mailText) *mailText { return m.set("References", "<"+sc.last(boss).ID+">") },
		"the address": func(sc *scene, m *mailText) *mailText { return m.top("Delivered-To: " + sc.last(boss).ReplyTo) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sc := newDesk(t)
			for _, line := range []string{command, "gm resolve d1", "gm letter d1 France hi"} {
				sc.take(at(sc, sc.plain(boss, line)))
			}
			if to := holder(sc); strings.Contains(to, "eve") || len(sc.got[forger]) > 0 {
				t.Errorf("England is %s, and the forger got %d letters", to, len(sc.got[forger]))
			}
			if asked := sc.last(boss).Text; !strings.Contains(asked, "the single word YES") {
				t.Errorf("the game master is told %s", asked)
			}
		})
	}
	t.Run("YES with the question's Message-ID", func(t *testing.T) {
		t.Parallel()
		sc := newDesk(t)
		sc.take(sc.plain(boss, command))
		question := sc.last(boss)
		sc.take(sc.plain(boss, "YES").set("In-Reply-To", "<"+question.ID+">").set("References", "<"+question.ID+">"))
		if to := holder(sc); strings.Contains(to, "eve") {
			t.Errorf("England is %s", to)
		}
	})
	t.Run("YES to the question", func(t *testing.T) {
		t.Parallel()
		sc := newDesk(t)
		sc.take(sc.plain(boss, command))
		question := sc.last(boss)
		yes := func() { sc.take(sc.plain(boss, "YES").top("Delivered-To: " + question.ReplyTo)) }
		if yes(); holder(sc) != forger {
			t.Errorf("England is %s", holder(sc))
		}
		sc.take(sc.signed(sc.plain(boss, "gm seat d1 England=england@honest.example"), "example.org"))
		if yes(); holder(sc) != "england@honest.example" {
			t.Errorf("the same YES again: England is %s", holder(sc))
		}
	})
}

// The letter that is answered proves nothing if others got it, too. Its receivers are known from its To and Cc fields,
// except our own address, with or without a plus, and its writer's.
func TestLetterToOthers(t *testing.T) {
	t.Parallel()
	for fields, asked := range map[string]bool{
		"To: " + ourSelf: false,
		"To: GM@Example.org\r\nCc: " + strings.ToUpper(victim): false,
		"To: gm+r.d1.2.1.1.abc@example.org, " + ourSelf:        false,
		"To: " + ourSelf + "\r\nCc: " + forger:                 true,
		"To: " + forger + "\r\nCc: " + ourSelf:                 true,
		"To: " + ourSelf + "\r\nCc: gm@example.net":            true,
		"To: " + ourSelf + "\r\nCc: gmx@example.org":           true,
		"To: " + ourSelf + "\r\nCc: Eve <" + forger:            true,
	} {
		t.Run(fields, func(t *testing.T) {
			t.Parallel()
			sc := newScene(t, intake.TrustReply)
			sc.take(sc.plain(victim, genuine).without("To").top(strings.Split(fields, "\r\n")...).answering(sc.last(victim)))
			if got := sc.brest() == ""; got != asked {
				t.Errorf("on file is %q", sc.brest())
			}
			sc.take(sc.signed(sc.plain(victim, "A Par-Bur").without("To").top(strings.Split(fields, "\r\n")...), "example.com"))
			if on := sc.brest(); !strings.Contains(on, "A Par-Bur") {
				t.Errorf("signed, on file is %q", on)
			}
		})
	}
}

// The same goes for a letter whose signature could not be checked when it came, and that its player has confirmed.
func TestReplayOfConfirmed(t *testing.T) {
	t.Parallel()
	sc := newScene(t, intake.TrustReply)
	name := sc.signer("example.com").Name()
	key := sc.dns[name]
	delete(sc.dns, name)
	copied := sc.signed(sc.plain(victim, forged).set("Subject", "my moves"), "example.com")
	sc.take(copied)
	sc.take(sc.plain(victim, "YES").answering(sc.last(victim)))
	if on := sc.brest(); on != forged {
		t.Fatalf("on file is %q", on)
	}
	sc.dns[name] = key
	if err := desk.At(sc.master, gm.ActOptions{}).End(sc.Context(), sc.now(), "d1", true); err != nil {
		t.Fatal(err)
	}
	sc.deliver()
	sc.another("d2", intake.TrustReply)
	sc.take(copied)
	if on := sc.onFile("d2"); on != "" {
		t.Errorf("the same letter again leaves on file %q in d2", on)
	}
}
