package gm

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/parser"
	"deaddrop/templates"
)

// Limits on the press that one player can have the game master keep and send.
const (
	maxPress   = 8 << 10  // bytes of one piece
	maxPieces  = 10       // of press in one letter
	maxDaily   = 100      // letters that a seat's press may make in a day
	maxWaiting = 32 << 10 // bytes of a seat's press that wait
)

// press passes a letter on: at once to those named, and with the next report what is for all.
func (in *incoming) press(c parser.Command) {
	refused := func(why string) {
		in.fault("PRESS TO "+c.Args, why+" Nothing was sent.")
	}
	if why := in.noPress(c); why != "" {
		refused(why)
		return
	}
	in.pressed++
	p, err := in.g.addressed(c.Args)
	if err != nil {
		refused(err.Error())
		last := &in.r.Faults[len(in.r.Faults)-1]
		last.Text += " You can write to: " + strings.Join(in.g.names(), ", ") + ", ALL."
		return
	}
	p.From, p.Text, p.Quiet = string(in.seat.Name), c.Text, c.Quiet
	toDesk := !p.All && len(p.To) == 1 && p.To[0] == string(adjudicator.GM)
	if !toDesk { // the way to the game master is always open
		if why := in.barred(c); why != "" {
			refused(why)
			return
		}
		sign := in.g.pressRule("sign")
		p.Grey = sign == "grey" || sign == "choice" && c.Signed == parser.Grey
	}
	if p.Grey {
		p.Text = unsigned(p.Text)
	}
	later := p.All || !toDesk && in.g.pressRule("goes") == "report"
	if !later && !in.seat.Pressed.take(in.now, len(p.To), maxDaily) {
		refused("That is more press than one player can send in a day.")
		return
	}
	in.passOn(p, later)
}

// passOn sends a piece of press on its way, and says in the receipt when it gets where.
func (in *incoming) passOn(p templates.Press, later bool) {
	to := p.Readers()
	if p.Grey {
		to += ", without your name"
	}
	switch {
	case later:
		in.g.Press = append(in.g.Press, p)
		in.note("Your press to " + to + " goes out with the next report.")
		return
	case p.Grey:
		due := greyHour(in.now)
		in.g.Grey = append(in.g.Grey, greyPress{p, due})
		in.task(taskGrey, in.g.Grey[0].Due)
		in.note("Your press goes to " + to + ", at " + due.In(in.g.zone(in.seat)).Format("15:04") + ", so that the time tells nothing.")
	default:
		in.deliver(p)
		in.note("Your press was sent to " + to + ".")
	}
	if !p.Quiet {
		in.r.Sent = append(in.r.Sent, p)
	}
}

// addressed finds who is to get press: "ALL", "ALL BUT France", or names.
func (g *game) addressed(to string) (p templates.Press, err error) {
	var but string
	p.All, but = isAll(to)
	if p.All && but == "" {
		return p, nil
	}
	names := to
	if p.All {
		names = but
	}
	seats, err := g.named(names)
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

// noPress says why press is not passed on, to whomever it is.
func (in *incoming) noPress(c parser.Command) string {
	waiting := 0
	for _, p := range in.g.Press {
		if p.From == string(in.seat.Name) {
			waiting += len(p.Text)
		}
	}
	for _, p := range in.g.Grey {
		if p.From == string(in.seat.Name) {
			waiting += len(p.Text)
		}
	}
	switch {
	case in.g.State == over:
		return "The game is over."
	case len(c.Text) > maxPress:
		return fmt.Sprintf("It is longer than %d bytes.", maxPress)
	case in.pressed >= maxPieces:
		return fmt.Sprintf("One letter may have %d pieces of press.", maxPieces)
	case waiting+len(c.Text) > maxWaiting:
		return "Enough press of yours waits for the next report."
	}
	return ""
}

// deliver writes press to each seat that it is for.
func (s *step) deliver(p templates.Press) {
	for _, seat := range s.g.Seats {
		if p.From == string(seat.Name) && !slices.Contains(p.To, p.From) || !s.g.reaches(p, seat) {
			continue
		}
		page := s.page(nil, seat)
		page.Press = []templates.Press{shown(p, seat)}
		s.send(seat, "press", page, nil)
	}
	who := &seat{Name: adjudicator.Observer}
	if !s.g.reaches(p, who) {
		return
	}
	s.toObservers(func() templates.Page {
		page := s.page(nil, who)
		page.Press, page.Watch = []templates.Press{shown(p, who)}, &templates.Watch{Stage: templates.WatchWord}
		return page
	})
}

// reaches reports whether a piece of press is for a seat to read. Whoever wrote it has a copy, unless he wants none.
func (g *game) reaches(p templates.Press, seat *seat) bool {
	name := string(seat.Name)
	switch {
	case seat.Name == adjudicator.Observer: // who is left out of press may watch under another address
		return p.All && len(p.But) == 0
	case p.From == name:
		return !p.Quiet
	case seat.Name == adjudicator.GM && g.pressRule("copy") == "gm":
		return true
	case p.From != string(adjudicator.GM) && seat.mutes(p):
		return false
	case p.All:
		return !slices.Contains(p.But, name)
	}
	return slices.Contains(p.To, name)
}

// shown is press as a seat reads it: who wrote grey press only the game master is told.
func shown(p templates.Press, seat *seat) templates.Press {
	p.Quiet = false
	if p.Grey && seat.Name != adjudicator.GM {
		p.From = ""
	}
	return p
}

// greyPress waits until so many may have written it that the time tells nothing.
type greyPress struct {
	templates.Press
	Due time.Time
}

// greyHour is when grey press goes out that came now: at a full hour, and not too soon.
func greyHour(now time.Time) time.Time { return now.Add(greyWait).Truncate(time.Hour).Add(time.Hour) }

const greyWait = 30 * time.Minute

// relay sends the grey press that is due. Its order tells nothing of who wrote it.
func (m *Master) relay(ctx context.Context, now time.Time, name string) error {
	return m.do(ctx, now, name, nil, func(s *step) error {
		if s.g == nil || len(s.g.Grey) == 0 || now.Before(s.g.Grey[0].Due) {
			return errNothing
		}
		var due []templates.Press
		for len(s.g.Grey) > 0 && !now.Before(s.g.Grey[0].Due) {
			due, s.g.Grey = append(due, s.g.Grey[0].Press), s.g.Grey[1:]
		}
		for _, p := range arranged(due) {
			s.deliver(p)
		}
		if len(s.g.Grey) > 0 {
			s.task(taskGrey, s.g.Grey[0].Due)
		}
		return nil
	})
}

// arranged is press with the grey pieces last and in the order of their words: the order in which they came may tell
// whose they are.
func arranged(press []templates.Press) []templates.Press {
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

// unsigned is a text without the signature that a mail program has put below it.
func unsigned(text string) string {
	lines := strings.Split(text, "\n")
	if i := slices.IndexFunc(lines, func(line string) bool { return strings.TrimSpace(line) == "--" }); i > 0 {
		lines = lines[:i]
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
