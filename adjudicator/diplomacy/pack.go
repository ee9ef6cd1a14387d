package diplomacy

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// A pack is the TOML form of a board.
type pack struct {
	Title, Edition, Provenance string
	Victory                    int
	Power                      []struct{ Name, Homes, Units string }
	Coast                      []coastText
	Sea, Land                  []spaceText
}

// A coastText is a kind of coast, with the words that follow a province's name for it.
type coastText struct {
	Code, Name string
	Also       []string
}

type spaceText struct {
	Name, Code, Abbr string
	Centre           bool
	Army, Fleet      string
	Coasts           map[string]string
	Also             []string
}

// ParseBoard reads a board from its pack, in the format of boards/standard.toml, which is explained at the top of
// that file. The error lists all faults with their positions.
func ParseBoard(text []byte) (*Board, error) {
	var p pack
	md, err := toml.Decode(string(text), &p)
	if err != nil {
		return nil, err
	}
	r := reader{spelt: map[alias]bool{}}
	for _, key := range md.Undecoded() {
		r.fault("%s: no such entry in a board", key)
	}
	r.board = &Board{title: p.Title, victory: p.Victory, byCode: map[string]Loc{}}
	r.spaces(&p)
	if len(r.faults) == 0 {
		r.links(&p)
		r.powers(&p)
		r.symmetric()
	}
	if len(r.faults) > 0 {
		return nil, errors.Join(r.faults...)
	}
	r.board.index()
	return r.board, nil
}

// A reader converts a pack to a board and collects faults.
type reader struct {
	board  *Board
	spelt  map[alias]bool
	faults []error
}

func (r *reader) fault(format string, args ...any) {
	r.faults = append(r.faults, fmt.Errorf(format, args...))
}

// spaces creates the locations: seas, land, then coasts of provinces that have several.
func (r *reader) spaces(p *pack) {
	b := r.board
	for _, s := range p.Sea {
		if s.Army != "" || len(s.Coasts) > 0 || s.Centre {
			r.fault("sea %s: a sea has no army links, coasts or centre", s.Code)
		}
		r.place(s, Sea)
	}
	for _, s := range p.Land {
		terrain := Inland
		if s.Fleet != "" || len(s.Coasts) > 0 {
			terrain = Coastal
		}
		if s.Fleet != "" && len(s.Coasts) > 0 {
			r.fault("land %s: has both fleet links and coasts", s.Code)
		}
		r.place(s, terrain)
	}
	b.provinces = len(b.places)
	for _, s := range p.Land {
		r.coasts(s, p.Coast)
	}
	b.survey()
	switch {
	case len(b.places) > maxLocs:
		r.fault("%d locations: a board has at most %d", len(b.places), maxLocs)
	case b.provinces == 0:
		r.fault("there are no spaces")
	}
	if p.Victory < 1 || p.Victory > len(b.centres) {
		r.fault("victory = %d: it must be from 1 to the number of centres, %d", p.Victory, len(b.centres))
	}
}

// survey records which types of units can be in each location.
func (b *Board) survey() {
	for l := range b.province {
		b.province[l] = NoLoc
	}
	for i, p := range b.places[:min(len(b.places), maxLocs)] {
		l := Loc(i)
		b.province[l] = p.province
		if p.terrain == Sea {
			b.seas.add(l)
		}
		if p.province != l {
			b.coasts.add(l)
		} else if p.terrain == Coastal {
			b.shores.add(l)
		}
		if p.terrain != Sea && p.province == l {
			b.stands[Army].add(l)
		}
		if p.terrain != Inland && len(p.coasts) == 0 {
			b.stands[Fleet].add(l)
		}
	}
}

func (r *reader) place(s spaceText, terrain Terrain) {
	b := r.board
	if s.Abbr == "" && s.Code != "" {
		s.Abbr = s.Code[:1] + strings.ToLower(s.Code[1:])
	}
	l := r.enter(place{code: s.Code, abbr: s.Abbr, name: s.Name, terrain: terrain, centre: s.Centre})
	if s.Centre {
		b.centres = append(b.centres, l)
	}
	r.spell(l, s.Name, s.Code, s.Abbr)
	r.spell(l, s.Also...)
}

// enter adds a location as a province. For coasts, the province is set afterwards.
func (r *reader) enter(p place) Loc {
	b := r.board
	l := Loc(len(b.places) % 256)
	switch _, twice := b.byCode[p.code]; {
	case p.name == "":
		r.fault("space %q: it has no name", p.code)
	case p.code == "" || strings.ContainsAny(strings.ReplaceAll(p.code, "/", ""), " /()") ||
		p.code != strings.ToUpper(p.code):
		r.fault("%s: %q is no code; a code is capitals without spaces", p.name, p.code)
	case twice:
		r.fault("%s: the code %s is taken by %s", p.name, p.code, b.places[b.byCode[p.code]].name)
	}
	p.province = l
	b.places = append(b.places, p)
	b.byCode[p.code] = l
	return l
}

func (r *reader) spell(l Loc, texts ...string) {
	b := r.board
	for _, t := range texts {
		if t == "" {
			r.fault("%s: an empty spelling", b.places[l].name)
		} else if a := (alias{t, l}); !r.spelt[a] {
			r.spelt[a] = true
			b.aliases = append(b.aliases, a)
		}
	}
}

// coasts adds the coasts of a province. Their spellings combine every spelling of the province with every spelling of
// the coast.
func (r *reader) coasts(s spaceText, kinds []coastText) {
	b := r.board
	if len(s.Coasts) == 1 {
		r.fault("land %s: one coast alone is no split; write fleet links", s.Code)
	}
	province := b.byCode[s.Code]
	stems := slices.Clone(b.aliases)
	for _, code := range keys(s.Coasts) {
		i := slices.IndexFunc(kinds, func(k coastText) bool { return k.Code == code })
		if i < 0 {
			r.fault("land %s: no [[coast]] has the code %s", s.Code, code)
			continue
		}
		k, parent := kinds[i], b.places[province]
		name := parent.name + " (" + k.Name + ")"
		abbr := parent.abbr + "(" + strings.ToLower(k.Code) + ")"
		l := r.enter(place{code: parent.code + "/" + k.Code, abbr: abbr, name: name, terrain: Coastal})
		b.places[l].province = province
		b.places[province].coasts = append(b.places[province].coasts, l)
		r.spell(l, name, b.places[l].code, abbr)
		for _, a := range stems {
			for _, end := range k.Also {
				if a.loc == province {
					r.spell(l, a.text+end)
				}
			}
		}
	}
}

// keys returns the codes of a province's coasts in alphabetical order.
func keys(coasts map[string]string) []string {
	var ks []string
	for k := range coasts {
		ks = append(ks, k)
	}
	slices.Sort(ks)
	return ks
}

// links reads where armies and fleets may go.
func (r *reader) links(p *pack) {
	b := r.board
	for _, s := range slices.Concat(p.Sea, p.Land) {
		l := b.byCode[s.Code]
		b.reach[Army][l] = r.codes("army of "+s.Code, s.Army, Army)
		b.reach[Fleet][l] = r.codes("fleet of "+s.Code, s.Fleet, Fleet)
		for code, text := range s.Coasts {
			full := s.Code + "/" + code
			b.reach[Fleet][b.byCode[full]] = r.codes("fleet of "+full, text, Fleet)
		}
	}
}

// codes parses a list of codes of locations that a unit of type t can be in.
func (r *reader) codes(where, text string, t UnitType) Set {
	var s Set
	for code := range strings.FieldsSeq(text) {
		l, ok := r.board.byCode[code]
		switch {
		case !ok:
			r.fault("%s: there is no space %s", where, code)
		case !r.board.CanStand(t, l):
			r.fault("%s: %s cannot stand in %s", where, t.noun(), code)
		case s.Has(l):
			r.fault("%s: %s comes twice", where, code)
		default:
			s.add(l)
		}
	}
	return s
}

// powers reads the powers, which must be in alphabetical order, their homes, which must be centres and belong to one
// power each, and their units.
func (r *reader) powers(p *pack) {
	b := r.board
	var taken Set
	for _, text := range p.Power {
		if len(b.powers) > 0 && text.Name <= b.powers[len(b.powers)-1] {
			r.fault("power %s: powers stand in alphabetical order, each once", text.Name)
		}
		var homes []Loc
		for code := range strings.FieldsSeq(text.Homes) {
			l, ok := b.byCode[code]
			switch {
			case !ok:
				r.fault("homes of %s: there is no space %s", text.Name, code)
			case !b.places[l].centre:
				r.fault("homes of %s: %s is no centre", text.Name, code)
			case taken.Has(l):
				r.fault("homes of %s: %s is a home already", text.Name, code)
			default:
				taken.add(l)
				homes = append(homes, l)
			}
		}
		r.units(text.Name, text.Units)
		b.powers = append(b.powers, text.Name)
		b.homes = append(b.homes, homes)
	}
	if n := len(b.powers); n == 0 || n > 127 {
		r.fault("%d powers: there must be from 1 to 127", n)
	}
}

// units parses the starting units of the next power, such as "A BUD, F TRI".
func (r *reader) units(name, text string) {
	b := r.board
	if text == "" {
		return
	}
	for part := range strings.SplitSeq(text, ",") {
		w := strings.Fields(part)
		if len(w) != 2 || w[0] != "A" && w[0] != "F" {
			r.fault("units of %s: %q is no unit; a unit is A or F and a space", name, strings.TrimSpace(part))
			continue
		}
		u := Unit{Power: Power(len(b.powers)), Type: Army}
		if w[0] == "F" {
			u.Type = Fleet
		}
		l, ok := b.byCode[w[1]]
		switch {
		case !ok:
			r.fault("units of %s: there is no space %s", name, w[1])
		case !b.CanStand(u.Type, l):
			r.fault("units of %s: %s cannot stand in %s", name, u.Type.noun(), w[1])
		case slices.ContainsFunc(b.start, func(v Unit) bool { return b.places[v.At].province == b.places[l].province }):
			r.fault("units of %s: a unit stands in %s already", name, b.Code(b.places[l].province))
		default:
			u.At = l
			b.start = append(b.start, u)
		}
	}
}

// symmetric checks that each link is listed at both ends.
func (r *reader) symmetric() {
	b := r.board
	for i := range b.places {
		from := Loc(i)
		for _, t := range []UnitType{Army, Fleet} {
			for _, to := range b.Reach(t, from) {
				if to == from {
					r.fault("%s: a link to itself", b.Code(from))
				} else if !b.CanReach(t, to, from) {
					r.fault("%s: %s can go to %s, but not back", b.Code(from), t.noun(), b.Code(to))
				}
			}
		}
	}
}

// index computes the tables for the resolution from the links.
func (b *Board) index() {
	for i := range b.places {
		from := Loc(i)
		p := b.places[from].province
		for to := range b.reach[Fleet][from].All() {
			b.near[Fleet][from].add(b.places[to].province)
		}
		b.near[Army][from] = b.reach[Army][from]
		b.touches[p] = b.touches[p].or(b.near[Army][from]).or(b.near[Fleet][from])
		b.waters[p] = b.waters[p].or(b.near[Fleet][from].and(b.seas))
	}
}
