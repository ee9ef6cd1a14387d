package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/inspect"
	"deaddrop/gm/intake"
)

// A hundred letters of which nothing shows who wrote them are read in a day; what comes beyond is put aside. It costs their
// real writers nothing.
func TestBudget(t *testing.T) {
	t.Parallel()
	const boss, most = "boss@example.org", 100
	for _, from := range []string{boss, victim, forger} {
		t.Run(from, func(t *testing.T) {
			t.Parallel()
			sc := newScene(t, intake.TrustReply)
			sc.master.Commands = newClerk(sc.master, nil, commandTree)
			sc.keys["example.org"] = sc.keys["example.com"]
			sc.dns[sc.signer("example.org").Name()] = sc.signer("example.org").Value()
			now := sc.now()
			sc.door.Now = func() time.Time { return now }
			for i := range most + 7 {
				sc.take(sc.plain(from, fmt.Sprintf("resolve d1\n%s\nJOIN d1 %d", forged, i)))
			}
			if n := sc.door.Read(from); n != most {
				t.Errorf("%d letters are read", n)
			}
			if on := sc.brest(); strings.Contains(on, forged) {
				t.Errorf("on file is %q", on)
			}
			sc.take(sc.signed(sc.plain(from, "pause d1\n"+genuine).set("Subject", "JOIN"), from[strings.Index(from, "@")+1:]))
			if from != forger {
				sc.take(sc.plain(from, "pause d1\n"+genuine).set("In-Reply-To", "<"+sc.last(from).ID+">"))
			}
			if n := sc.door.Read(from); n != most {
				t.Errorf("with letters of their real writer %d are counted", n)
			}
			switch o, err := inspect.OverviewOf(t.Context(), sc.master, "d1"); {
			case err != nil:
				t.Fatal(err)
			case from == boss && o.Paused.IsZero(), from == victim && sc.brest() != genuine:
				t.Error("what their real writer says is not done")
			}
			now = now.Add(24 * time.Hour)
			if sc.take(sc.plain(from, "JOIN d1")); sc.door.Read(from) != 1 {
				t.Error("on the next day nothing is read either")
			}
		})
	}
}

// Time is counted, too, and so are all addresses of a domain together.
func TestBudgetOfTimeAndDomains(t *testing.T) {
	t.Parallel()
	sc := newScene(t, intake.TrustReply)
	now := sc.now()
	sc.door.Now = func() time.Time {
		now = now.Add(time.Second)
		return now
	}
	for i := range 10 {
		sc.take(sc.plain("eve@flood.example", fmt.Sprintf("JOIN d1 %d", i)))
	}
	if n := sc.door.Read("eve@flood.example"); n < 5 || n > 9 {
		t.Errorf("of ten letters that take two seconds and more each, %d are read", n)
	}
	for i := range 50 {
		sc.take(sc.plain(fmt.Sprintf("eve%d@flood.example", i), "JOIN d1"))
	}
	if sc.door.Read("eve49@flood.example") != 0 || sc.door.Read("eve0@flood.example") != 1 {
		t.Error("the addresses of a domain are not counted together")
	}
	if sc.take(sc.plain("ann@elsewhere.example", "JOIN d1")); sc.door.Read("ann@elsewhere.example") != 1 {
		t.Error("another domain pays for that")
	}
}
