package dealers

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
)

// opened returns a game that is set up, with what was told then.
func opened(t *testing.T, players int, secret string) (*position, []adjudicator.EventRecord) {
	t.Helper()
	config, err := Rules.Configure(adjudicator.Config{Seats: Rules.Seats[:players]})
	if err != nil {
		t.Fatal(err)
	}
	table := adjudicator.NewTable(adjudicator.Luck{Secret: []byte(secret)}, adjudicator.Record{})
	q, err := Rules.Setup(table, config)
	if err != nil {
		t.Fatal(err)
	}
	return q.(*position), table.News()
}

// The set-up puts on the table what the edition has for the families that are in play (DH-1).
func TestSetup(t *testing.T) {
	for players, title := range map[int]string{3: "Europe", 4: "North America", 5: "North America"} {
		p, told := opened(t, players, "a")
		b := House()
		if p.Map != title || len(p.Owners) != len(p.on().Places) || slices.ContainsFunc(p.Owners, func(o string) bool { return o != "" }) {
			t.Errorf("%d players: map %s with %d areas", players, p.Map, len(p.Owners))
		}
		if len(p.Families) != b.InPlay {
			t.Errorf("%d families are in play, not %d", len(p.Families), b.InPlay)
		}
		for _, c := range b.Cards {
			want := c.Copies
			if c.Kind == Masses || c.Kind == Professional && !slices.Contains(p.Families, c.Family) {
				want = 0
			}
			if p.pile(c.Name) != want {
				t.Errorf("%s: %d in the supply, not %d", c.Name, p.pile(c.Name), want)
			}
		}
		if len(p.Pile) != 15 || p.Masses != (Stack{p.Pile[0], 15}) {
			t.Errorf("masses: %v of %v", p.Masses, p.Pile)
		}
		for i, stack := range p.Hidden {
			for _, name := range stack {
				if b.location(name).Value != i+2 {
					t.Errorf("%s is among the spoils of value %d", name, i+2)
				}
			}
			if len(stack) != 15 || p.Spoils[i] != (Stack{"", 15}) {
				t.Errorf("spoils: %v of %v", p.Spoils[i], stack)
			}
		}
		for _, q := range p.Players {
			if q.Pieces != b.Pieces || q.Points != 0 {
				t.Errorf("%+v", q)
			}
		}
		if len(told) != 1 || told[0].Kind != "opening" || !told[0].To.Has(adjudicator.Observer) || p.Phase() != "Draft" {
			t.Errorf("%v, %s", told, p.Phase())
		}
	}
}

// Which player begins, which families are in play and how the piles lie is another thing in each game (DH-1).
func TestSetupIsByLot(t *testing.T) {
	seen := map[string]map[string]bool{}
	note := func(what string, list ...string) {
		if seen[what] == nil {
			seen[what] = map[string]bool{}
		}
		seen[what][strings.Join(list, ", ")] = true
	}
	for _, secret := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		p, _ := opened(t, 3, secret)
		if p.Starter != p.First {
			t.Errorf("the starter is %s, and %s begins", p.Starter, p.First)
		}
		note("starter", p.Starter)
		note("families", p.Families...)
		note("masses", p.Pile...)
		note("spoils 2", p.Hidden[0]...)
		note("spoils 3", p.Hidden[1]...)
	}
	for what, list := range seen {
		if len(list) < 3 {
			t.Errorf("%s: always one of %v", what, list)
		}
	}
}

// A leader's player begins with the points that the edition has for the number of players, and everybody is told.
func TestStart(t *testing.T) {
	edition := strings.Replace(string(houseText), "name    = \"Norris\"\n", "name = \"Norris\"\nstart = { 3 = 2, 5 = 1 }\n", 1)
	edition = regexp.MustCompile(`(?m)^start  .*\n`).ReplaceAllString(edition, "")
	b, err := house.Of(edition)
	if err != nil {
		t.Fatal(err)
	}
	if text := b.faction("Norris").Text; !strings.HasSuffix(text, " To begin with, you have 2 points with 3 players and 1 point with 5 players.") {
		t.Errorf("the leader is described as %q", text)
	}
	for players, want := range map[int]int{3: 2, 4: 0, 5: 1} {
		config, err := Rules.Configure(adjudicator.Config{Seats: Rules.Seats[:players], Pack: []byte(edition)})
		if err != nil {
			t.Fatal(err)
		}
		luck := adjudicator.Luck{Secret: []byte("a")}
		begun, err := Rules.Setup(adjudicator.NewTable(luck, adjudicator.Record{}), config)
		if err != nil {
			t.Fatal(err)
		}
		luck.Phase = 1
		after, told, err := adjudicatortest.PlayPhase(Rules, begun, luck, func(_ adjudicator.Position, req adjudicator.Request) (string, bool, error) {
			if req.Seat == "Black" {
				return "TAKE Norris", true, nil
			}
			return "TAKE Karol, Navaa, Hilge, Idris, Marisol", true, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range after.(*position).Players {
			if q.Faction == "Norris" && q.Points != want || q.Faction != "Norris" && q.Points != 0 {
				t.Errorf("%d players: %s begins with %d points", players, q.Faction, q.Points)
			}
		}
		scores := slices.ContainsFunc(told, func(e adjudicator.EventRecord) bool { return e.Kind == "points" })
		if scores != (want > 0) {
			t.Errorf("%d players: points are told: %v", players, scores)
		}
	}
}
