package robot

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"deaddrop/adjudicator/dishonest"
	"deaddrop/adjudicator/robots"
)

// A player plays a seat of Dishonest Decade. Between letters it remembers only the edition.
type player struct {
	seat  string
	rand  *rand.Rand
	board *dishonest.Board
	Robot
}

// questions has the words with which letters ask each kind of question.
var questions = []struct{ words, kind string }{
	{"your income letter", "income"},
	{"your bid for the League", "bid"},
	{"your choice of an ideology", "ideology"},
	{"your orders for Year", "turn"},
	{"how you defend", "defence"},
	{"what you commit", "commit"},
	{"your decision whether", "secondary"},
}

// Answer returns the robot's answer to the question in a letter, and reports whether there is one. In other players'
// turns, the robot's orders on file stand.
func (r *player) Answer(letter string) (string, bool) {
	for _, k := range questions {
		if strings.Contains(letter, "\nWanted: "+k.words) {
			return r.Robot.Answer(r.view(letter), k.kind, "", r.rand), true
		}
	}
	return "", false
}

// The lines of the tables in a letter.
var (
	// such as "* 1 UK 3 12 4 2 5/3/2/1 Fascism (played), ally USSR"
	powerLine   = regexp.MustCompile(`(?m)^[* ] \d ([A-Z]\w+) +(\d+) +\d+ +(\d+) +(\d+) +[\d/]+ *(.*)$`)
	yearLine    = regexp.MustCompile(`(?m)^Wanted: [^\n]*Year (\d+), (?:(\d+)\w\w turn|income)`)
	cardLine    = regexp.MustCompile(`(?m)^  (\d+) [A-Z“]`)
	secondLine  = regexp.MustCompile(`(?m)^Wanted: your decision whether to use what (\w+)'s\s+([\w ]+)\s+gives\s+you`)
	orderPart   = regexp.MustCompile(`([A-Z]\w+) (\d+) points?(?:, )?(.*)`)
	stakeLine   = regexp.MustCompile(`(?m)^ *([A-Z]\w+) has strength \d+: (.*)\.$`)
	unusedPower = regexp.MustCompile(`(\w+) \((conquerable|impassable)\)`)
)

// view returns the part of a view that a letter contains and the robot needs.
func (r *player) view(letter string) dishonest.View {
	v := dishonest.View{Seat: r.seat}.OnBoard(r.board)
	if m := yearLine.FindStringSubmatch(letter); m != nil {
		if v.Year = robots.Number(m[1]); m[2] != "" {
			v.Turn, v.Mover = robots.Number(m[2]), r.seat
		}
	}
	if m := secondLine.FindStringSubmatch(letter); m != nil {
		v.Tile = &dishonest.Played{Seat: m[1], Tile: m[2]}
	}
	for _, m := range powerLine.FindAllStringSubmatch(letter, -1) {
		p := dishonest.Player{Seat: m[1], Points: robots.Number(m[2]), Pool: robots.Number(m[3]),
			Cards: robots.Number(m[4])}
		v.Players = append(v.Players, stateOf(p, m[5]))
	}
	text := robots.Unfolded(letter)
	if len(v.Players) == 0 {
		_, line, _ := strings.Cut(text, "\nTHE POWERS, in the order of the League\n")
		line, _, _ = strings.Cut(line, "\n")
		for power := range strings.SplitSeq(strings.TrimSuffix(line, "."), "; ") {
			if m := orderPart.FindStringSubmatch(power); m != nil {
				p := dishonest.Player{Seat: m[1], Points: robots.Number(m[2])}
				v.Players = append(v.Players, stateOf(p, m[3]))
			}
		}
	}
	if line := robots.Value(text, "Not played"); line != "" {
		for _, m := range unusedPower.FindAllStringSubmatch(line, -1) {
			v.Unplayed = append(v.Unplayed, dishonest.Unplayed{Seat: m[1], Conquerable: m[2] == "conquerable"})
		}
	}
	for _, place := range r.board.Places {
		v.Areas = append(v.Areas, dishonest.Holding{Area: place.Name})
	}
	r.areas(&v, text)
	if _, own, ok := strings.Cut(text, "\nBEHIND YOUR SCREEN"); ok {
		own, _, _ = strings.Cut(own, "\n\n")
		v.Stock = cubesIn(strings.TrimSuffix(robots.Value(own, "Stock"), "."))
		for _, m := range cardLine.FindAllStringSubmatch(own, -1) {
			v.Hand = append(v.Hand, robots.Number(m[1]))
		}
	}
	r.battle(&v, text)
	return v
}

// battle reads the battle that the robot is asked about.
func (r *player) battle(v *dishonest.View, text string) {
	_, part, ok := strings.Cut(text, "\nTHE BATTLE OF ")
	if !ok {
		return
	}
	b := &dishonest.Battle{}
	for i, m := range stakeLine.FindAllStringSubmatch(part, 2) {
		var h dishonest.Holding
		for item := range strings.SplitSeq(m[2], ", ") {
			r.stands(v, &h, m[1], item)
		}
		force := dishonest.Force{}
		if len(h.Stacks) > 0 {
			force = h.Stacks[0].Force
		}
		if i == 0 {
			b.Attacker, b.Attackers = m[1], force
		} else {
			b.Defender, b.Defenders, b.Garrison = m[1], force, h.Garrison
		}
	}
	v.Battle = b
}

// stateOf returns a player with the state that letters print at the end of a line: "Fascism (played), ally USSR,
// passed".
func stateOf(p dishonest.Player, text string) dishonest.Player {
	for part := range strings.SplitSeq(text, ", ") {
		if ally, ok := strings.CutPrefix(part, "ally "); ok {
			p.Ally = ally
		} else if part == "passed" {
			p.Passed = true
		} else {
			p.Tile, p.Spent = strings.CutSuffix(part, " (played)")
		}
	}
	return p
}

// areas reads the contents of areas: the robot's own list, those of the others, and the neutral ones.
func (r *player) areas(v *dishonest.View, text string) {
	whose := ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		switch name, rest, found := strings.Cut(strings.TrimSpace(line), ": "); {
		case line == "YOUR REGIONS AND SEA-ZONES":
			whose = r.seat
		case strings.HasPrefix(line, "YOUR REGIONS AND SEA-ZONES; "):
			whose = inOne
		case strings.HasPrefix(line, "NEXT TO YOUR UNITS"):
			whose = besideIt
		case strings.HasPrefix(line, "NEUTRAL"):
			whose = "neutral"
		case !strings.HasPrefix(line, "  "):
			whose = ""
			for _, p := range v.Players {
				if strings.ToUpper(p.Seat) == line {
					whose = p.Seat
				}
			}
		case whose == inOne:
			r.inOne(v, line, r.seat)
		case whose == besideIt:
			r.inOne(v, line, "")
		case whose == "" || !found || name == "Without units":
		case whose == "neutral" || name == "Colonies without units":
			for place := range strings.SplitSeq(rest, ", ") {
				place, note, _ := strings.Cut(place, " (")
				a, ok := r.board.Area(strings.TrimSuffix(place, "*"))
				switch h := &v.Areas[max(a, 0)]; {
				case !ok:
				case whose == "neutral":
					h.Neutral, h.Quagmire = robots.Number(name), strings.HasPrefix(note, "quagmire")
				default:
					h.Colony = whose
				}
			}
		default:
			name, _, _ = strings.Cut(name, " (")
			if a, ok := r.board.Area(strings.TrimSuffix(name, "*")); ok {
				for part := range strings.SplitSeq(rest, "; ") {
					r.stands(v, &v.Areas[a], whose, part)
				}
			}
		}
	}
}

// The owners of areas that are listed on one line, as in short letters: the reader, or somebody else nearby.
const (
	inOne    = "in one line"
	besideIt = "beside it"
)

// inOne reads a list of areas on one line: "England*: 1 infantry, 1 fighter; Egypt: 1 armour, garrison 1, colony.",
// or "Without units: Canada, Ireland."
func (r *player) inOne(v *dishonest.View, line, whose string) {
	for item := range strings.SplitSeq(strings.TrimSuffix(strings.TrimSpace(line), "."), "; ") {
		name, rest, _ := strings.Cut(item, ": ")
		if name == "Without units" {
			for place := range strings.SplitSeq(rest, ", ") {
				place, beside, _ := strings.Cut(place, " (")
				a, ok := r.board.Area(strings.TrimSuffix(place, "*"))
				if !ok {
					continue
				}
				if r.board.Places[a].Home != r.seat {
					v.Areas[a].Colony = r.seat
				}
				for part := range strings.SplitSeq(strings.TrimSuffix(beside, ")"), "; ") {
					r.stands(v, &v.Areas[a], r.seat, part)
				}
			}
			return
		}
		a, ok := r.board.Area(strings.TrimSuffix(name, "*"))
		if !ok {
			continue
		}
		for part := range strings.SplitSeq(rest, ", ") {
			r.stands(v, &v.Areas[a], whose, part)
		}
	}
}

// stands reads one item of the contents of a power's area: "1 infantry, 1 fighter", "UK 2 infantry", "garrison 1",
// "colony", "quagmire".
func (r *player) stands(v *dishonest.View, h *dishonest.Holding, whose, text string) {
	first, rest, _ := strings.Cut(text, " ")
	if slices.ContainsFunc(v.Players, func(p dishonest.Player) bool { return p.Seat == first }) {
		whose, text = first, rest
	}
	switch {
	case text == "nobody":
	case strings.HasPrefix(text, "neutral garrison "):
		h.Neutral = robots.Number(strings.TrimPrefix(text, "neutral garrison "))
	case text == "quagmire":
		h.Quagmire = true
	case text == "colony":
		h.Colony = whose
	case strings.HasPrefix(text, "garrison "):
		h.Garrison, h.Keeper = robots.Number(strings.TrimPrefix(text, "garrison ")), whose
	default:
		var f dishonest.Force
		for part := range strings.SplitSeq(text, ", ") {
			n, name, _ := strings.Cut(part, " ")
			for _, t := range dishonest.Types {
				if strings.HasPrefix(name, t.String()) {
					f[t] += robots.Number(n)
				}
			}
		}
		if n := len(h.Stacks); n > 0 && h.Stacks[n-1].Seat == whose {
			h.Stacks[n-1].Force = h.Stacks[n-1].Force.Plus(f)
		} else if f.Total() > 0 {
			h.Stacks = append(h.Stacks, dishonest.Stack{Seat: whose, Force: f})
		}
	}
}

// cubesIn reads "3 money, 1 oil".
func cubesIn(text string) (c dishonest.Cubes) {
	for part := range strings.SplitSeq(text, ", ") {
		n, name, _ := strings.Cut(part, " ")
		for _, k := range dishonest.Resources {
			if strings.HasPrefix(k.String(), name) && name != "" {
				c[k] = robots.Number(n)
			}
		}
	}
	return c
}
