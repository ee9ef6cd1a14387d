package robot

import (
	"cmp"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"deaddrop/adjudicator/dealers"
	"deaddrop/adjudicator/robots"
)

// A player plays a seat of Dealers in Hope. Between letters it remembers only the edition.
type player struct {
	seat  string
	rand  *rand.Rand
	board *dealers.Board
	Robot
}

// questions has the words with which letters ask each kind of question.
var questions = []struct{ words, kind string }{
	{"your choice of leader", "draft"},
	{"your orders for Year", "turn"},
	{"the rest of your turn", "more"},
	{"how you defend", "defence"},
	{"your last step", "final"},
	{"which hand cards", "winter"},
}

// Answer returns the robot's answer to the question in a letter, and reports whether there is one. In other players'
// turns, the robot's orders on file stand.
func (r *player) Answer(letter string) (string, bool) {
	for _, k := range questions {
		if !strings.Contains(letter, "\nWanted: "+k.words) {
			continue
		}
		v := r.view(letter)
		if k.kind != "more" {
			return r.Robot.Answer(v, k.kind, "", r.rand), true
		}
		return r.more(v), true
	}
	return "", false
}

// more returns the robot's answer to new cards in the middle of its turn: new orders, or the earlier ones, if they
// are still possible. It says that it is done, so that it is not asked twice in a turn.
func (r *player) more(v dealers.View) string {
	const done = "DONE"
	for _, words := range []string{Answer(v, "more", v.Acting.Left, r.rand), v.Acting.Left} {
		if words += "\n" + done; len(v.Read("more", "", words).Faults()) == 0 {
			return words
		}
	}
	return done
}

// The lines of a letter of Dealers in Hope.
var (
	// such as "* 3 Black 4 12 3+L 4/5/2 4 Navaa, Madrid"
	dealerLine = regexp.MustCompile(`(?m)^[* ] \d ([A-Z]\w+) +(-?\d+) +-?\d+  ` +
		`([\dTL+-]+) +(\d+)/(\d+)/(\d+) +\d+  (.*)$`)
	yearLine   = regexp.MustCompile(`(?m)^\[[^\n]*Year (\d+)(?:, (\d+)\w\w turn, (\w+)|, winter)`)
	passedLine = regexp.MustCompile(`(?m)^  Passes in a row: (\d+);`)
	guardLine  = regexp.MustCompile(`More defence in each territory: \d+` +
		`(?: \((?:(\d+) by actions until winter)?(?:, )?(?:(\d+) by markers)?)?`)
	shelfLine = regexp.MustCompile(`(?m)^  ([A-Z]\w+) +\d+: [\d/]+ x(\d+) +\d+: [\d/]+ x(\d+) +` +
		`(?:\d+: \d+ points?|yours)$`)
	citizenLine  = regexp.MustCompile(`(?m)^  ([A-Z][\w ]*) \d+: [\d/]+ x(\d+)$`)
	massesLine   = regexp.MustCompile(`(?m)^  ([A-Z][\w ]*) \d+: [\d/]+, the top of (\d+) Masses cards?$`)
	spoilsLine   = regexp.MustCompile(`(?m)^  Spoils of war: (\d+) of value 2, (\d+) of value 3\.$`)
	heldLine     = regexp.MustCompile(`^  (?:(\d+) )?([A-Z][\w ]*) \d+/\d+/\d+\.`)
	takenPart    = regexp.MustCompile(`^(.*) \((\w+)(?:, (leader cube|token))?\)$`)
	stakesLine   = regexp.MustCompile(`(?m)^  The attack from ([\w ]+) is (\d+), and the defence (-?\d+)\.`)
	assaultTitle = regexp.MustCompile(`(?m)^THE ASSAULT ON (.*): (\w+) AGAINST (\w+)$`)
)

// view returns the part of a view that a letter contains and the robot needs.
func (r *player) view(letter string) dealers.View {
	v := dealers.View{Seat: r.seat}.OnBoard(r.board)
	text := robots.Unfolded(letter)
	if m := yearLine.FindStringSubmatch(text); m != nil {
		v.Year, v.Turn, v.Mover = robots.Number(m[1]), robots.Number(m[2]), m[3]
	}
	if list := partOf(text, "LEADERS AND START CITIES"); list != "" {
		v.Draft = &dealers.Draft{}
		leaders, cities, _ := strings.Cut(list, "\nStart cities")
		v.Draft.Factions, v.Draft.Cities = namesIn(leaders[strings.Index(leaders, "\nLeaders"):]), namesIn(cities)
		return v
	}
	for i, m := range dealerLine.FindAllStringSubmatch(text, -1) {
		p := dealers.Player{Seat: m[1], Points: robots.Number(m[2]), Hand: robots.Number(m[4]),
			Draw: robots.Number(m[5]), Discard: robots.Number(m[6])}
		if strings.HasPrefix(m[2], "-") {
			p.Points = -p.Points
		}
		for part := range strings.SplitSeq(m[3], "+") {
			switch part {
			case "T":
				p.Token = true
			case "L":
				p.Leader = true
			default:
				p.Cubes = robots.Number(part)
			}
		}
		p.Faction, p.Capital, _ = strings.Cut(m[7], ", ")
		if i == 0 {
			v.Starter = p.Seat
		}
		v.Players = append(v.Players, p)
	}
	slices.SortFunc(v.Players, func(x, y dealers.Player) int { return cmp.Compare(x.Seat, y.Seat) })
	for _, m := range r.board.Maps {
		if slices.Contains(m.Players, len(v.Players)) {
			v.Map, v.Owners = m.Title, make([]string, len(m.Places))
		}
	}
	if m := passedLine.FindStringSubmatch(text); m != nil {
		v.Passes = robots.Number(m[1])
	}
	for i := range v.Players {
		p := &v.Players[i]
		if p.Seat == r.seat {
			r.own(&v, p, text)
		} else {
			r.lies(&v, p, partOf(text, strings.ToUpper(p.Seat)+"\n"))
		}
	}
	r.market(&v, text)
	r.asked(&v, text)
	if v.Acting != nil {
		_, left, _ := strings.Cut(letter, "\nON FILE FOR ")
		_, left, _ = strings.Cut(left, "\n  ")
		left, _, _ = strings.Cut(left, "\n\n")
		v.Acting.Left = strings.ReplaceAll(left, "\n  ", "\n")
	}
	return v
}

// partOf returns the section of a letter under a heading, up to the next heading; "" if there is none.
func partOf(text, heading string) string {
	_, part, ok := strings.Cut(text, "\n"+heading)
	if !ok {
		return ""
	}
	if end := regexp.MustCompile(`\n\n[A-Z]{2}`).FindStringIndex(part); end != nil {
		part = part[:end[0]]
	}
	return part + "\n"
}

// namesIn returns the names before colons, one from each line.
func namesIn(text string) (out []string) {
	for line := range strings.Lines(text) {
		if name, _, ok := strings.Cut(line, ": "); ok && strings.HasPrefix(name, "  ") {
			out = append(out, strings.TrimSpace(name))
		}
	}
	return out
}

// cardsIn returns the cards in a list in a letter: "2 Tutor, Veteran".
func cardsIn(list string) (out []string) {
	for part := range strings.SplitSeq(list, ", ") {
		n, name, ok := strings.Cut(part, " ")
		if !ok || robots.Number(n) == 0 {
			n, name = "1", part
		}
		if name != "none" && name != "" {
			out = append(out, slices.Repeat([]string{name}, robots.Number(n))...)
		}
	}
	return out
}

// listIn returns the list after a name in a part of a letter, up to the end of the sentence: "Ready area: 2 Tutor,
// Veteran.".
func listIn(part, name string) string {
	_, rest, _ := strings.Cut(part, name+": ")
	rest, _, _ = strings.Cut(rest, "\n")
	rest, _, _ = strings.Cut(rest, ".")
	return rest
}

// lands sets the territories that a player holds: "Bern (capital), Milan 3/2".
func (r *player) lands(v *dealers.View, seat, list string) {
	on := v.On()
	for name := range strings.SplitSeq(list, ", ") {
		name = strings.TrimRight(strings.TrimSuffix(name, " (capital)"), " /0123456789")
		if a, ok := on.Area(name); ok {
			v.Owners[a] = seat
		}
	}
}

// lies reads the open cards of another player.
func (r *player) lies(v *dealers.View, p *dealers.Player, part string) {
	r.lands(v, p.Seat, listIn(part, "Land"))
	p.Play, p.Ready = cardsIn(listIn(part, "Play area")), cardsIn(listIn(part, "Ready area"))
	p.Locations, p.Masters = cardsIn(listIn(part, "Location cards")), cardsIn(listIn(part, "Masters"))
	p.Top = listIn(part, "On top of the discard pile")
	r.guard(p, part)
}

// guard reads the additional defence of a player's territories.
func (r *player) guard(p *dealers.Player, part string) {
	if m := guardLine.FindStringSubmatch(part); m != nil {
		p.Shield, p.Markers[dealers.Defence] = robots.Number(m[1]), robots.Number(m[2])
	}
}

// own reads the robot's own cards, in hand and open.
func (r *player) own(v *dealers.View, p *dealers.Player, text string) {
	cards := partOf(text, "YOUR CARDS")
	hand, ready, _ := strings.Cut(cards, "\nIn your ready area")
	v.Hand, p.Ready = heldIn(hand), heldIn(ready)
	slices.Sort(v.Hand)
	p.Play = cardsIn(listIn(ready, "Play area"))
	for layer := range strings.SplitSeq(listIn(cards, "Draw pile, order unknown"), "; below them ") {
		if list := cardsIn(layer); list != nil {
			v.Draw = append(v.Draw, list)
		}
	}
	discard, top, _ := strings.Cut(listIn(cards, "Discard pile"), "; on top ")
	v.Discard, p.Top = cardsIn(discard), top
	before := partOf(text, "IN FRONT OF YOU")
	for line := range strings.Lines(before) {
		what, kind, ok := strings.Cut(strings.TrimSpace(line), " (")
		switch {
		case !ok:
		case strings.HasSuffix(what, " master"):
			p.Masters = append(p.Masters, strings.TrimSuffix(what, " master"))
		case strings.HasPrefix(kind, "spoils "), strings.HasPrefix(kind, "city)"):
			p.Locations = append(p.Locations, cardsIn(what)...)
		}
	}
	r.lands(v, p.Seat, listIn(before, "Land, with interior/border defence"))
	r.guard(p, before)
	if _, rest, ok := strings.Cut(before, " control marker"); ok {
		lines := strings.Split(strings.TrimSuffix(before, " control marker"+rest), "\n")
		p.Pieces = robots.Number(strings.TrimSpace(lines[len(lines)-1]))
	}
}

// heldIn returns the cards in a list with a line for each kind.
func heldIn(part string) (out []string) {
	for line := range strings.Lines(part) {
		if m := heldLine.FindStringSubmatch(line); m != nil {
			out = append(out, slices.Repeat([]string{m[2]}, max(1, robots.Number(m[1])))...)
		}
	}
	return out
}

// market reads the supply and the action board.
func (r *player) market(v *dealers.View, text string) {
	for _, m := range citizenLine.FindAllStringSubmatch(text, -1) {
		v.Supply = append(v.Supply, dealers.Pile{Card: m[1], N: robots.Number(m[2])})
	}
	for _, m := range shelfLine.FindAllStringSubmatch(text, -1) {
		v.Families = append(v.Families, m[1])
		v.Supply = append(v.Supply, dealers.Pile{Card: m[1] + " 1", N: robots.Number(m[2])},
			dealers.Pile{Card: m[1] + " 2", N: robots.Number(m[3])})
	}
	if m := massesLine.FindStringSubmatch(text); m != nil {
		v.Masses = dealers.Stack{Top: m[1], N: robots.Number(m[2])}
	}
	if m := spoilsLine.FindStringSubmatch(text); m != nil {
		v.Spoils[0].N, v.Spoils[1].N = robots.Number(m[1]), robots.Number(m[2])
	}
	by := map[string]dealers.By{"leader cube": dealers.ByLeader, "token": dealers.ByToken, "": dealers.ByCube}
	for part := range strings.SplitSeq(strings.ReplaceAll(listIn(partOf(text, "THE ACTION BOARD"), "Taken"),
		"), ", ")\n"), "\n") {
		if m := takenPart.FindStringSubmatch(part); m != nil {
			v.Placed = append(v.Placed, dealers.Cube{Action: m[1], Seat: m[2], By: by[m[3]]})
		}
	}
}

// asked reads the assault or the turn that the robot is asked about.
func (r *player) asked(v *dealers.View, text string) {
	if m := assaultTitle.FindStringSubmatch(text); m != nil {
		b := &dealers.Battle{Final: strings.Contains(text, "\nWanted: your last step")}
		for _, p := range v.Players {
			if up := strings.ToUpper(p.Seat); up == m[2] {
				b.Attacker = p.Seat
			} else if up == m[3] {
				b.Defender = p.Seat
			}
		}
		for _, p := range v.On().Places {
			if strings.ToUpper(p.Name) == m[1] {
				b.Area = p.Name
			}
		}
		if s := stakesLine.FindStringSubmatch(text); s != nil {
			b.From, b.Attack, b.Defence = s[1], robots.Number(s[2]), robots.Number(s[3])
		}
		v.Battle = b
	}
	part := partOf(text, "YOUR TURN SO FAR")
	if part == "" {
		return
	}
	a := &dealers.Acting{Did: true}
	for i, word := range strings.Split(listIn(part, "Action"), "; ") {
		switch {
		case i == 0:
			a.Action = word
		case strings.HasPrefix(word, "its own part"):
			a.Did = false
		case strings.HasSuffix(word, " trained"):
			a.Trained = robots.Number(word[:1])
		case strings.HasSuffix(word, " dismissed"):
			a.Dismissed = robots.Number(word[:1])
		case strings.HasSuffix(word, " readied"):
			a.Readied = robots.Number(word[:1])
		case strings.HasPrefix(word, "used "):
			a.Used = strings.Split(strings.TrimPrefix(word, "used "), ", ")
		default:
			a.Fought = true
		}
	}
	v.Acting = a
	p := &v.Players[slices.IndexFunc(v.Players, func(p dealers.Player) bool { return p.Seat == r.seat })]
	for word := range strings.SplitSeq(listIn(part, "Markers"), ", ") {
		n, name, _ := strings.Cut(word, " ")
		for _, s := range []dealers.Strength{dealers.Attack, dealers.Defence, dealers.Support} {
			if s.String() == name {
				p.Markers[s] = robots.Number(n)
			}
		}
	}
}
