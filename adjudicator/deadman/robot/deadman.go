// Package robot plays Deadman Diplomacy and open Diplomacy from letters alone.
//
// On an open board a robot imagines what all others could order, by the ideas of David Norman's DumbBot, and looks for
// the orders that do best against that: supports and convoys included. In the dark it does the same on boards that it
// imagines from what it knows: where its spies and peeks found units, where it was bounced, who has which home. Units
// that hold spy on whom they most likely stand next to. It works from its last letter alone.
package robot

import (
	"cmp"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"deaddrop/adjudicator/deadman"
	"deaddrop/adjudicator/diplomacy"
	"deaddrop/adjudicator/robots"
)

// A deadmanPlayer plays a power of Deadman Diplomacy. It remembers nothing of earlier letters.
type deadmanPlayer struct {
	power string
	rand  *rand.Rand
	last  string // the phase in which it votes for a draw
	plain bool
}

var (
	// You found: Eng France, Mun occupied
	foundItem = regexp.MustCompile(`^(\S+) (\w+)(?: \((\w+ \d+)\))?$`)
	// _A Par-Bur_, and A Mun E France [Bur;Ruh]
	failedLine = regexp.MustCompile(`(?m)^  _([AF] [A-Z]\S*-[A-Z][\w()]*)\**_$`)
	spiedLine  = regexp.MustCompile(`(?m)^  ([AF] \S+) E (\w+)\** \[([^]]*)\]$`)
	wayLine    = regexp.MustCompile(`(?m)^ +([AF] \S+) R (.*)$`)
)

// between makes commas of the words between two places: "Bre or Par".
var between = strings.NewReplacer(" or ", ", ", " and ", ", ")

// list returns the comma-separated values after a label in a letter.
func list(letter, name string) []string {
	v := robots.Value(letter, name)
	if _, places, ok := strings.Cut(strings.Replace(v, ", in any of ", ", in ", 1), ", in "); ok {
		v = between.Replace(places)
	}
	if v == "" || v == "none" {
		return nil
	}
	return strings.Split(v, ", ")
}

// number returns the number at the beginning of the value after a label: "Builds: 2, in Bre, Par".
func number(letter, name string) int {
	word, _, _ := strings.Cut(robots.Value(letter, name), ",")
	return robots.Number(word)
}

// wantedSeason finds the season in "your builds and orders for Spring 1902".
var wantedSeason = regexp.MustCompile(`(?m)^Wanted: your .*\b((?:Spring|Fall) \d+),`)

// darkView returns a view with the relevant content of a letter of Deadman Diplomacy, and the kind of question that
// the letter asks.
func darkView(power, letter string) (v deadman.View, kind string) {
	v.Power, kind = power, "orders"
	if m := wantedSeason.FindStringSubmatch(letter); m != nil {
		v.Phase = m[1]
	}
	if strings.Contains(letter, "\nWanted: your retreat") {
		kind = "retreats"
		_, form, _ := strings.Cut(letter, "\nRETREATS, ")
		for _, m := range wayLine.FindAllStringSubmatch(robots.Unfolded(form), -1) {
			v.Ways = append(v.Ways, deadman.Way{Unit: m[1], To: listed(m[2])})
		}
	}
	position := letter
	if _, below, ok := strings.Cut(letter, "\nYOUR POSITION\n"); ok { // a report above it says "Centres", too
		position = below
	}
	v.Units, v.Centres, v.Homes = list(position, "Units"), list(position, "Centres"), list(position, "Home centres")
	v.Builds, v.Removals = number(position, "Builds"), number(position, "Removals")
	if v.Builds > 0 {
		v.Vacant = list(position, "Builds")
	}
	if yearOf(v.Phase) > 1901 {
		v.Peeks = 1
	}
	for _, label := range []string{"You found", "Found before"} {
		for item := range strings.SplitSeq(robots.Value(position, label), ", ") {
			if m := foundItem.FindStringSubmatch(item); m != nil {
				v.Known = append(v.Known, sighting(m[1], m[2], cmp.Or(m[3], before(v.Phase))))
			}
		}
	}
	_, report, _ := strings.Cut(letter, ": REPORT FOR ")
	report, _, _ = strings.Cut(robots.Unfolded(report), "\n\n")
	var deeds deadman.Deeds
	for _, m := range failedLine.FindAllStringSubmatch(report, -1) {
		deeds.Lines = append(deeds.Lines, deadman.Line{Text: m[1], Failed: true})
	}
	for _, m := range spiedLine.FindAllStringSubmatch(report, -1) {
		line := deadman.Line{Text: m[1] + "-Espionage " + m[2], Spied: m[2]}
		if m[3] != "none" {
			line.Found = strings.Split(m[3], ";")
		}
		deeds.Lines = append(deeds.Lines, line)
	}
	v.Deeds = []deadman.Deeds{deeds}
	return v, kind
}

// before returns the season before another: "Fall 1901" before "Spring 1902".
func before(phase string) string {
	if year, ok := strings.CutPrefix(phase, "Fall "); ok {
		return "Spring " + year
	}
	return "Fall " + strconv.Itoa(yearOf(phase)-1)
}

// sighting returns a report from its words in a letter.
func sighting(space, what, phase string) deadman.Sighting {
	s := deadman.Sighting{Phase: phase, Space: space, Occupied: what != "empty"}
	if s.Occupied && what != "occupied" {
		s.Power = what
	}
	return s
}

// Answer returns the robot's orders in answer to a letter, and sometimes press to everybody.
func (r *deadmanPlayer) Answer(letter string) (string, bool) {
	v, kind := darkView(r.power, letter)
	out := inTheDark(v, kind, r.plain, r.rand)
	if kind == "retreats" {
		return out, true
	}
	if v.Phase == r.last {
		out += "\nVOTE DRAW"
	}
	return out + press(r.rand), true
}

// press returns lines with press to everybody, now and then.
func press(r *rand.Rand) string {
	if r.IntN(4) > 0 {
		return ""
	}
	return "\nPRESS TO ALL\n" + remarks[r.IntN(len(remarks))] + "\nENDPRESS"
}

var remarks = []string{
	"My fleets are on a pleasure cruise.",
	"Whoever looked at my army: it did not look back.",
	"I have no units anywhere near you. Whoever you are.",
	"Somebody knocked at my door this season, and nobody was there.",
}

// inTheDark returns a robot's answer to a question of Deadman Diplomacy, from its view. A plain one takes the orders
// that look best unit by unit, if others stand where it guesses; others look a turn ahead, on many such guesses.
func inTheDark(v deadman.View, kind string, plain bool, r *rand.Rand) string {
	d := darkPlayer{ground: standard(), v: v, r: r, plain: plain}
	d.me = d.power(v.Power)
	if kind == "retreats" {
		return d.retreats()
	}
	return d.orders()
}

// A darkPlayer sees only what is its own.
type darkPlayer struct {
	*ground
	v     deadman.View
	r     *rand.Rand
	me    diplomacy.Power
	plain bool
}

// orders returns the answer for a season: the set-up, builds and removals, orders for all units, and peeks.
func (d darkPlayer) orders() string {
	var out []string
	own := d.units(d.v.Units, d.me)
	if len(d.v.Homes) > 0 {
		own = world{units: d.Start()}.of(d.me)
		var names []string
		for _, u := range own {
			names = append(names, d.name(u))
		}
		out = append(out, "SETUP "+strings.Join(names, ", "))
		d.v.Centres = d.v.Homes
	}
	if d.v.Builds+d.v.Removals > 0 {
		v := d.worth(d.believe(d.v, own, d.r).imagine(), d.me, winterWeights)
		for _, u := range d.built(v, d.v.Builds, d.v.Vacant) {
			u.Power = d.me
			out, own = append(out, "Build "+d.name(u)), append(own, u)
		}
		for _, u := range d.removed(v, own, d.v.Removals) {
			out = append(out, d.removal(u))
			own = slices.DeleteFunc(own, func(x diplomacy.Unit) bool { return x == u })
		}
	}
	return strings.Join(append(out, d.movement(own)...), "\n")
}

// movement returns orders for the units, and peeks.
func (d darkPlayer) movement(own []diplomacy.Unit) []string {
	b := d.believe(d.v, own, d.r)
	t := &thought{ground: d.ground, me: d.me, fall: strings.HasPrefix(d.v.Phase, "Fall"), r: d.r, plain: d.plain}
	plan := t.think(own, b.imagine)
	by := t.worth(t.worlds[0].world, d.me, t.weights())
	var out []string
	for i, order := range plan {
		text := d.written(own[i], order, own)
		if power, ok := d.spiedOn(t, own, plan, i); ok {
			text = d.name(own[i]) + " E " + d.powers[power]
		}
		out = append(out, text+d.ways(own[i], own, plan, by))
	}
	for _, p := range d.peeked(t, own) {
		out = append(out, "PAS-"+d.Abbr(p))
	}
	return append(out, "RETREAT AUTO")
}

// spiedOn returns whom a unit that holds can spy on without loss: whose units are most likely next to it. A unit that
// others support holds.
func (d darkPlayer) spiedOn(t *thought, own []diplomacy.Unit, plan []diplomacy.Order, i int) (diplomacy.Power, bool) {
	if plan[i].Verb != diplomacy.Hold {
		return 0, false
	}
	for _, o := range plan {
		if o.Verb == diplomacy.Support && d.Province(o.Target) == d.Province(own[i].At) {
			return 0, false
		}
	}
	n := make([]int, len(d.powers))
	for _, w := range t.worlds {
		for _, u := range w.units {
			if u.Power != d.me && slices.Contains(d.borders[own[i].Type][own[i].At], d.Province(u.At)) {
				n[u.Power]++
			}
		}
	}
	most := diplomacy.Power(slices.Index(n, slices.Max(n)))
	return most, n[most] > 0
}

// peeked returns the spaces to peek at: those next to the robot's units of which it knows least whether somebody is
// there, centres first.
func (d darkPlayer) peeked(t *thought, own []diplomacy.Unit) []diplomacy.Loc {
	doubt := make([]float64, d.Locs())
	for _, u := range own {
		for _, p := range d.borders[u.Type][u.At] {
			n := 0
			for _, w := range t.worlds {
				if slices.ContainsFunc(w.units, func(x diplomacy.Unit) bool { return d.Province(x.At) == p }) {
					n++
				}
			}
			share := float64(n) / float64(len(t.worlds))
			doubt[p] = 0.05 + share*(1-share)
			if d.IsCentre(p) {
				doubt[p] *= 1.5
			}
		}
	}
	for _, u := range own {
		doubt[d.Province(u.At)] = 0
	}
	var out []diplomacy.Loc
	for range d.v.Peeks {
		best := slices.Index(doubt, slices.Max(doubt))
		if doubt[best] > 0 {
			out = append(out, diplomacy.Loc(best))
			doubt[best] = 0
		}
	}
	return out
}

// retreats lists all ways of each unit, its own centres first, then other centres.
func (d darkPlayer) retreats() string {
	var out []string
	for _, way := range d.v.Ways {
		rank := func(abbr string) int {
			l := d.place(abbr)
			switch {
			case l == diplomacy.NoLoc:
				return 2
			case slices.Contains(d.v.Centres, d.Abbr(d.Province(l))):
				return 0
			case d.IsCentre(d.Province(l)):
				return 1
			}
			return 2
		}
		to := slices.Clone(way.To)
		slices.SortStableFunc(to, func(x, y string) int { return rank(x) - rank(y) })
		if len(to) == 0 {
			out = append(out, way.Unit+" DB")
			continue
		}
		out = append(out, way.Unit+" R "+strings.Join(to, ", "))
	}
	return strings.Join(out, "\n")
}
