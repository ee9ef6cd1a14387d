package deadman_test

import (
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/diplomacy"
)

// A truth is all there is to know of a season: the board before it, all orders, and all retreats if they are asked
// for. From that alone, and from how the movement comes out, what each power may be told is worked out here: by the
// rules DM-8 to DM-28 once more, in the plainest way, with nothing of the package's own code.
type truth struct {
	Season  string
	Year    int
	Units   []string            // "France F Spa(sc)"
	Owners  map[string][]string // "France": "Par"
	Options map[string]string
	Silent  map[string]int
	Out     []string

	answers, filed, retreats map[string]string // by power
	heard                    map[string]bool
}

// truthOf returns the truth of a season that begins with a position, asks for orders and, maybe, for retreats.
func truthOf(before adjudicator.Position, asked ...adjudicator.QuestionRecord) truth {
	k := truth{answers: map[string]string{}, filed: map[string]string{}, retreats: map[string]string{}, heard: map[string]bool{}}
	js, err := json.Marshal(before)
	if err == nil {
		err = json.Unmarshal(js, &k)
	}
	if err != nil {
		panic(err)
	}
	for _, a := range asked {
		for i, req := range a.Requests {
			if req.Kind == "retreats" {
				k.retreats[string(req.Seat)] = a.Answers[i]
			} else {
				k.answers[string(req.Seat)], k.filed[string(req.Seat)] = a.Answers[i], req.Filed
				k.heard[string(req.Seat)] = slices.Contains(a.Heard, req.Seat)
			}
		}
	}
	return k
}

// A piece is a unit through a season. Places are as on the board; "" is none.
type piece struct {
	power, kind, at string
	order           written
	result          diplomacy.Result
	gone            bool // before the movement
	dislodgedBy     string
	closed          string   // to its retreat: where the attacker came from
	list            []string // where it would retreat to, best first
	end             string
	seen            []string // by whom, a power for each star
	found           []string
	failed          bool
}

// A written order, as a sheet has it.
type written struct {
	verb, other, to, on string // "" or "H", "-", "S", "C", "E", "DB"
	said                string // the type of the other unit
	via, listed         bool
	retreats            []string
}

var writtenForm = regexp.MustCompile(`^([AF]) ([^\s-]+?)(?: (H)|(-)(\S+)( via convoy)?| (S) ([AF] )?([^\s-]+)(?:-(\S+))?| (C) (A )([^\s-]+)-(\S+)| (DB)| (E) (\w+))?(?: R (.*))?$`)

// parseOrder reads an order in its normal form.
func parseOrder(line string) (kind, at string, w written, ok bool) {
	m := writtenForm.FindStringSubmatch(line)
	if m == nil {
		return "", "", w, false
	}
	w = written{verb: m[3] + m[4] + m[7] + m[11] + m[15] + m[16], to: m[5] + m[10] + m[14], via: m[6] != "", said: m[8] + m[12], other: m[9] + m[13], on: m[17]}
	if m[18] != "" {
		w.listed = true
		w.retreats = slices.DeleteFunc(strings.Split(m[18], ", "), func(s string) bool { return s == "DB" })
	}
	return m[1], m[2], w, true
}

// A model works the season out.
type model struct {
	truth
	b      *diplomacy.Board
	locs   map[string]diplomacy.Loc
	pieces []*piece
	told   map[string][]string // by power, in the order of its report
	asked  map[string][]string // by power: units for which a retreat is asked
	m      diplomacy.Movement
}

// knowledge returns what each power may be told of a season, a line for each thing, in the words of reportInWords;
// and the units for which each is asked for a retreat.
func knowledge(k truth) (told, asked map[string][]string) {
	m := &model{truth: k, b: diplomacy.Standard(), locs: map[string]diplomacy.Loc{}, told: map[string][]string{}, asked: map[string][]string{}}
	for l := range diplomacy.Loc(m.b.Locs()) {
		m.locs[m.b.Abbr(l)] = l
	}
	m.begin()
	m.move()
	m.withdraw()
	m.look()
	m.tell()
	return m.told, m.asked
}

func (m *model) space(at string) string { return m.b.Abbr(m.b.Province(m.locs[at])) }

// silent powers sent nothing: what is on file is what was there before (DM-33).
func (m *model) silent(power string) bool {
	answer, asked := m.answers[power]
	if !asked || m.heard[power] || answer != "No orders" && answer != m.filed[power] {
		return false
	}
	return !slices.ContainsFunc(strings.Split(answer, "\n"), func(line string) bool {
		return line != "No orders" && line != "RETREAT AUTO" && !strings.HasPrefix(line, "ALWAYS ")
	})
}

// disordered powers have been silent for too long, and still are (DM-34).
func (m *model) disordered(power string) bool {
	n := map[string]int{"1": 1, "2": 2, "3": 3}[m.Options["civil_disorder"]]
	return n > 0 && m.Silent[power] >= n && m.silent(power)
}

// lines returns the lines of a power's sheet that begin with a word, without that word.
func (m *model) lines(power, prefix string) []string {
	var out []string
	for line := range strings.SplitSeq(m.answers[power], "\n") {
		if rest, ok := strings.CutPrefix(line, prefix); ok && !m.disordered(power) {
			out = append(out, rest)
		}
	}
	return out
}

// begin puts the pieces on the board, with their orders.
func (m *model) begin() {
	for _, power := range m.b.Powers() {
		var own []string
		for _, u := range m.Units {
			if rest, ok := strings.CutPrefix(u, power+" "); ok {
				own = append(own, rest)
			}
		}
		switch {
		case m.Season == "Spring" && m.Year == 1901 && len(m.Units) == 0:
			own = m.start(power)
		case m.Season == "Spring" && m.Year > 1901:
			own = m.winter(power, own)
		}
		slices.SortFunc(own, func(x, y string) int { return int(m.locs[m.space(x[2:])]) - int(m.locs[m.space(y[2:])]) })
		for _, u := range own {
			m.pieces = append(m.pieces, &piece{power: power, kind: u[:1], at: u[2:], order: m.orderFor(power, u[:1], u[2:])})
		}
	}
}

// start returns what a power begins with: as it set up, else as it ordered, else as usual (DM-3).
func (m *model) start(power string) []string {
	var out []string
	for _, home := range m.b.Homes(m.b.Power(power)) {
		unit := ""
		for _, u := range m.b.Start() {
			if m.b.Province(u.At) == home {
				unit = u.Type.String() + " " + m.b.Abbr(u.At)
			}
		}
		for _, line := range m.lines(power, "") {
			if kind, at, _, ok := parseOrder(line); ok && m.space(at) == m.b.Abbr(home) {
				unit = kind + " " + at
			}
		}
		for _, setup := range m.lines(power, "SETUP ") {
			for u := range strings.SplitSeq(setup, ", ") {
				if m.space(u[2:]) == m.b.Abbr(home) {
					unit = u
				}
			}
		}
		out = append(out, unit)
	}
	return out
}

// winter builds and removes (DM-28, DM-30).
func (m *model) winter(power string, own []string) []string {
	gone := map[string]bool{}
	for _, at := range m.lines(power, "Remove ") {
		gone[at] = true
	}
	due := len(own) - len(m.Owners[power]) - len(gone)
	var rest []diplomacy.Unit
	for _, u := range own {
		if !gone[m.space(u[2:])] {
			rest = append(rest, m.unit(power, u))
		}
	}
	for _, u := range m.b.Farthest(rest, m.b.Homes(m.b.Power(power)), max(0, due)) {
		gone[m.b.Abbr(m.b.Province(u.At))] = true
	}
	built := m.lines(power, "Build ")
	for _, u := range built {
		m.told[power] = append(m.told[power], "built "+u)
	}
	for _, u := range own {
		if gone[m.space(u[2:])] {
			m.told[power] = append(m.told[power], "removed "+u)
		}
	}
	return append(slices.DeleteFunc(own, func(u string) bool { return gone[m.space(u[2:])] }), built...)
}

func (m *model) unit(power, u string) diplomacy.Unit {
	kind := diplomacy.Army
	if u[:1] == "F" {
		kind = diplomacy.Fleet
	}
	return diplomacy.Unit{Power: m.b.Power(power), Type: kind, At: m.locs[u[2:]]}
}

// orderFor returns the order of a unit: the sheet's own, else the standing one; and the list of retreats likewise, of
// which the list for any unit comes last, as far as the unit can go there.
func (m *model) orderFor(power, kind, at string) written {
	var own, standing written
	for _, line := range m.lines(power, "") {
		if _, where, given, ok := parseOrder(line); ok && where == at {
			own = given
		}
	}
	for _, line := range m.lines(power, "ALWAYS ") {
		if k, where, given, ok := parseOrder(line); ok && where == at && k == kind {
			standing = given
		}
	}
	w := own
	if w.verb == "" {
		w = standing
	}
	if w.verb == "DB" {
		return w
	}
	for _, list := range []written{own, standing, m.anywhere(power, kind, at)} {
		if w.listed = list.listed; w.listed {
			w.retreats = list.retreats
			break
		}
	}
	w.verb = cmp.Or(w.verb, "H")
	return w
}

// anywhere returns the list of retreats for any unit, as far as one can go there.
func (m *model) anywhere(power, kind, at string) (w written) {
	for _, always := range m.lines(power, "ALWAYS R ") {
		for to := range strings.SplitSeq(always, ", ") {
			if reach := m.reaching(kind, at, to); to == "DB" || reach != "" {
				w.listed = true
				if reach != "" {
					w.retreats = append(w.retreats, reach)
				}
			}
		}
	}
	return w
}

// reaching returns the place by which a unit comes to a space, if there is just one.
func (m *model) reaching(kind, at, to string) string {
	if to == "DB" {
		return ""
	}
	var ways []string
	for _, l := range m.b.Reach(m.unit("", kind+" "+at).Type, m.locs[at]) {
		if m.b.Abbr(l) == to {
			return to
		}
		if m.b.Province(l) == m.b.Province(m.locs[to]) && (kind == "A" || m.space(to) == to) {
			ways = append(ways, m.b.Abbr(l))
		}
	}
	if len(ways) != 1 {
		return ""
	}
	return ways[0]
}

// move resolves the movement. Whoever spies or disbands stands (DM-8, DM-16).
func (m *model) move() {
	var units []diplomacy.Unit
	var orders []diplomacy.Order
	var who []*piece
	for _, p := range m.pieces {
		if p.gone = p.order.verb == "DB" && m.Options["db"] == "before"; p.gone {
			continue
		}
		at := m.locs[p.at]
		o := diplomacy.Holds(at)
		switch {
		case p.order.verb == "-":
			o = diplomacy.Order{Unit: at, Verb: diplomacy.Move, Target: diplomacy.NoLoc, To: m.locs[p.order.to], Via: p.order.via}
		case p.order.verb == "S" && p.order.to == "":
			o = diplomacy.Supports(at, m.locs[p.order.other])
		case p.order.verb == "S":
			o = diplomacy.SupportsMove(at, m.locs[p.order.other], m.locs[p.order.to])
		case p.order.verb == "C":
			o = diplomacy.Convoys(at, m.locs[p.order.other], m.locs[p.order.to])
		}
		units, orders, who = append(units, m.unit(p.power, p.kind+" "+p.at)), append(orders, o), append(who, p)
	}
	rules, err := diplomacy.ParseRules(m.Options["rulebook"])
	if err != nil {
		panic(err)
	}
	m.m = diplomacy.NewResolver(m.b, rules).Resolve(units, orders).Clone()
	for i, r := range m.m.Results {
		who[i].result = r
		if r.OK && r.Order.Verb == diplomacy.Move {
			who[i].end = m.b.Abbr(r.Order.To)
		} else {
			who[i].end = who[i].at
		}
	}
	for _, d := range m.m.Dislodged {
		p := m.standing(m.b.Abbr(m.b.Province(d.Unit.At)))
		p.end, p.dislodgedBy = "", m.standing(m.b.Abbr(d.By)).power
		if d.From != diplomacy.NoLoc {
			p.closed = m.b.Abbr(d.From)
		}
	}
	for _, p := range m.pieces {
		p.failed = m.fails(p)
	}
}

// standing returns the piece in a space before the movement.
func (m *model) standing(space string) *piece {
	for _, p := range m.pieces {
		if m.space(p.at) == space {
			return p
		}
	}
	return nil
}

// fails reports whether a unit's order fails (DM-9, DM-21).
func (m *model) fails(p *piece) bool {
	o := p.order
	switch {
	case o.verb == "DB":
		return false
	case p.dislodgedBy != "":
		return true
	case o.verb == "-":
		return !p.result.OK || p.result.Order.Verb != diplomacy.Move
	case o.verb == "E":
		return m.attacked(p, "")
	case o.verb == "H":
		return false
	}
	other := m.standing(m.space(o.other))
	if own := other != nil && other.power == p.power; own && !other.does(o, m) {
		return true
	} else if o.verb == "C" {
		return false
	} else if void := p.result.Why == diplomacy.Void || p.result.Why == diplomacy.Illegal; !void {
		return p.result.Why == diplomacy.Cut
	} else if !own && m.Options["void_support"] == "underline" {
		return true
	}
	return m.attacked(p, o.to)
}

// does reports whether a unit has the order that a support or convoy is for, as both are written.
func (p *piece) does(o written, m *model) bool {
	if o.to == "" {
		return p.order.verb != "-" && !p.gone
	}
	return p.order.verb == "-" && m.space(p.order.to) == m.space(o.to) && (p.kind == "A" || o.to == m.space(o.to) || o.to == p.order.to)
}

// attacked reports whether a unit of another power attacked this one, from elsewhere than the space except. A move
// that can't take place is none.
func (m *model) attacked(p *piece, except string) bool {
	for _, q := range m.pieces {
		r := q.result
		lame := r.Why == diplomacy.NoConvoy || r.Why == diplomacy.Disrupted || r.Why == diplomacy.Paradox
		if q.gone || q.power == p.power || r.Order.Verb != diplomacy.Move || m.space(q.order.to) != m.space(p.at) || lame {
			continue
		}
		if except == "" || m.space(q.at) != m.space(except) {
			return true
		}
	}
	return false
}

// withdraw takes off who disbands, and lets the dislodged retreat (DM-16, DM-24 to DM-26).
func (m *model) withdraw() {
	for _, p := range m.pieces {
		if p.order.verb == "DB" {
			p.end = ""
		}
	}
	to := map[*piece]string{}
	for _, p := range m.pieces {
		if p.dislodgedBy == "" || p.order.verb == "DB" || m.disordered(p.power) {
			continue
		}
		list := m.wishes(p)
		if m.Options["retreats"] == "mini" {
			m.asked[p.power] = append(m.asked[p.power], p.kind+" "+p.at)
			list = nil
			for line := range strings.SplitSeq(m.retreats[p.power], "\n") {
				if _, at, w, ok := parseOrder(line); ok && at == p.at {
					list = w.retreats
				}
			}
		}
		p.list = list
		for _, at := range list {
			if m.open(p, at) {
				to[p] = at
				break
			}
		}
	}
	for p, at := range to {
		alone := true
		for q, other := range to {
			alone = alone && (p == q || m.space(at) != m.space(other))
		}
		if alone {
			p.end = at
		}
	}
}

func (m *model) wishes(p *piece) []string {
	auto := slices.Contains(m.lines(p.power, ""), "RETREAT AUTO") || m.Options["no_retreat_list"] == "auto"
	if p.order.listed || !auto {
		return p.order.retreats
	}
	var ranks [3][]string
	for _, l := range m.b.Reach(m.unit(p.power, p.kind+" "+p.at).Type, m.locs[p.at]) {
		rank, space := 2, m.b.Abbr(m.b.Province(l))
		if m.b.IsCentre(m.b.Province(l)) {
			rank = 1
		}
		if slices.Contains(m.Owners[p.power], space) {
			rank = 0
		}
		ranks[rank] = append(ranks[rank], m.b.Abbr(l))
	}
	for _, r := range ranks {
		slices.SortFunc(r, func(x, y string) int { return strings.Compare(m.b.Name(m.locs[x]), m.b.Name(m.locs[y])) })
	}
	return slices.Concat(ranks[0], ranks[1], ranks[2])
}

// open reports whether a unit can retreat to a space: it is empty after the movement, not contested, and not where
// the attacker came from (DM-25).
func (m *model) open(p *piece, at string) bool {
	space := m.space(at)
	if space == p.closed || m.m.Contested.Has(m.locs[space]) {
		return false
	}
	for _, q := range m.pieces {
		if q.end != "" && m.space(q.end) == space && q.dislodgedBy == "" {
			return false
		}
	}
	return m.b.CanReach(m.unit(p.power, p.kind+" "+p.at).Type, m.locs[p.at], m.locs[at])
}
