package deadman_test

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"deaddrop/adjudicator/diplomacy"
)

// there returns the piece in a space at the end of the season.
func (m *model) there(space string) *piece {
	for _, p := range m.pieces {
		if p.end != "" && m.space(p.end) == space {
			return p
		}
	}
	return nil
}

// look records what spies see, with the stars that it gives (DM-10 to DM-13).
func (m *model) look() {
	for _, p := range m.pieces {
		if p.order.verb != "E" || p.failed {
			continue
		}
		var seas, lands []string
		for _, l := range m.b.Touching(m.locs[m.space(p.at)]) {
			q := m.there(m.b.Abbr(l))
			if q == nil || q.power != p.order.on {
				continue
			}
			if m.b.Terrain(l) == diplomacy.Sea {
				seas = append(seas, m.b.Abbr(l))
			} else {
				lands = append(lands, m.b.Abbr(l))
			}
			if m.Options["stars"] == "spy" || !slices.Contains(q.seen, p.power) {
				q.seen = append(q.seen, p.power)
			}
		}
		slices.Sort(seas)
		slices.Sort(lands)
		p.found = append(seas, lands...)
	}
}

// tell puts the reports together.
func (m *model) tell() {
	for _, power := range m.b.Powers() {
		if m.silent(power) {
			silent := []string{"silent"}
			if n, err := strconv.Atoi(m.Options["civil_disorder"]); err == nil && m.Silent[power]+1 < n {
				silent = append(silent, fmt.Sprintf("in disorder after %d", n))
			}
			m.told[power] = slices.Insert(m.told[power], 0, silent...)
		}
		for _, p := range m.pieces {
			if p.power == power {
				m.told[power] = append(m.told[power], p.report())
			}
		}
		for _, at := range m.peeks(power) {
			m.told[power] = append(m.told[power], fmt.Sprintf("PAS-%s-%s", at, map[bool]string{true: "Occupied", false: "Empty"}[m.there(at) != nil]))
		}
		for _, p := range m.pieces {
			if p.power != power || p.dislodgedBy == "" {
				continue
			}
			line := fmt.Sprintf("lost %s %s to nowhere", p.kind, p.at)
			if p.end != "" {
				line = fmt.Sprintf("lost %s %s to %s%s", p.kind, p.at, p.end, strings.Repeat("*", len(p.seen)))
			}
			if m.Options["dislodger"] == "power" {
				line += " " + p.dislodgedBy
			}
			m.told[power] = append(m.told[power], line)
			if why := m.whyRemoved(p); why != "" {
				m.told[power] = append(m.told[power], fmt.Sprintf("lost %s %s: %s", p.kind, p.at, why))
			}
		}
	}
	if m.Season == "Fall" {
		m.count()
	}
}

// whyRemoved returns the reason that a unit was removed; "" if it was not (DM-41).
func (m *model) whyRemoved(p *piece) string {
	switch {
	case p.end != "" || p.order.verb == "DB":
		return ""
	case m.disordered(p.power):
		return "no list"
	case len(p.list) > 0:
		return "no space"
	case p.order.listed || m.Options["retreats"] == "mini": // its owner wanted nothing else
		return ""
	}
	return "no list"
}

// peeks returns the peeks that a power sent, or else the one that it always wants, if any (DM-18, DM-20).
func (m *model) peeks(power string) []string {
	peeks := m.lines(power, "PAS-")
	any := m.Year > 1901
	if m.Options["pas_per_season"] == "unit" {
		any = any && slices.ContainsFunc(m.Units, func(u string) bool { return strings.HasPrefix(u, power+" ") })
	}
	if len(peeks) == 0 && any {
		return m.lines(power, "ALWAYS PAS-")
	}
	return peeks
}

// report returns a unit's order with the marks that its power sees (DM-13, DM-21, DM-24).
func (p *piece) report() string {
	o, unit := p.order, p.kind+" "+p.at
	stars := strings.Repeat("*", len(p.seen))
	if p.dislodgedBy != "" {
		stars = ""
	}
	via := ""
	if o.via {
		via = " via convoy"
	}
	text := unit + stars + " " + o.verb
	switch {
	case o.verb == "-" && p.failed:
		text = unit + stars + "-" + o.to + via
	case o.verb == "-":
		return unit + "-" + o.to + stars + via
	case o.verb == "E":
		text = unit + stars + "-Espionage " + o.on
	case o.verb == "S" && o.to == "":
		text += " " + o.said + o.other
	case o.verb == "S" || o.verb == "C":
		text += " " + o.said + o.other + "-" + o.to
	}
	switch {
	case p.failed:
		return "_" + text + "_"
	case o.verb == "E":
		return text + " [" + cmp.Or(strings.Join(p.found, ";"), "none") + "]"
	}
	return text
}

// count counts the centres after a Fall (DM-27, DM-28).
func (m *model) count() {
	had := map[string]string{}
	for power, centres := range m.Owners {
		for _, c := range centres {
			had[c] = power
		}
	}
	gained, lost, total, vacant := map[string][]string{}, map[string][]string{}, map[string]int{}, map[string]int{}
	for _, l := range m.b.Centres() {
		c := m.b.Abbr(l)
		owner, there := had[c], m.there(c)
		if there != nil && there.power != owner {
			gained[there.power], lost[owner] = append(gained[there.power], "+"+c), append(lost[owner], "-"+c)
			owner = there.power
		}
		total[owner]++
		if there == nil {
			vacant[owner]++
		}
	}
	over := m.ends(total)
	for _, power := range m.b.Powers() {
		units := 0
		for _, p := range m.pieces {
			if p.power == power && p.end != "" {
				units++
			}
		}
		builds, removals := max(0, min(total[power]-units, vacant[power])), max(0, units-total[power])
		if over {
			builds, removals = 0, 0
		}
		m.told[power] = slices.Concat(m.told[power], gained[power], lost[power],
			[]string{fmt.Sprintf("%d centres, %d units, builds %d, removals %d", total[power], units, builds, removals)})
	}
}

// ends reports whether the game is over, so that nothing is due in a Winter (DM-36, DM-42).
func (m *model) ends(centres map[string]int) bool {
	if last, err := strconv.Atoi(m.Options["last_year"]); err == nil && m.Year >= last {
		return true
	}
	toWin, err := strconv.Atoi(m.Options["centres"])
	if err != nil {
		toWin = 18
	}
	most := 0
	var first []string
	for _, power := range m.b.Powers() {
		if centres[power] > most {
			most, first = centres[power], nil
		}
		if centres[power] == most {
			first = append(first, power)
		}
	}
	return most >= toWin && len(first) == 1
}
