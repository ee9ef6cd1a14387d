package dishonest

import (
	"encoding/json"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
)

// Losses are as many as there can be, and those first that are named.
func TestLosses(t *testing.T) {
	r := &turn{sheets: map[string]sheet{"UK": {rules: standing{lose: []Type{Armour}}}}}
	force := Force{Infantry: 2, Fighter: 1, Armour: 1, Squadron: 1, Fleet: 1}
	for _, c := range []struct {
		seat string
		n    int
		lose []Type
		want Force
	}{
		{"USSR", 0, nil, Force{}},
		{"USSR", 3, nil, Force{Infantry: 2, Squadron: 1}},
		{"USSR", 4, nil, Force{Infantry: 2, Squadron: 1, Fighter: 1}},
		{"USSR", 9, nil, force},
		{"USSR", 2, []Type{Fighter, Fighter, Fleet}, Force{Fighter: 1, Fleet: 1}},
		{"UK", 2, nil, Force{Armour: 1, Infantry: 1}},
		{"UK", 2, []Type{Fleet}, Force{Fleet: 1, Infantry: 1}},
	} {
		if got := r.losses(c.seat, force, c.n, c.lose); got != c.want {
			t.Errorf("%s loses of %v, %v first, %d: %v, not %v", c.seat, force, c.lose, c.n, got, c.want)
		}
	}
}

// The order that counts is the one for the place before one for any, then the one against the power before one
// against any.
func TestDefence(t *testing.T) {
	all := []order{{at: nowhere, deploy: []deploy{{n: 1}}}, {at: 3, deploy: []deploy{{n: 2}}}, {at: nowhere, against: "USSR", deploy: []deploy{{n: 3}}},
		{at: 3, against: "USSR", deploy: []deploy{{n: 4}}}}
	for _, c := range []struct {
		from int // of all
		at   Area
		who  string
		want int
	}{{0, 3, "USSR", 4}, {0, 3, "UK", 2}, {0, 4, "USSR", 3}, {0, 4, "UK", 1}, {3, 4, "USSR", 0}, {3, 3, "UK", 0}, {1, 4, "UK", 0}} {
		o, ok := standing{defend: all[c.from:]}.defence(c.at, c.who)
		if ok != (c.want > 0) || ok && o.deploy[0].n != c.want {
			t.Errorf("from %d on, at %d against %s, %+v counts", c.from, c.at, c.who, o)
		}
	}
}

// A condition of an order is judged by what is public.
func TestWhen(t *testing.T) {
	for _, c := range []struct {
		when             when
		mine, theirs, up int
		want             bool
	}{
		{when{kind: whenDeployed, n: 1}, 5, 5, 1, true},
		{when{kind: whenDeployed, n: 1}, 5, 5, 0, false},
		{when{kind: whenDeployed, n: 1, less: true}, 5, 5, 0, true},
		{when{kind: whenStrength, n: 4}, 9, 4, 0, true},
		{when{kind: whenStrength, n: 4}, 9, 3, 0, false},
		{when{kind: whenStrength, n: 4, less: true}, 9, 4, 0, false},
		{when{kind: whenOdds, n: 3, m: 2}, 3, 2, 0, true},
		{when{kind: whenOdds, n: 3, m: 2}, 4, 3, 0, false},
		{when{kind: whenOdds, n: 3, m: 2, less: true}, 4, 3, 0, true},
	} {
		if got := c.when.holds(c.mine, c.theirs, c.up); got != c.want {
			t.Errorf("%+v is %v", c, got)
		}
	}
}

// While both sides of a battle are asked for what they commit, all players see the same open facts of it, and nothing
// that is filed; when the turn is over, nobody sees the battle.
func TestBattleIsSeenWhileOneIsAsked(t *testing.T) {
	var put []adjudicatortest.Put
	for _, line := range []string{
		"order UK, USSR", "mover USSR", "empty board",
		"board Ukraine: USSR 2 inf; Romania: UK 1 inf, garrison 1 UK, colony UK; Balkans: UK 1 ftr, colony UK",
		"stock USSR 2 operations 3 supply", "stock UK 3 supply", "tile USSR Fascism spent",
		"standing UK: DEFEND Romania: DEPLOY 1 FTR Balkans; SUPPLY 2",
	} {
		word, rest, _ := strings.Cut(line, " ")
		put = append(put, adjudicatortest.Put{Word: word, Rest: rest})
	}
	start, _ := stage(t, put, map[string]string{optSpeed: patient})
	saved, err := json.Marshal(start)
	if err != nil {
		t.Fatal(err)
	}
	var record adjudicator.Record
	play := func(answers ...string) *position {
		t.Helper()
		if len(answers) > 0 {
			last := record.Asked[len(record.Asked)-1]
			for i, req := range last.Requests {
				last.Answers[i] = req.Filed
				if req.Filed == "" {
					last.Answers[i] = req.Default
				}
			}
			copy(last.Answers, answers)
		}
		p := Rules.Blank().(*position)
		if err := json.Unmarshal(saved, p); err != nil {
			t.Fatal(err)
		}
		table := adjudicator.NewTable(adjudicator.Luck{}, record)
		if err := table.Run(p); err != nil {
			t.Fatal(err)
		}
		record = table.Record()
		return p
	}
	asked := func() []adjudicator.Request { return record.Asked[len(record.Asked)-1].Requests }
	seen := func(p *position) []*Battle {
		var out []*Battle
		for _, seat := range []adjudicator.Seat{"USSR", "UK", "USA", adjudicator.Observer} {
			out = append(out, p.View(seat).(View).Battle)
		}
		return out
	}
	play()
	answers := make([]string, len(asked()))
	for i, req := range asked() {
		if answers[i] = req.Default; req.Filed != "" {
			answers[i] = req.Filed
		}
		if req.Seat == "USSR" {
			answers[i] = "TACTICS 1: 2 INF Ukraine-Romania\nBATTLE Romania: SUPPLY 3"
		}
	}
	p := play(answers...)
	open := Battle{Area: "Romania", Attacker: "USSR", Defender: "UK", Attackers: Force{Infantry: 2}, Defenders: Force{Infantry: 1}, Garrison: 1}
	for _, b := range seen(p) {
		if b == nil || *b != open {
			t.Fatalf("before the defender deploys, seen is %+v", b)
		}
	}
	if q := asked(); len(q) != 4 || q[0].Seat != "UK" || q[0].Kind != "defence" || !q[0].Aside || !q[0].Short ||
		q[0].Filed != "DEPLOY 1 FTR Balkans; SUPPLY 2" {
		t.Fatalf("asked is %+v", q)
	}
	p = play("DEPLOY 1 FTR Balkans; SUPPLY 2", noOrders, noOrders, noOrders)
	open.Defenders[Fighter], open.Deployed, open.Committing = 1, 1, true
	for _, b := range seen(p) {
		if b == nil || *b != open {
			t.Fatalf("before both commit, seen is %+v", b)
		}
	}
	if q := asked(); len(q) != 4 || q[0].Seat != "USSR" || q[0].Kind != "commit" || q[0].Filed != "SUPPLY 3" ||
		q[1].Seat != "UK" || q[1].Filed != "SUPPLY 2" {
		t.Fatalf("asked is %+v", q)
	}
	p = play("SUPPLY 3", "NONE", noOrders, noOrders)
	for _, b := range seen(p) {
		if b != nil {
			t.Errorf("after the battle, seen is %+v", b)
		}
	}
	if p.secret("USSR").Stock[Supply] != 0 || p.secret("UK").Stock[Supply] != 3 {
		t.Errorf("stocks are %+v", p.Secrets)
	}
}
