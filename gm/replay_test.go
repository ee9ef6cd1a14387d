package gm_test

import (
	"strings"
	"testing"

	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/letter"
)

// A signed letter of a game master that somebody else sends again, under another Message-ID, carries out nothing.
func TestSignedCommandsAreNotReplayed(t *testing.T) {
	o := newOffice(t)
	l := letter.Letter{From: "boss@example.org", Proof: letter.Proved, Seal: "s1", Text: "gm extend c2 1d\n"}
	if o.write(l) != 1 {
		t.Fatal("it is not carried out")
	}
	first, letters := o.told[0].Once, len(o.got["boss@example.org"])
	for range 3 {
		if o.write(l) > 0 && o.told[len(o.told)-1].Once != first {
			t.Error("it is carried out again, under another key")
		}
	}
	if n := len(o.got["boss@example.org"]) - letters; n > 0 {
		t.Errorf("it is answered %d times more", n)
	}
	l.Seal = "s2"
	if o.write(l) != 1 || o.told[len(o.told)-1].Once == first {
		t.Error("the same words, signed anew, are not carried out")
	}
}

// A game's game master can't vouch for a command in another one's name.
func TestCommandsAreNotReleased(t *testing.T) {
	o := newOffice(t)
	for _, l := range []letter.Letter{
		{From: "boss@example.org", Text: "gm end c1\n"},
		{From: "boss@example.org", Proof: letter.Disowned, Text: "gm end c1\n"},
		{From: "boss@example.org", Machine: "Auto-Submitted", Text: "gm end c1\n"},
		{From: "boss@example.org", Machine: "Auto-Submitted", Away: true, InReplyTo: o.got["boss@example.org"][0].ID, Text: "gm end c1\n"},
	} {
		o.write(l)
	}
	items, err := desk.Inbox(t.Context(), o.Master)
	if err != nil || len(items) < 4 {
		t.Fatalf("%d items, %v", len(items), err)
	}
	for _, it := range items {
		if _, err := desk.At(o.Master, gm.ActOptions{}).Release(t.Context(), noon, it.Ref); err == nil || !strings.Contains(err.Error(), "command line") {
			t.Errorf("%s (%s) is released: %v", it.Ref, it.Why, err)
		}
	}
	if len(o.told) > 0 {
		t.Errorf("the clerk was told %+v", o.told)
	}
}
