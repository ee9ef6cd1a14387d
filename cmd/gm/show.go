package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/amount"
	"deaddrop/gm/calendar"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
)

func newShow(d *console) *cobra.Command {
	var as, phase string
	cmd := d.reads(&cobra.Command{
		Use:     "show GAME [--as SEAT [--at PHASE]]",
		Short:   "Show how a game stands, or what a seat knows",
		Example: "  gm show dm1\n  gm show dm1 --as France\n  gm show dm1 --as GM --at Spring 1901",
		Args:    cobra.ExactArgs(1),
	}, func(ctx context.Context, m *gm.Master, args []string) (string, any, error) {
		if as != "" || phase != "" {
			text, view, err := inspect.AsAt(ctx, m, d.now(), args[0], cmp.Or(as, string(adjudicator.GM)), phase)
			return text, json.RawMessage(view), err
		}
		o, err := inspect.OverviewOf(ctx, m, args[0])
		if err != nil {
			return "", nil, err
		}
		return overviewText(o), o, nil
	})
	cmd.Flags().StringVar(&as, "as", "", "the seat whose knowledge is shown; GM knows everything")
	ofPhase(cmd, &phase, 1, "what the seat knew when that phase began")
	return cmd
}

// overviewText describes the state of a game.
func overviewText(o inspect.Overview) string {
	w := new(strings.Builder)
	printf(w, "%s, %s: %s\n", o.Name, o.Rules, stateLine(o))
	showForming(w, o)
	if len(o.Seats) > 0 {
		printf(w, "  %-10s %-28s %s\n", "SEAT", "ADDRESS", "ORDERS")
	}
	for _, s := range o.Seats {
		state := "nothing is asked"
		switch {
		case s.Asked && s.Wait:
			state = "asks to wait"
		case s.Asked && s.In:
			state = "in"
		case s.Asked && s.Orders == "":
			state = "nothing on file"
		case s.Asked:
			state = fmt.Sprintf("on file, %d missing, %d open", len(s.Missing), len(s.Open))
		}
		if !s.Suspended.IsZero() {
			state += "; letters to it come back since " + s.Suspended.In(o.Deadline.Location()).Format(amount.Moment)
		}
		printf(w, "  %-10s %-28s %s\n", s.Name, sitter(s), state)
		if s.Also != "" {
			printf(w, "  %-10s %s\n", "", "also "+s.Also)
		}
		if s.Asking != "" {
			printf(w, "  %-10s %s\n", "", "perhaps also "+s.Asking+", where it is asked")
		}
		if more := reliability(s, o.Deadline.Location()); more != "" {
			printf(w, "  %-10s %s\n", "", more)
		}
	}
	for _, line := range sameMailbox(o) {
		printf(w, "  %s\n", line)
	}
	listStandbys(w, o)
	listObservers(w, o)
	listMoreMasters(w, o)
	for _, choice := range o.Press {
		printf(w, "\n  %s", choice)
	}
	printf(w, "\n  A letter is believed %s (gm trust).", believed(o.Trust))
	printf(w, "\n  Players who send no orders: %s (gm missing).", strings.Join(o.Missing.Words(), " "))
	printf(w, "\n  A turn lasts %s and ends %s. %s", span{&o.Clock.Every}, ending(o.Clock), listRulings(o))
	return w.String()
}

// sitter returns who plays a seat: an address, a robot, or nobody.
func sitter(s inspect.SeatOverview) string {
	switch s.Robot {
	case game.NoRobot:
		return cmp.Or(s.Address, "(nobody)")
	case game.QuietRobot:
		return game.RobotWord + ", which others are not told"
	}
	return game.RobotWord
}

// stateLine describes the state of a game on one line.
func stateLine(o inspect.Overview) string {
	if o.SignUp != nil {
		return formingLine(o)
	}
	if o.State != "running" {
		return strings.TrimSuffix(o.State+": "+o.Why, ": ")
	}
	asked, in, until := 0, 0, "until "+o.Deadline.Format(amount.Moment)
	if !o.Paused.IsZero() {
		until = "paused since " + o.Paused.Format(amount.Moment)
	}
	for _, s := range o.Seats {
		if s.Asked {
			asked++
		}
		if s.Asked && s.In {
			in++
		}
	}
	return fmt.Sprintf("%s, %d of %d in, %s", o.Phase, in, asked, until)
}

// unreached lists the seats whose letters bounce.
func unreached(o inspect.Overview) string {
	var seats []string
	for _, s := range o.Seats {
		if !s.Suspended.IsZero() {
			seats = append(seats, string(s.Name))
		}
	}
	if len(seats) == 0 {
		return ""
	}
	return "; letters come back from " + strings.Join(seats, ", ")
}

// listRulings lists the options of a game.
func listRulings(o inspect.Overview) string {
	var b strings.Builder
	printf(&b, "Rulings (* switched; gm rulings %s explains them):\n", o.Rules)
	for _, r := range o.Rulings {
		mark := " "
		if r.Switched {
			mark = "*"
		}
		printf(&b, "  %s %-22s %-10s %s\n", mark, r.Name, r.Value, r.Rule)
	}
	return b.String()
}

// sameMailbox lists players who may be the same person: by the rules of their mail provider, their addresses belong
// to the same mailbox, for example because they differ only after a plus.
func sameMailbox(o inspect.Overview) []string {
	who, boxes := map[string][]string{}, []string{}
	add := func(name, address string) {
		if address == "" {
			return
		}
		box := letter.Mailbox(address)
		if who[box] == nil {
			boxes = append(boxes, box)
		}
		who[box] = append(who[box], name)
	}
	for _, s := range o.Seats {
		add(string(s.Name), s.Address)
	}
	if o.SignUp != nil {
		for _, a := range o.SignUp.Asked {
			add(a.Address, a.Address)
		}
	}
	var out []string
	for _, box := range boxes {
		if len(who[box]) > 1 {
			out = append(out, fmt.Sprintf("%s may be one person: the mailbox of each is %s.",
				strings.Join(who[box], " and "), box))
		}
	}
	return out
}

// believed explains what a game requires to believe a letter.
func believed(t intake.Trust) string {
	switch t {
	case intake.TrustOpen:
		return "by the From address alone"
	case intake.TrustSigned:
		return "with a signature of its writer's mail provider"
	}
	return "with a signature of its writer's mail provider, or as an answer to one of the game's if no provider " +
		"ever vouched for the address"
}

// ending explains what ends a turn.
func ending(c calendar.Clock) string {
	if c.Ends == calendar.WhenIn {
		return "early, when everybody is in"
	}
	return "at its deadline"
}
