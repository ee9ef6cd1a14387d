package deadman

import (
	"math"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/diplomacy"
)

// A change is what a power gained and lost in a year.
type change struct{ gained, lost []diplomacy.Loc }

// count assigns the centres to the powers whose units are there after a Fall (DM-17, DM-27).
func (s *season) count() {
	if s.Season != fall {
		return
	}
	b := standard()
	s.last = s.isLastYear()
	s.year = make([]change, len(b.Powers()))
	for _, c := range b.Centres() {
		u, ok := s.Units.in(c)
		if !ok || u.Power == s.Owners[c] {
			continue
		}
		if was := s.Owners[c]; was != diplomacy.Nobody {
			s.year[was].lost = append(s.year[was].lost, c)
		}
		s.year[u.Power].gained = append(s.year[u.Power].gained, c)
		s.Owners[c] = u.Power
	}
}

// close advances the calendar, and ends the game if a power has won or if all agree on an ending (DM-36, DM-37).
func (s *season) close(t *adjudicator.Table) {
	s.keepFiles()
	silent := s.countSilent()
	s.tellNMR(t, silent)
	s.warn(t, silent)
	s.tellDisorder(t, s.lapse(silent))
	switch {
	case s.Season == spring:
		s.Season = fall
	case s.open && s.adjusting():
		s.Season = winter
	default:
		s.Season, s.Year = spring, s.Year+1
	}
	s.eliminate(t)
	how, winner := s.ending()
	if how == "" {
		s.tellVotes(t)
		return
	}
	s.over(t, how, winner)
}

// ending returns how the game ends with this season, and who wins; "" if it goes on. It can be called as soon as
// centres are counted, and is used before anybody is told about builds, because the Winter may not take place.
func (s *season) ending() (how, winner string) {
	switch winner, agreed := s.winner(), s.agreed(); {
	case winner != "":
		return "victory", winner
	case agreed == draw:
		return "drawn", ""
	case agreed != "":
		return "conceded", agreed
	case s.last:
		return "ranked", ""
	}
	return "", ""
}

// keepFiles keeps what the players have filed for later phases.
func (s *season) keepFiles() {
	kept := map[string]string{}
	for power := range s.seats() {
		name := standard().power(power)
		ahead := s.Ahead[name]
		if s.asked[power] {
			ahead = s.files[power].ahead().String()
		}
		if ahead != "" {
			kept[name] = ahead
		}
	}
	s.Ahead = kept
}

// countSilent counts the consecutive seasons without orders from each power (DM-33), and returns the powers that sent
// none in this one.
func (s *season) countSilent() (silent []string) {
	was := s.Silent
	s.Silent = map[string]int{}
	for power := range s.seats() {
		if s.silent[power] {
			name := standard().power(power)
			s.Silent[name] = was[name] + 1
			silent = append(silent, name)
		}
	}
	return silent
}

// tellNMR tells everybody which powers sent nothing or, depending on the options, only the game master (DM-33).
func (s *season) tellNMR(t *adjudicator.Table, silent []string) {
	nmr := adjudicator.Event{Kind: "nmr", Data: NMR{Phase: s.phase, Powers: silent}}
	switch {
	case len(silent) == 0:
	case s.is(optNMR, "on"):
		t.Tell(nmr, adjudicator.All())
	case s.open: // in Deadman, the ledger tells the game master
		t.Tell(nmr, adjudicator.To(adjudicator.GM))
	}
}

// lapse puts powers that were silent for too long into civil disorder (DM-34), and returns those for which that is
// new.
func (s *season) lapse(silent []string) (fresh []string) {
	// computed from the previous list and not from the counts, because the option may have been changed since
	was := s.Disorder
	s.Disorder = slices.DeleteFunc(slices.Clone(silent), func(name string) bool {
		return s.Silent[name] < s.patience()
	})
	return slices.DeleteFunc(slices.Clone(s.Disorder), func(name string) bool { return slices.Contains(was, name) })
}

// warn tells powers of an open game that sent nothing when civil disorder begins. In Deadman, their reports do that.
func (s *season) warn(t *adjudicator.Table, names []string) {
	for _, name := range names {
		if n := s.limit(s.Silent[name]); s.open && n > 0 {
			t.Tell(adjudicator.Event{Kind: "warning", Data: Warning{Phase: s.phase, Seasons: n}},
				adjudicator.To(adjudicator.Seat(name)))
		}
	}
}

// limit returns the number of seasons without orders after which a power is in civil disorder, or 0 if it never is,
// or if n seasons are enough already.
func (s *season) limit(n int) int {
	if p := s.patience(); n < p && p < math.MaxInt {
		return p
	}
	return 0
}

// tellDisorder tells who is in civil disorder now: the game master, who may look for a standby; each of these powers,
// with what they can do; and in an open game all others.
func (s *season) tellDisorder(t *adjudicator.Table, names []string) {
	if len(names) == 0 {
		return
	}
	tell := func(kind string, to adjudicator.Audience, names ...string) {
		t.Tell(adjudicator.Event{Kind: kind, Data: Disorder{Powers: names, Seasons: s.patience()}}, to)
	}
	tell("standby", adjudicator.To(adjudicator.GM), names...)
	told := []adjudicator.Seat{adjudicator.GM}
	for _, name := range names {
		told = append(told, adjudicator.Seat(name))
		tell("disorder", adjudicator.To(adjudicator.Seat(name)), name)
	}
	if s.open {
		tell("disorders", adjudicator.AllBut(told...), names...)
	}
}

// eliminate eliminates powers that have neither units nor centres after a Fall (DM-35), or after the Winter in which
// the last units of a power without centres were removed.
func (s *season) eliminate(t *adjudicator.Table) {
	for power, in := range s.seats() {
		if !in || !s.spent(power) {
			continue
		}
		name := standard().power(power)
		s.Out = append(slices.Clone(s.Out), name)
		t.Tell(adjudicator.Event{Kind: "eliminated"}, adjudicator.To(seat(power)))
		others := adjudicator.To(adjudicator.GM)
		if s.is(optOut, "on") || s.open {
			others = adjudicator.AllBut(seat(power))
		}
		t.Tell(adjudicator.Event{Kind: "out", Data: Out{Power: name}}, others)
	}
}

// spent reports whether a power has neither a unit nor a centre.
func (s *season) spent(power diplomacy.Power) bool {
	return len(s.centres(power)) == 0 && len(s.Units.of(power)) == 0
}

// winner returns the power that has enough centres after a Fall (DM-36) and more than any other; if fewer than half
// of the centres are needed, several powers may have enough (DM-42).
func (s *season) winner() string {
	most, winner := s.victory()-1, ""
	for power := range s.seats() {
		switch n := len(s.centres(power)); {
		case n > most && s.year != nil:
			most, winner = n, standard().power(power)
		case n == most:
			winner = ""
		}
	}
	return winner
}

// draw is the vote for a draw.
const draw = "Draw"

// agreed returns what all survivors have voted for, a draw or the victory of a survivor, or "" if they have not all
// voted for the same. The number of votes is secret (DM-37).
func (s *season) agreed() string {
	agreed := ""
	for power := range s.seats() {
		vote := s.files[power].vote
		switch {
		case s.spent(power), s.absent[power] && s.is(optNoVote, "ignored"): // DM-34
		case vote == "" || agreed != "" && vote != agreed:
			return ""
		default:
			agreed = vote
		}
	}
	if p := standard().Power(agreed); !s.is(optVotes, "on") || p != diplomacy.Nobody && s.spent(p) {
		return ""
	}
	return agreed
}

// tellVotes tells the powers that voted that the vote failed, and, if the options say so, tells everybody that a draw
// was proposed (DM-43).
func (s *season) tellVotes(t *adjudicator.Table) {
	if !s.is(optVotes, "on") {
		return
	}
	proposed := false
	for power, in := range s.seats() {
		vote := s.files[power].vote
		if !in || vote == "" {
			continue
		}
		proposed = proposed || vote == draw
		t.Tell(adjudicator.Event{Kind: "vote", Data: Vote{Phase: s.phase, For: vote}}, adjudicator.To(seat(power)))
	}
	if proposed && s.is(optProposals, "shown") {
		t.Tell(adjudicator.Event{Kind: "proposed", Data: Proposal{Phase: s.phase}}, adjudicator.All())
	}
}

// over ends the game, and discloses everything to everybody.
func (s *season) over(t *adjudicator.Table, how, winner string) {
	s.Ended, s.Winner = how, winner
	e := End{Phase: s.phase, Power: winner, Charts: s.charts()}
	if !s.open { // an open game has nothing to disclose
		e.Seasons = s.History
	}
	for power, in := range s.seats() {
		if in && how == "drawn" {
			e.Shared = append(e.Shared, standard().power(power))
		}
	}
	if how == "ranked" {
		e.Places = s.places()
	}
	t.Tell(adjudicator.Event{Kind: how, Data: e}, adjudicator.All())
}

// places returns the ranking of all powers by centres. Powers with equal numbers share a place; eliminated powers
// have none (DM-42).
func (s *season) places() []Place {
	var out []Place
	for power, in := range s.seats() {
		if in {
			out = append(out, Place{Power: standard().power(power), Centres: len(s.centres(power))})
		}
	}
	slices.SortStableFunc(out, func(a, b Place) int { return b.Centres - a.Centres })
	for i := range out {
		out[i].Place = i + 1
		if i > 0 && out[i].Centres == out[i-1].Centres {
			out[i].Place = out[i-1].Place
		}
	}
	return out
}

const chartYears = 13 // number of years that fit on a line

// charts returns tables of the centres of all powers by year.
func (s *season) charts() []Chart {
	var charts []Chart
	for _, h := range s.History {
		if h.Year == 0 {
			continue
		}
		n := len(charts)
		if n == 0 || len(charts[n-1].Years) == chartYears {
			charts = append(charts, newChart())
			n++
		}
		c := &charts[n-1]
		c.Years = append(c.Years, h.Year)
		for i, part := range h.Powers {
			c.Rows[i].Centres = append(c.Rows[i].Centres, len(part.Centres))
		}
	}
	return charts
}

func newChart() Chart {
	var c Chart
	for _, name := range standard().Powers() {
		c.Rows = append(c.Rows, Row{Power: name})
	}
	return c
}

// winners returns who has won by an event that ends a game.
var winners = adjudicator.WinnersOf(End.winners, "victory", "drawn", "conceded", "ranked")

// winners returns the winner, or the powers that share a draw or the first place.
func (e End) winners() []string {
	if e.Power != "" {
		return []string{e.Power}
	}
	out := e.Shared
	for _, p := range e.Places {
		if p.Place == 1 {
			out = append(out, p.Power)
		}
	}
	return out
}
