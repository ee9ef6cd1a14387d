package robot

import (
	"cmp"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"deaddrop/adjudicator/decatur"
	"deaddrop/adjudicator/robots"
)

// A player plays a seat of Decatur. It remembers nothing between letters.
type player struct {
	seat string
	rand *rand.Rand
	Robot
}

// Answer returns the robot's orders for a round. Questions within a round are answered by default.
func (r *player) Answer(letter string) (string, bool) {
	if !strings.Contains(letter, "\nWanted: your orders for ") {
		return "", true
	}
	return r.Robot.Answer(r.view(letter), "round", r.rand), true
}

// Lines in the tables of a letter, with examples.
var (
	// EUROPE (2 face up, 1 yours); in a first letter "  Europe (2 up, 1 yours): Britain,"
	regionLine = regexp.MustCompile(`(?m)^ *([A-Za-z ]+) \((\d)(?: face)? up, \d yours\)`)
	// * India British Indian Red 4, port (Indian)
	placeLine = regexp.MustCompile(`(?m)^[* ] ([A-Z][\w '-]*?) {2,}[A-Z][a-z]+ +\S+ +` +
		`([A-Z][a-z]+) (\d)(?:, port \(([A-Z][a-z]+)\))?$`)
	// * Red 7 0 0 0 0 1 R Orient, 2 Russian
	playerLine = regexp.MustCompile(`(?m)^[* ] ([A-Z][a-z]+) +\d+ +\d+ +\d \d \d +(\d)  ([R-])  (.*)$`)
	// Wanted: your orders for Interval 1, round 2,
	roundLine = regexp.MustCompile(`(?m)^Wanted: your orders for Interval (\d), round (\d+),`)
	// Influence, in hand: 2 Orient. Each counts 2 in a takeover of
	heldLine = regexp.MustCompile(`(?m)^  Influence, in hand: ([A-Za-z0-9 ]+)\.`)
	// Interval 1 of 4; clock on space 3
	intervalsLine = regexp.MustCompile(`(?m)^  Interval \d of (\d)[.,;]`)
	// The marker lies on space 3 of 8, face down.
	clockLine = regexp.MustCompile(`space\s+(\d+)\s+of\s+\d+,\s+face\s+(up|down)`)
	// in a first letter: "The game has four intervals of several rounds"
	intervalsWord = regexp.MustCompile(`The\s+game\s+has\s+(\w+)\s+intervals?`)
)

// view returns a view with the relevant content of a letter.
func (r *player) view(letter string) decatur.View {
	v := decatur.View{Seat: r.seat}
	if m := roundLine.FindStringSubmatch(letter); m != nil {
		v.Interval, v.Round = robots.Number(m[1]), robots.Number(m[2])
	}
	v.Intervals = intervalsIn(letter)
	if m := clockLine.FindStringSubmatch(letter); m != nil {
		v.Space, v.Up = robots.Number(m[1]), m[2] == "up"
	}
	for _, m := range regionLine.FindAllStringSubmatch(letter, -1) {
		for _, region := range decatur.Regions {
			if strings.EqualFold(string(region), m[1]) {
				v.Open = append(v.Open, slices.Repeat([]decatur.Region{region}, robots.Number(m[2]))...)
			}
		}
	}
	for _, l := range r.Board.Locations {
		v.Locations = append(v.Locations, decatur.Holding{Location: l.Name})
	}
	for _, m := range placeLine.FindAllStringSubmatch(letter, -1) {
		if l, ok := r.Board.Loc(m[1]); ok {
			v.Locations[l] = decatur.Holding{Location: m[1], Owner: m[2], Factors: robots.Number(m[3]),
				Port: decatur.Ocean(m[4])}
		}
	}
	for _, m := range playerLine.FindAllStringSubmatch(letter, -1) {
		v.Players = append(v.Players, decatur.Player{Seat: m[1], Hand: robots.Number(m[2]), Restructured: m[3] == "R",
			InPlay: cardsIn(m[4])})
	}
	if order, _, ok := strings.Cut(robots.Value(letter, "Order of play"), ". "); ok { // in a first letter
		for seat := range strings.SplitSeq(order, ", ") {
			v.Players = append(v.Players, decatur.Player{Seat: seat, Hand: 1})
		}
	}
	v.Hand = cardsIn(robots.Value(letter, "Hand"))
	for _, m := range heldLine.FindAllStringSubmatch(letter, -1) {
		v.Hand = append(v.Hand, cardsIn(m[1])...)
	}
	_, discards, _ := strings.Cut(robots.Value(letter, "Influence deck"), "discards: ")
	v.Discards = cardsIn(discards)
	own, _, _ := strings.Cut(robots.Value(letter, "Prosperity, face down"), " (")
	own = cmp.Or(own, robots.Value(letter, "Prosperity, seen only by you"))
	for region := range strings.SplitSeq(own, ", ") {
		if slices.Contains(decatur.Regions, decatur.Region(region)) {
			v.Prosperity = append(v.Prosperity, decatur.Region(region))
		}
	}
	return v
}

// intervalsIn returns the number of intervals of the game, from a letter.
func intervalsIn(letter string) int {
	if m := intervalsLine.FindStringSubmatch(letter); m != nil {
		return robots.Number(m[1])
	}
	if m := intervalsWord.FindStringSubmatch(letter); m != nil {
		return slices.Index(numbers, m[1])
	}
	return 0
}

var numbers = []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"}

// cardsIn parses cards, single or by kind: "Orient, 2 Russian".
func cardsIn(words string) []decatur.Commonwealth {
	var out []decatur.Commonwealth
	for word := range strings.SplitSeq(words, ", ") {
		n := 1
		if count, kind, ok := strings.Cut(word, " "); ok {
			n, word = robots.Number(count), kind
		}
		if kind := decatur.Commonwealth(word); slices.Contains(decatur.Commonwealths, kind) {
			out = append(out, slices.Repeat([]decatur.Commonwealth{kind}, n)...)
		}
	}
	return out
}
