package game

import (
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/templates"
)

// Addressed resolves the recipients of press: "ALL", "ALL BUT France", or names.
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

// isAll reports whether press is for all; but names the exceptions.
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

// Reaches reports whether a seat gets a piece of press. The author gets a copy too, unless they want none.
func (g *Game) Reaches(p templates.Press, seat *Seat) bool {
	name := string(seat.Name)
	switch {
	// otherwise an excluded player might read it by watching under another address
	case seat.Name == adjudicator.Observer:
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

// Shown returns press as a seat sees it: only the game master sees who wrote grey press.
func Shown(p templates.Press, seat *Seat) templates.Press {
	p.Quiet = false
	if p.Grey && seat.Name != adjudicator.GM {
		p.From = ""
	}
	return p
}

// GreyHour returns when grey press that arrives now is sent: at the first full hour after a minimum wait.
func GreyHour(now time.Time) time.Time { return now.Add(greyWait).Truncate(time.Hour).Add(time.Hour) }

const greyWait = 30 * time.Minute

// Arranged returns press with the grey pieces last and sorted by their text, since the order of arrival might reveal
// who wrote them.
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

// Unsigned returns a text without the signature that a mail program added.
func Unsigned(text string) string {
	lines := strings.Split(text, "\n")
	if i := slices.IndexFunc(lines, func(line string) bool { return strings.TrimSpace(line) == "--" }); i > 0 {
		lines = lines[:i]
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
