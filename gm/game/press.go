package game

import (
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/templates"
)

// Addressed finds the readers of press: "ALL", "ALL BUT France", or names.
func (who *People) Addressed(to string) (p templates.Press, err error) {
	var but string
	p.All, but = isAll(to)
	if p.All && but == "" {
		return p, nil
	}
	names := to
	if p.All {
		names = but
	}
	seats, err := who.Named(names)
	for _, seat := range seats {
		if p.All {
			p.But = append(p.But, string(seat))
		} else {
			p.To = append(p.To, string(seat))
		}
	}
	return p, err
}

// isAll reports whether press is to all, and to all but whom.
func isAll(to string) (all bool, but string) {
	to = strings.Trim(to, " :.")
	first, rest, _ := strings.Cut(to, " ")
	switch strings.ToUpper(strings.Trim(first, ",")) {
	case "ALL", "EVERYBODY", "EVERYONE":
	default:
		return false, ""
	}
	if rest = strings.TrimSpace(rest); rest == "" {
		return true, ""
	}
	word, but, _ := strings.Cut(rest, " ")
	if word = strings.ToUpper(word); word != "BUT" && word != "EXCEPT" {
		return false, ""
	}
	return true, strings.TrimPrefix(strings.TrimSpace(but), "for ")
}

// Reaches reports whether a piece of press is for a seat to read. Whoever wrote it has a copy, unless they want none.
func (g *Game) Reaches(p templates.Press, seat *Seat) bool {
	name := string(seat.Name)
	switch {
	case seat.Name == adjudicator.Observer: // who is left out of press may watch under another address
		return p.All && len(p.But) == 0
	case p.From == name:
		return !p.Quiet
	case seat.Name == adjudicator.GM && g.PressRule("copy") == "gm":
		return true
	case p.From != string(adjudicator.GM) && seat.mutes(p):
		return false
	case p.All:
		return !slices.Contains(p.But, name)
	}
	return slices.Contains(p.To, name)
}

// Shown is press as a seat reads it: only the game master is told who wrote grey press.
func Shown(p templates.Press, seat *Seat) templates.Press {
	p.Quiet = false
	if p.Grey && seat.Name != adjudicator.GM {
		p.From = ""
	}
	return p
}

// GreyHour is when grey press that comes now goes out: at a full hour, and not too soon.
func GreyHour(now time.Time) time.Time { return now.Add(greyWait).Truncate(time.Hour).Add(time.Hour) }

const greyWait = 30 * time.Minute

// Arranged is press with the grey pieces last and in the order of their words: the order in which they came may tell
// whose they are.
func Arranged(press []templates.Press) []templates.Press {
	out := slices.Clone(press)
	slices.SortStableFunc(out, func(a, b templates.Press) int {
		switch {
		case a.Grey && b.Grey:
			return strings.Compare(a.Text, b.Text)
		case a.Grey:
			return 1
		case b.Grey:
			return -1
		}
		return 0
	})
	return out
}

// Unsigned is a text without the signature that a mail program has put below it.
func Unsigned(text string) string {
	lines := strings.Split(text, "\n")
	if i := slices.IndexFunc(lines, func(line string) bool { return strings.TrimSpace(line) == "--" }); i > 0 {
		lines = lines[:i]
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
