package decatur_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"deaddrop/adjudicator/decatur"
	"deaddrop/adjudicator/decatur/robot"
)

// A writer puts together what people write, right or wrong, from what a player knows.
type writer struct {
	*rand.Rand
	v decatur.View
	b *decatur.Board
}

// scrawl answers a request partly as the robot does, partly with whatever comes to mind.
func scrawl(v decatur.View, kind string, r *rand.Rand) string {
	w := &writer{Rand: r, v: v, b: decatur.House()}
	switch r.IntN(6) {
	case 0:
		return w.anything(kind)
	case 1:
		return robot.Answer(v, kind, r) + "\n" + w.anything(kind)
	case 2:
		return w.anything(kind) + "\n" + robot.Answer(v, kind, r)
	}
	return robot.Answer(v, kind, r)
}

// anything returns some random lines.
func (w *writer) anything(kind string) string {
	var lines []string
	for range 1 + w.IntN(5) {
		lines = append(lines, w.line(kind))
	}
	return strings.Join(lines, "\n")
}

func (w *writer) line(kind string) string {
	if w.IntN(12) == 0 {
		kind = w.pick("round", "bid", "excess", "relocation", "advance") // what he is not asked for
	}
	switch {
	case w.IntN(12) == 0:
		return w.prose()
	case kind == "bid":
		return w.pick("PAT", "CONCEDE", "I give up.", fmt.Sprint("COMMIT ", w.IntN(8)), "PLAY "+w.kinds(), fmt.Sprintf("COMMIT %d PLAY %s DISCARD %s", w.IntN(8), w.kinds(), w.kind()), "PLAY 1 matching", "COMMIT ALL", "pass")
	case kind == "excess":
		return w.pick("PLAY "+w.kinds(), "DISCARD "+w.kinds(), "KEEP "+w.kinds(), fmt.Sprintf("PLAY %s DISCARD %s", w.kind(), w.kind()))
	case kind == "relocation":
		return w.pick("RELOCATE TO "+w.place(), w.place(), "FLEET "+w.ocean(), fmt.Sprintf("RELOCATE TO %s FACTORS %d FLEET %s", w.place(), w.IntN(5), w.ocean()), "TO "+w.places())
	case kind == "advance":
		return w.pick("MOVE ALL", "MOVE none", fmt.Sprint("MOVE ", w.IntN(9)), fmt.Sprint(w.IntN(8)), "all of them, please")
	case w.IntN(3) == 0:
		return w.standing()
	}
	return w.action()
}

// action returns a random alternative, with or without its number and a condition.
func (w *writer) action() string {
	from, to := w.near()
	s := w.pick("DRAW", "PASS", "NO ORDERS", "draw a card", "EXPAND "+w.places(), "EXPAND "+from, "RESTRUCTURE "+w.place(), "RESTRUCTURE "+to,
		fmt.Sprintf("EXCHANGE %d %s", w.IntN(4), w.kind()), "EXCHANGE ALL "+w.kind(), fmt.Sprintf("EXCHANGE %s HAND %d PLAY %d", w.kind(), w.IntN(3), w.IntN(3)),
		fmt.Sprintf("PORT %s %s", from, w.ocean()), "build a port in "+from, fmt.Sprintf("CONSOLIDATE %s FROM %s %d, %s ALL", from, to, 1+w.IntN(4), w.place()),
		w.venture(from, to), w.venture(from, to), w.venture(from, to), "CLOCK", "DECATUR "+w.places(), "VENTURE "+w.place())
	if w.IntN(3) == 0 {
		s += " IF " + w.condition(2)
	}
	if w.IntN(3) == 0 {
		s = fmt.Sprintf("%d: %s", w.IntN(6), s)
	}
	if w.IntN(8) == 0 {
		s += " | " + w.pick("DRAW", "2: NONE", "PASS")
	}
	if w.IntN(10) == 0 {
		s = strings.ToLower(s)
	}
	return s
}

// venture returns a random venture, with or without a ladder.
func (w *writer) venture(from, to string) string {
	s := "VENTURE " + from + w.pick("-", " - ", " to ", " > ") + to
	for _, part := range []string{fmt.Sprint(" COMMIT ", w.IntN(8)), fmt.Sprint(" MAX ", w.IntN(9)), " PLAY " + w.kinds(), " DISCARD " + w.kind(), " FIRST cards", " MOVE ALL", fmt.Sprint(" MOVE ", w.IntN(8)), " INTERACTIVE"} {
		if w.IntN(4) == 0 {
			s += part
		}
	}
	return s
}

func (w *writer) condition(deep int) string {
	if deep > 0 && w.IntN(4) == 0 {
		return w.pick("NOT ", "") + "(" + w.condition(deep-1) + w.pick(" AND ", " OR ") + w.condition(deep-1) + ")"
	}
	n, op := w.IntN(4), w.pick("<", "<=", "=", ">=", ">")
	return w.pick(w.place()+" "+w.pick("EMPTY", "MINE", "HOSTILE", w.seat()), fmt.Sprintf("FACTORS(%s) %s %d", w.place(), op, n),
		fmt.Sprintf("FLEETS(%s, %s) %s %d", w.seat(), w.ocean(), op, n), fmt.Sprintf("PORTS(%s) %s %d", w.seat(), op, n),
		fmt.Sprintf("INPLAY(%s, %s) %s %d", w.seat(), w.kind(), op, n), fmt.Sprintf("HAND(%s) %s %d", w.seat(), op, n),
		fmt.Sprintf("MYHAND(%s) %s %d", w.kind(), op, n), "TAKEN OVER", "CLOCK UP", "WINS", "it rains")
}

// standing returns random standing orders.
func (w *writer) standing() string {
	at := w.pick("ALL", w.place(), w.own())
	return w.pick("DEFEND "+at+" PLAY "+w.kinds(), "DEFEND "+at+" PLAY matching", fmt.Sprintf("DEFEND %s PLAY matching UP TO %d", at, w.IntN(4)), "DEFEND "+at+" PLAY matching ONLY IF WINS",
		"DEFEND "+at+" PLAY NONE", "DEFEND "+at+" INTERACTIVE", "DEFEND "+at+" OFF", "DEFEND OFF", "RELOCATE "+at+" TO "+w.places(), fmt.Sprintf("RELOCATE %s TO %s FACTORS %d FLEET %s", at, w.place(), w.IntN(5), w.ocean()),
		"RELOCATE OFF", "KEEP "+w.kinds(), "KEEP OFF", "DISCARD "+w.kinds(), "DISCARD OFF")
}

func (w *writer) prose() string {
	return w.pick("", "Dear game master, I hope this reaches you.", "Blue will regret this!", "> quoted", "VENTURE", "1:", "2: NONE", "IF", "-- ", "COMMIT 4", "Österreich", strings.Repeat("x", 300))
}

func (w *writer) pick(from ...string) string { return from[w.IntN(len(from))] }

func (w *writer) kind() string {
	return string(decatur.Commonwealths[w.IntN(len(decatur.Commonwealths))])
}

func (w *writer) kinds() string {
	var out []string
	for range 1 + w.IntN(3) {
		out = append(out, w.kind())
	}
	return strings.Join(out, ", ")
}

func (w *writer) ocean() string { return string(decatur.Oceans[w.IntN(len(decatur.Oceans))]) }

func (w *writer) seat() string {
	return w.pick(w.v.Players[w.IntN(len(w.v.Players))].Seat, "Orange", "ME")
}

func (w *writer) place() string { return w.b.Name(decatur.Loc(w.IntN(len(w.b.Locations)))) }

func (w *writer) places() string {
	return w.pick(w.own(), w.place()) + ", " + w.pick(w.own(), w.place())
}

// own returns a location of the player's, if they have one.
func (w *writer) own() string {
	var own []string
	for _, h := range w.v.Locations {
		if h.Owner != "" && h.Owner == w.v.Seat {
			own = append(own, h.Location)
		}
	}
	if len(own) == 0 {
		return w.place()
	}
	return own[w.IntN(len(own))]
}

// near returns a location of the player's, and mostly one within its reach.
func (w *writer) near() (from, to string) {
	from, to = w.own(), w.place()
	at, ok := w.b.Loc(from)
	if !ok {
		return from, to
	}
	var reach, theirs []string
	for i, h := range w.v.Locations {
		if w.b.InReach(at, decatur.Loc(i)) {
			reach = append(reach, h.Location)
			if h.Owner != "" && h.Owner != w.v.Seat {
				theirs = append(theirs, h.Location)
			}
		}
	}
	switch {
	case len(theirs) > 0 && w.IntN(2) == 0:
		return from, theirs[w.IntN(len(theirs))]
	case len(reach) > 0 && w.IntN(8) > 0:
		return from, reach[w.IntN(len(reach))]
	}
	return from, to
}

// cardless answers without a word that hangs on the hand: what anybody could do with any cards.
func cardless(v decatur.View, kind string, r *rand.Rand) string {
	w := &writer{Rand: r, v: v, b: decatur.House()}
	switch kind {
	case "bid":
		return w.pick("PAT", "CONCEDE", "COMMIT ALL")
	case "excess":
		return ""
	case "relocation", "advance":
		return robot.Answer(v, kind, r)
	}
	lines := []string{w.pick("", "DEFEND ALL PLAY NONE", "DEFEND ALL INTERACTIVE", "DEFEND OFF", "RELOCATE ALL TO "+w.places())}
	from, to := w.near()
	i := slices.IndexFunc(v.Players, func(p decatur.Player) bool { return p.Seat == v.Seat })
	first := w.pick("VENTURE "+from+"-"+to, "VENTURE "+from+"-"+to+" COMMIT 3 MAX 6", "VENTURE "+from+"-"+to+" COMMIT 0 INTERACTIVE", "EXPAND "+from, "PORT "+from+" "+w.ocean(), "CONSOLIDATE "+from+" FROM "+to+" ALL")
	switch {
	case !slices.ContainsFunc(v.Locations, func(h decatur.Holding) bool { return h.Owner == v.Seat }):
		first = "RESTRUCTURE " + w.place()
	case v.Players[i].Hand < 3 && r.IntN(3) == 0:
		first = "DRAW"
	}
	return strings.Join(append(lines, "1: "+first, "2: EXPAND "+from, "3: PASS"), "\n")
}
