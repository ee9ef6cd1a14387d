package deadman

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/diplomacy"
	"deaddrop/parser"
)

// retreats is the kind of the question where dislodged units go.
const retreats = "retreats"

// readRetreats reads where dislodged units go. Whether a space is open is not looked at: its answer would
// tell of foreign units (DM-26). On an open board all see that, and what is closed is refused (see openTo).
func (v View) readRetreats(old, text, suggested string) adjudicator.Reading {
	r := v.reader("")
	r.kind, r.orders = suggested, v.sheetOf(retreats, old).orders
	if !r.strictly(retreats, text) {
		r.letter(text)
	}
	out := adjudicator.Reading{Parts: r.told(), Notes: slices.Compact(r.notes)}
	var lines []string
	for _, u := range v.dislodged() {
		unit := r.board.unit(u)
		o := r.of(r.Province(u.At))
		if o == nil {
			out.Missing = append(out.Missing, unit+" has no retreat: it will be removed.")
			out.Form = append(out.Form, unit+" R ")
			continue
		}
		line := withdrawal(u, o)
		lines, out.Form = append(lines, line), append(out.Form, line)
	}
	out.Answer = answer(old, strings.Join(lines, "\n"))
	return out
}

// dislodged are the units that must retreat.
func (v View) dislodged() units {
	var out units
	for _, text := range v.Dislodged {
		if u, ok := standard().unitOf(text); ok {
			out = append(out, u)
		}
	}
	return out
}

// letter reads a letter's lines.
func (r *reader) letter(text string) {
	for i, l := range lines(text) {
		r.begin(i, &l)
		for k, p := range alternatives(pieces(r.headed(l.text))) {
			r.spot = spot{i, 1 + k}
			r.piece(p.text, func() {
				if words, err := r.lead(&p); err != nil {
					r.object(p.text, err)
				} else if n := len(r.parts); p.told && n > 0 && r.parts[n-1].spoken && r.parts[n-1].spot.line == i { // "I think"
					r.hearsay(p)
				} else if len(words) > 0 {
					r.withdrawal(p, words)
				}
			})
		}
	}
}

// alternatives puts places that stand alone to the retreat before them: "A Mun-Ber, Kie or DB".
func alternatives(ps []piece) []piece {
	var out []piece
	for _, p := range ps {
		_, used := standard().places.Prefix(p.words)
		alone := used == len(p.words) || isDisband(p.words[0]) && len(p.words) == 1 || used > 0 && one(p.words[used], "or", "then")
		if n := len(out); n > 0 && alone {
			out[n-1].words = append(append(out[n-1].words, "or"), p.words...)
			out[n-1].text = span(out[n-1].rest, out[n-1].text, p.text)
			continue
		}
		out = append(out, p)
	}
	return out
}

// withdrawal reads "A Mun R Ber, Kie, DB".
func (r *reader) withdrawal(p piece, words []string) {
	if first := words[0]; len(words) > 1 && (isRetreat(first) || isDisband(first) || isRemove(first) || isMove(first)) {
		words = words[1:] // "Retreat A Mun to Ber"
		if isDisband(first) || isRemove(first) {
			words = append(slices.Clone(words), "db")
		}
	}
	t, rest := unitType(words)
	typed := len(rest) < len(words)
	if _, used := r.places.Prefix(rest); !typed && (used == 0 || used == len(rest)) {
		r.spoken(p.text)
		return
	}
	at, used, err := r.place(rest)
	if err == nil {
		err = r.withdraw(p.text, t, typed, at, rest[used:])
	}
	if err != nil {
		r.object(p.text, err)
	}
}

func (r *reader) withdraw(text string, t diplomacy.UnitType, typed bool, at diplomacy.Loc, words []string) error {
	u, ok := r.dislodged().in(r.Province(at))
	switch {
	case !ok:
		return complain("You have no unit in %s that must retreat, only %s.", r.the(r.Province(at)), strings.Join(r.Dislodged, ", "))
	case typed && u.Type != t:
		r.notes = append(r.notes, "Your unit in "+r.Name(r.Province(at))+" is "+noun(u.Type)+".")
	}
	for len(words) > 0 && (words[0] == parser.Dash || isMove(words[0]) || isRetreat(words[0])) {
		words = words[1:]
	}
	if len(words) > 0 && isVerb(words[0]) && !isDisband(words[0]) {
		return ask("Retreat where to? For example: %s R %s.", r.board.unit(u), "Ber, Kie")
	}
	if len(words) == 0 { // a line of the form that was left blank
		return nil
	}
	o := order{unit: u.Type, at: u.At, target: diplomacy.NoLoc, to: diplomacy.NoLoc, on: diplomacy.Nobody}
	faults := len(r.parts)
	if _, err := r.retreatList(text, &o, append([]string{"r"}, words...)); err != nil && len(r.parts) == faults {
		return err
	}
	o.off = o.off || o.bare // nowhere
	r.withdrawTo(text, u, o)
	return nil
}

// withdrawTo puts on the sheet where a dislodged unit goes.
func (r *reader) withdrawTo(text string, u diplomacy.Unit, o order) {
	o.retreat = r.openTo(text, u, o.retreat)
	if len(o.retreat) == 0 && !o.off { // each place of the list was refused
		return
	}
	if len(o.retreat) == 0 {
		o.verb = disband
	}
	o.off, o.bare = false, false // nothing but removal is left anyway
	r.drop(r.Province(u.At))
	r.orders = append(r.orders, o)
	r.taken++
}

// noun is a type with its article.
func noun(t diplomacy.UnitType) string {
	if t == diplomacy.Fleet {
		return "a fleet"
	}
	return "an army"
}
