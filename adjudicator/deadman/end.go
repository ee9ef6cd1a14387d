package deadman

import (
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/diplomacy"
)

// A change of hands is what a power has won and lost in a year.
type change struct{ gained, lost []diplomacy.Loc }

// count gives the centres to those who stand there after a Fall (DM-17, DM-27).
func (s *season) count() {
	if s.Season != fall {
		return
	}
	b := standard()
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

// close turns the calendar, and ends the game if somebody has won it or all agree (DM-36, DM-37).
func (s *season) close(t *adjudicator.Table) {
	s.keepFiles()
	s.countSilent(t)
	switch {
	case s.Season == spring:
		s.Season = fall
	case s.open && s.adjusting():
		s.Season = winter
	default:
		s.Season, s.Year = spring, s.Year+1
	}
	s.eliminate(t)
	switch winner, agreed := s.winner(), s.agreed(); {
	case winner != "":
		s.over(t, "victory", winner)
	case agreed == draw:
		s.over(t, "drawn", "")
	case agreed != "":
		s.over(t, "conceded", agreed)
	}
}

// keepFiles keeps what the players have filed beyond this phase, as far as they were asked.
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

// countSilent counts the seasons for which nothing came, and tells who sent nothing (DM-33), if not all then the game
// master, and who is in civil disorder from now on (DM-34).
func (s *season) countSilent(t *adjudicator.Table) {
	was, names := s.Silent, []string(nil)
	s.Silent = map[string]int{}
	for power := range s.seats() {
		if name := standard().power(power); s.silent[power] {
			names, s.Silent[name] = append(names, name), was[name]+1
		}
	}
	nmr := adjudicator.Event{Kind: "nmr", Data: NMR{Phase: s.phase, Powers: names}}
	switch {
	case len(names) == 0:
	case s.is(optNMR, "on"):
		t.Tell(nmr, adjudicator.All())
	case s.open: // in Deadman he has it from the ledger
		t.Tell(nmr, adjudicator.To(adjudicator.GM))
	}
	told := s.Disorder // not counted: the patience may have been switched since
	s.Disorder = slices.DeleteFunc(names, func(name string) bool { return s.Silent[name] < s.patience() })
	s.tellDisorder(t, slices.DeleteFunc(slices.Clone(s.Disorder), func(name string) bool { return slices.Contains(told, name) }))
}

// tellDisorder says who is in civil disorder from now on: to the game master, and to each of them of himself, and
// in an open game to all.
func (s *season) tellDisorder(t *adjudicator.Table, names []string) {
	tell := func(to adjudicator.Audience, names ...string) {
		t.Tell(adjudicator.Event{Kind: "disorder", Data: Disorder{Powers: names, Seasons: s.patience()}}, to)
	}
	switch {
	case len(names) == 0:
	case s.open:
		tell(adjudicator.All(), names...)
	default:
		tell(adjudicator.To(adjudicator.GM), names...)
		for _, name := range names {
			tell(adjudicator.To(adjudicator.Seat(name)), name)
		}
	}
}

// eliminate takes out who has neither a unit nor a centre after a Fall (DM-35), or after the Winter in which the last
// units of who lost all centres were removed.
func (s *season) eliminate(t *adjudicator.Table) {
	for power, in := range s.seats() {
		if !in || len(s.centres(power)) > 0 || len(s.Units.of(power)) > 0 {
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

// winner has enough centres after a Fall (DM-36).
func (s *season) winner() string {
	for power := range s.seats() {
		if s.year != nil && len(s.centres(power)) >= standard().Victory() {
			return standard().power(power)
		}
	}
	return ""
}

// draw is the vote for a draw.
const draw = "Draw"

// agreed is what all survivors have voted for, a draw or a survivor's victory; "" if they have not all voted the
// same. How many have is told to nobody (DM-37).
func (s *season) agreed() string {
	agreed := ""
	for power, in := range s.seats() {
		vote := s.files[power].vote
		switch {
		case !in:
		case vote == "" || agreed != "" && vote != agreed:
			return ""
		default:
			agreed = vote
		}
	}
	if !s.is(optVotes, "on") || slices.Contains(s.Out, agreed) {
		return ""
	}
	return agreed
}

// over ends the game, and discloses everything to everybody.
func (s *season) over(t *adjudicator.Table, how, winner string) {
	s.Ended, s.Winner = how, winner
	e := End{Phase: s.phase, Power: winner, Charts: s.charts()}
	if !s.open { // else there is nothing to disclose
		e.Seasons = s.History
	}
	for power, in := range s.seats() {
		if in && how == "drawn" {
			e.Shared = append(e.Shared, standard().power(power))
		}
	}
	t.Tell(adjudicator.Event{Kind: how, Data: e}, adjudicator.All())
}

const chartYears = 13 // that fit on a line

// charts are the centres of all powers by year.
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
