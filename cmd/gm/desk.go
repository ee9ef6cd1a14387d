package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/amount"
	"deaddrop/gm/calendar"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
)

func newNew(d *desk) *cobra.Command {
	plan := gm.Plan{Options: map[string]string{}}
	var players []string
	var pack string
	var missing []string
	var takes forming
	var clock clockFlags
	cmd := &cobra.Command{
		Use:   "new NAME TITLE --player [SEAT=]ADDRESS ... | --open",
		Short: "Start a game and write to its players, or announce one that takes players by mail",
		Long: `new starts a game: its letters are tagged with NAME, and TITLE is one of its kinds, such as deadman; gm new alone lists
them, with what of each is published and what is a house edition. Name as many players as the title needs; who has no SEAT in
front gets one by lot. Players are written to at once, so try it with --dry-run first; gm seat puts a wrong address right, and
gm end calls the game off.

With --open the game takes players first. Who wants to play writes JOIN and its name, with what he wishes, as in
JOIN dm1 France, Italy or Turkey; he is asked to confirm that by an answer. It begins by itself when as many have confirmed
as it takes, or with gm start. Seats are given so that wishes are met as well as can be for all, and by lot where several
ways are as good.`,
		Example: `  gm new dm3 deadman --open --every 72h
  gm new dc1 decatur --every 72h --at 20:00 --zone Europe/London \
    --player ann@example.org --player bob@example.org --player Red=cyd@example.org`,
		Args: cobra.ExactArgs(2),
	}
	d.acts(cmd, func(ctx context.Context, at *gm.Desk, args []string) (err error) {
		if pack != "" {
			if plan.Pack, err = d.file(pack, maxFile); err != nil {
				return err
			}
		}
		if err := clock.apply(d, cmd.Flags(), &plan.Clock); err != nil {
			return err
		}
		if err := unhurried(cmd, plan.Clock); err != nil {
			return err
		}
		if !cmd.Flags().Changed("delay") {
			plan.Clock.Delay = plan.Clock.SecondThoughts()
		}
		plan.Name, plan.Rules = args[0], args[1]
		for _, p := range players {
			plan.Players = append(plan.Players, player(p))
		}
		if plan.Missing, err = gm.ParseLadder(gm.Ladder{Standby: 2}, missing); err != nil {
			return err
		}
		plan.Secret = newSecret()
		begin := at.New
		if takes.open {
			begin = func(ctx context.Context, now time.Time, p gm.Plan) error {
				return at.Open(ctx, now, p, takes.wanted, takes.approve)
			}
		} else if takes.wanted != 0 || takes.approve {
			return &refusal.Error{Text: "--seats and --approve are for a game that takes players: --open."}
		}
		if err := begin(ctx, d.now(), plan); err != nil {
			return err
		}
		warnOfDesk(cmd.ErrOrStderr(), plan, at.Master.Desk)
		return nil
	})
	f := cmd.Flags()
	f.StringArrayVar(&players, "player", nil, "a player's address, with SEAT= in front if the seat is not to be drawn")
	takes.flags(f)
	f.StringToStringVar(&plan.Options, "rule", nil, "a ruling that is switched, such as db=before; gm rulings lists them")
	f.StringToStringVar(&plan.Press, "press", nil, "a choice about press, such as sign=grey; gm press-rules --help lists them")
	f.StringVar(&pack, "pack", "", "a file with the board and the cards, for a title that takes another edition than its own; gm pack checks it")
	clock.Clock = calendar.Clock{Every: 72 * time.Hour, Short: 24 * time.Hour, Remind: 24 * time.Hour}
	clock.remind = spans{24 * time.Hour}
	plan.Clock = clock.Clock
	clock.add(f)
	reads(f, "pack", "--pack takes the board and the cards that you have typed in; gm pack prints the house edition to begin with.")
	f.StringVar((*string)(&plan.Trust), "trust", string(intake.TrustReply), "what it takes to believe who wrote a letter: open, reply or signed; gm trust --help explains them")
	f.StringSliceVar(&missing, "missing", nil, "what happens to who sends nothing, such as standby=2,then=default,absence=14; gm missing --help explains it")
	f.StringVar(&plan.Desk, "gm", "", "the game master's own address (that of the configuration)")
	listing(cmd)
	return cmd
}

// player reads SEAT=ADDRESS, or an address alone.
func player(text string) gm.Player {
	seat, address, ok := strings.Cut(text, "=")
	if !ok {
		seat, address = "", text
	}
	return gm.Player{Seat: adjudicator.Seat(seat), Address: address}
}

// leastEvery is the shortest turn of a game by mail.
const leastEvery = time.Minute

// unhurried refuses times in which nobody can answer a letter.
func unhurried(cmd *cobra.Command, c calendar.Clock) error {
	for _, f := range []struct {
		name string
		span time.Duration
	}{{"every", c.Every}, {"short", c.Short}} {
		if cmd.Flags().Changed(f.name) && 0 < f.span && f.span < leastEvery {
			return &refusal.Error{Text: fmt.Sprintf("Nobody can answer a letter in %v; give --%s a minute or more, such as 72h.", f.span, f.name)}
		}
	}
	return nil
}

// warnOfDesk says that a player learns all if he is the game master, too.
func warnOfDesk(w io.Writer, plan gm.Plan, desk string) {
	desk = cmp.Or(plan.Desk, desk)
	for _, p := range plan.Players {
		if desk != "" && strings.EqualFold(p.Address, desk) {
			printf(w, "Warning: %s plays, and is the game master's address, too. So this player also gets the game master's letters, which tell all secrets. "+
				"Another address for the game master's is given with --gm.\n", p.Address)
			return
		}
	}
}

// unreached says to which seats letters come back.
func unreached(o gm.Overview) string {
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

// standing is how a game stands, in a line.
func standing(o gm.Overview) string {
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

func newShow(d *desk) *cobra.Command {
	var as, phase string
	cmd := d.reads(&cobra.Command{
		Use:     "show GAME [--as SEAT [--at PHASE]]",
		Short:   "Show how a game stands, or what a seat knows",
		Example: "  gm show dm1\n  gm show dm1 --as France\n  gm show dm1 --as GM --at Spring 1901",
		Args:    cobra.ExactArgs(1),
	}, func(ctx context.Context, m *gm.Master, args []string) (string, any, error) {
		if as != "" || phase != "" {
			text, view, err := m.AsAt(ctx, d.now(), args[0], cmp.Or(as, string(adjudicator.GM)), phase)
			return text, json.RawMessage(view), err
		}
		o, err := m.Overview(ctx, args[0])
		if err != nil {
			return "", nil, err
		}
		return shown(o), o, nil
	})
	cmd.Flags().StringVar(&as, "as", "", "the seat whose knowledge is shown; GM knows everything")
	ofPhase(cmd, &phase, 1, "what it knew when that phase had begun")
	return cmd
}

// shown is how a game stands, in words.
func shown(o gm.Overview) string {
	w := new(strings.Builder)
	printf(w, "%s, %s: %s\n", o.Name, o.Rules, standing(o))
	showForming(w, o)
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
		printf(w, "  %-10s %-28s %s\n", s.Name, cmp.Or(s.Address, "(nobody)"), state)
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
	for _, choice := range o.Press {
		printf(w, "\n  %s", choice)
	}
	printf(w, "\n  A letter is believed %s (gm trust).", believed(o.Trust))
	printf(w, "\n  Who sends nothing: %s (gm missing).", strings.Join(o.Missing.Words(), " "))
	printf(w, "\n  A turn lasts %s and ends %s. %s", span{&o.Clock.Every}, ending(o.Clock), listRulings(o))
	return w.String()
}

// listRulings lists the rulings of a game.
func listRulings(o gm.Overview) string {
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

// sameMailbox says who may be one person: by their provider's rules their letters go to one mailbox, though what stands behind a
// plus in their addresses may differ.
func sameMailbox(o gm.Overview) []string {
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
			out = append(out, fmt.Sprintf("%s may be one person: the mailbox of each is %s.", strings.Join(who[box], " and "), box))
		}
	}
	return out
}

// believed is what it takes to believe a letter, in words.
func believed(t intake.Trust) string {
	switch t {
	case intake.TrustOpen:
		return "by the address in From alone"
	case intake.TrustSigned:
		return "with a signature of its writer's mail provider"
	}
	return "with a signature of its writer's mail provider, or as an answer to one of the game's while the address was never proved"
}

// ending is what ends a turn, in words.
func ending(c calendar.Clock) string {
	if c.Ends == calendar.WhenIn {
		return "early, when everybody is in"
	}
	return "at its deadline"
}

func newPress(d *desk) *cobra.Command {
	var to string
	cmd := &cobra.Command{
		Use:     "press GAME [--to SEATS] TEXT | -",
		Short:   "Write to the players of a game as its game master",
		Example: "  gm press dm1 'The deadline stays.'\n  gm press dm1 --to 'ALL BUT France' 'France has a new player.'\n  gm press dm1 --to France,Italy - < letter.txt",
		Args:    cobra.MinimumNArgs(2),
	}
	d.acts(cmd, func(ctx context.Context, at *gm.Desk, args []string) error {
		text, err := textOf(cmd, args[1:])
		if err != nil {
			return err
		}
		return at.Press(ctx, d.now(), args[0], to, text)
	})
	cmd.Flags().StringVar(&to, "to", "ALL", "the seats that get it, ALL, or ALL BUT some")
	return cmd
}

func newSeat(d *desk) *cobra.Command {
	var confirmed bool
	cmd := d.acts(&cobra.Command{
		Use:   "seat GAME SEAT=ADDRESS | add [SEAT=]ADDRESS [WISHES] | drop ADDRESS",
		Short: "Give a seat to somebody else, or put somebody down for a game that takes players",
		Long: `seat has somebody else play on: he gets a letter as if the game began for him now, with what his seat knows and has
on file. Who sat there before is told that he no longer does. The other players are told nothing; press says it, if you like.

While a game takes players, add puts somebody down with what he wishes, or with a seat that he is promised. He is asked to
confirm, unless you know with --confirmed that he will play. drop takes him off again. Once a game has begun, drop takes away
a player's second address (ALSO), which gm show names: gm seat dm1 drop ann@work.example. The player is told.`,
		Example: "  gm seat dm1 Turkey=hal@example.org\n  gm seat dm2 add ann@example.org 'France, Italy or Turkey'\n  gm seat dm2 add bob@example.org --confirmed\n  gm seat dm2 drop ann@example.org",
		Args:    cobra.MinimumNArgs(2),
	}, func(ctx context.Context, at *gm.Desk, args []string) error {
		switch {
		case args[1] == "add" && len(args) > 2:
			return at.Apply(ctx, d.now(), args[0], player(args[2]), strings.Join(args[3:], " "), confirmed)
		case args[1] == "drop" && len(args) == 3:
			return at.Withdraw(ctx, d.now(), args[0], args[2])
		case len(args) > 2:
			return &refusal.Error{Text: "Say SEAT=ADDRESS, add ADDRESS with what they wish, or drop ADDRESS."}
		}
		seat, address, ok := strings.Cut(args[1], "=")
		if !ok {
			return fmt.Errorf("%q is no seat with an address; write it as Turkey=hal@example.org", args[1])
		}
		return at.Seat(ctx, d.now(), args[0], seat, address)
	})
	cmd.Flags().BoolVar(&confirmed, "confirmed", false, "with add: the player is known to play, and need not confirm")
	return cmd
}

func newResolve(d *desk) *cobra.Command {
	return d.acts(&cobra.Command{
		Use:     "resolve GAME [PHASE]",
		Short:   "Resolve the turn now, with the orders on file",
		Long:    "resolve ends the turn as if its deadline had come. With PHASE it does so only if the game is in that phase.",
		Example: "  gm resolve dm1 Spring 1901 --dry-run --letters\n  gm resolve dm1 Spring 1901",
		Args:    cobra.MinimumNArgs(1),
	}, func(ctx context.Context, at *gm.Desk, args []string) error {
		return at.Resolve(ctx, d.now(), args[0], strings.Join(args[1:], " "))
	})
}
