package deadman

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
)

// Check says what is wrong with an answer that is not in normal form, or that can't be given at all.
func (v View) Check(kind, answer string) error {
	s, err := v.parse(kind, answer)
	if err != nil || answer == noOrders {
		return err
	}
	r := v.reader("")
	is := ""
	if kind == retreats {
		r.enterRetreats(s)
		is = strings.Join(v.withdrawals(r.sheet), "\n")
	} else {
		r.enter(s)
		r.prune()
		is = r.sheet.String()
	}
	if i := slices.IndexFunc(r.parts, isObjection); i >= 0 {
		return fmt.Errorf("%s: %s", r.parts[i].Quote, r.parts[i].Why)
	}
	if is != answer {
		return fmt.Errorf("%q comes to %q", answer, is)
	}
	return nil
}

// Check takes nothing: the game master is asked for nothing.
func (Truth) Check(string, string) error { return errors.New("the game master has no units") }

// sheetOf is the sheet of an answer on file, which has passed Check.
func (v View) sheetOf(kind, answer string) sheet {
	s, err := v.parse(kind, answer)
	if err != nil {
		panic("deadman: what is on file is not in normal form: " + err.Error())
	}
	return s
}

// parse reads an answer in normal form as the power's own.
func (v View) parse(kind, answer string) (s sheet, err error) {
	switch {
	case answer == noOrders:
	case kind == retreats:
		s, err = v.parseRetreats(answer)
	default:
		s, err = parse(answer)
	}
	for _, us := range [][]diplomacy.Unit{s.setup, s.builds} {
		for i := range us {
			us[i].Power = v.own
		}
	}
	return s, err
}

// parseRetreats reads where dislodged units go, in the order in which the view has them.
func (v View) parseRetreats(text string) (sheet, error) {
	s, err := parseLines(text)
	if is := strings.Join(v.withdrawals(s), "\n"); err == nil && is != text {
		err = fmt.Errorf("%q is not in normal form, which is %q", text, is)
	}
	return s, err
}

// withdrawals are the lines of a sheet that say where dislodged units go.
func (v View) withdrawals(s sheet) []string {
	var lines []string
	for _, u := range v.dislodged() {
		if o := s.of(standard().Province(u.At)); o != nil {
			lines = append(lines, withdrawal(u, o))
		}
	}
	return lines
}

func withdrawal(u diplomacy.Unit, o *order) string {
	b := standard()
	if len(o.retreat) == 0 {
		return b.unit(u) + " DB"
	}
	return b.unit(u) + " R " + strings.Join(b.abbrs(o.retreat), ", ")
}

// strictly reads a text in normal form, such as what is on file. If it is in another form, or something would be wrong with
// it, nothing is read, and strictly returns false.
func (r *reader) strictly(kind, text string) bool {
	if r.when != thisSeason || r.heading != "" || r.peeksNow > 0 {
		return false
	}
	s, err := r.parse(kind, text)
	if err != nil {
		return false
	}
	tried := r.clone()
	if kind == retreats {
		tried.enterRetreats(s)
	} else {
		tried.enter(s)
	}
	if slices.ContainsFunc(tried.parts[len(r.parts):], isObjection) {
		return false
	}
	*r = *tried
	return true
}

func isObjection(p part) bool { return p.cause != nil }

// clone is a reader that shares nothing with r that is changed.
func (r *reader) clone() *reader {
	c := *r
	c.sheet, c.parts, c.notes = r.sheet.clone(), slices.Clone(r.parts), slices.Clone(r.notes)
	c.earlier, c.given, c.several = maps.Clone(r.earlier), maps.Clone(r.given), maps.Clone(r.several)
	c.lists, c.asks = maps.Clone(r.lists), maps.Clone(r.asks)
	return &c
}

// enter puts what a sheet in normal form has on the reader's own, and objects to what is not possible. Orders come last: they
// may be for units that are built.
func (r *reader) enter(s sheet) {
	lines := 0
	put := func(line string, what func(line string) error) {
		r.enterLine(lines, line, what)
		lines++
	}
	if len(s.setup) > 0 {
		put("SETUP "+joinUnits(s.setup), func(string) error { return r.enterSetup(s.setup) })
	}
	for _, u := range s.builds {
		put("Build "+r.board.unit(u), func(string) error { return r.build(u.Type, true, u.At) })
	}
	if s.waives {
		put("Waive", func(line string) error { r.waive(line); return nil })
	}
	for _, at := range s.removes {
		put("Remove "+r.Abbr(at), func(string) error { return r.remove(diplomacy.Army, false, at) })
	}
	orders := lines
	lines += len(s.orders)
	for _, at := range s.peeks {
		put("PAS-"+r.Abbr(at), func(line string) error { return r.enterPeek(line, at) })
	}
	if s.vote != "" {
		put("VOTE "+s.vote, func(string) error { return r.enterVote(s.vote) })
	}
	if s.auto {
		put("RETREAT AUTO", func(string) error { r.auto = true; r.taken++; return nil })
	}
	for _, o := range s.always {
		put("ALWAYS "+o, func(line string) error { r.enterStanding(line, o); return nil })
	}
	for _, a := range s.next {
		put("NEXT "+a.String(), func(line string) error { return r.enterAhead(line, a) })
	}
	for i, o := range s.orders {
		r.enterLine(orders+i, o.text("")+o.retreats(), func(line string) error { return r.enterOrder(line, o) })
	}
	r.spot, r.line = spot{}, ""
}

// enterLine puts the line of that number on the sheet.
func (r *reader) enterLine(number int, line string, what func(line string) error) {
	r.spot, r.line = spot{number, 1}, line
	r.piece(line, func() {
		if err := what(line); err != nil {
			r.object(line, err)
		}
	})
}

func (r *reader) enterSetup(us []diplomacy.Unit) error {
	if err := r.notPlayed([]string{"setup"}); err != nil {
		return err
	}
	for _, u := range us {
		if err := r.setUp(u.Type, true, u.At); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) enterPeek(line string, at diplomacy.Loc) error {
	if err := r.notPlayed([]string{"pas"}); err != nil {
		return err
	}
	r.peek(line, at)
	return nil
}

func (r *reader) enterVote(vote string) error {
	if !r.Votes {
		return complain(noVotes)
	}
	r.vote = vote
	r.taken++
	return nil
}

// enterStanding puts a standing order on the sheet, if the map allows it.
func (r *reader) enterStanding(line, text string) {
	if strings.HasPrefix(text, "R ") {
		r.keep(line, text)
		return
	}
	s, _ := parseStanding(text) // it is of a sheet that was parsed
	if text, ok := r.later(line, s); ok {
		r.keep(line, text)
	}
}

// enterAhead puts an order for the next season on the sheet, if the map allows it.
func (r *reader) enterAhead(line string, a ahead) error {
	if err := r.notPlayed([]string{"next"}); err != nil {
		return err
	}
	for _, text := range []*string{&a.then, &a.not} {
		if *text == "" {
			continue
		}
		s, _ := parseThen(*text) // it is of a sheet that was parsed
		is, ok := r.later(line, s)
		if !ok {
			return nil
		}
		*text = is
	}
	r.plan(line, a)
	return nil
}

// later is an order for another season as the map allows it.
func (r *reader) later(line string, s sheet) (text string, ok bool) {
	e := r.elsewhere()
	e.enter(s)
	r.notes = append(r.notes, e.notes...)
	ok = true
	for _, p := range e.parts {
		if isObjection(p) {
			r.object(line, about(p.cause))
			ok = false
		}
	}
	return e.sheet.String(), ok
}

// enterOrder puts an order on the sheet, for the unit that is where it says. Of its list of retreats what is not possible is
// left out.
func (r *reader) enterOrder(line string, o order) error {
	u, err := r.unitAt(o.unit, true, o.at, nil)
	if err == nil {
		err = r.played(o, u.Type)
	}
	if err != nil {
		return err
	}
	o.unit, o.at, o.retreat = u.Type, u.At, r.inReach(line, u, o.retreat)
	if o.verb == none && !o.hasList() {
		return ask(whereTo)
	}
	if err := r.possible(u, &o); err != nil {
		return err
	}
	r.noteDisbands(o)
	r.give(o)
	return nil
}

// played says why nobody may give such an order to a unit of that type.
func (r *reader) played(o order, t diplomacy.UnitType) error {
	switch {
	case r.inWinter:
		return complain(onlyBuilds)
	case o.via && t == diplomacy.Fleet:
		return complain(onlyArmies)
	case o.verb == spy && o.on == r.own:
		return complain(ownSpy)
	case o.verb == disband:
		return r.notPlayed([]string{"db"})
	case o.verb == spy:
		return r.notPlayed([]string{"e"})
	}
	return nil
}

// inReach are those places of a list of retreats where a unit can go. The reader objects to the others.
func (r *reader) inReach(line string, u diplomacy.Unit, list []diplomacy.Loc) []diplomacy.Loc {
	var out []diplomacy.Loc
	for _, to := range list {
		at, err := r.reach(u.Type, u.At, to)
		switch {
		case err != nil:
			r.object(line, and(err, leftOut))
		case !slices.Contains(out, at):
			out = append(out, at)
		}
	}
	return out
}

// enterRetreats puts on the sheet where dislodged units go.
func (r *reader) enterRetreats(s sheet) {
	for i, o := range s.orders {
		u, _ := r.dislodged().in(r.Province(o.at)) // else it was not parsed
		r.enterLine(i, withdrawal(u, &o), func(line string) error {
			o.off = o.verb == disband
			o.retreat = r.inReach(line, u, o.retreat)
			r.withdrawTo(line, u, o)
			return nil
		})
	}
	r.spot, r.line = spot{}, ""
}
