package main

import (
	"cmp"
	"context"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"deaddrop/adjudicator"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/refusal"
)

func newNew(d *console) *cobra.Command {
	plan := desk.Plan{Options: map[string]string{}}
	var players []string
	var pack string
	var missing []string
	var takes formingFlags
	var clock clockFlags
	cmd := &cobra.Command{
		Use:   "new NAME TITLE --player [SEAT=]ADDRESS ... | --open",
		Short: "Start a game and write to its players, or announce one that takes players by mail",
		Long: `new starts a game: its letters are tagged with NAME, and TITLE is one of its kinds, such as deadman; gm
new alone lists them, with what of each is published and what is a house edition. Name as many players as the title
needs; whoever has no SEAT in front gets one by lot. Players are written to at once, so try it with --dry-run first; gm
seat corrects a wrong address, and gm end calls the game off.

With --open the game takes players first. Whoever wants to play writes JOIN, the game's name and their wishes, as in
JOIN dm1 France, Italy or Turkey, and is asked to confirm that by a reply. The game begins by itself when enough have
confirmed, or with gm start. Seats are given so as to meet everybody's wishes as well as possible, and by lot among
equally good ways.`,
		Example: `  gm new dm3 deadman --open --every 72h
  gm new dc1 decatur --every 72h --at 20:00 --zone Europe/London \
    --player ann@example.org --player bob@example.org --player Red=cyd@example.org`,
		Args: cobra.ExactArgs(2),
	}
	d.acts(cmd, func(ctx context.Context, at *desk.Operator, args []string) (err error) {
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
		if !cmd.Flags().Changed("short") {
			plan.Clock.Short = plan.Clock.Small()
		}
		if !cmd.Flags().Changed("delay") {
			plan.Clock.Delay = plan.Clock.SecondThoughts()
		}
		plan.Name, plan.Rules = args[0], args[1]
		for _, p := range players {
			plan.Players = append(plan.Players, parsePlayer(p))
		}
		if plan.Missing, err = game.ParseLadder(game.Ladder{Standby: 2}, missing); err != nil {
			return err
		}
		plan.Secret = newSecret()
		begin := at.New
		if takes.open {
			begin = func(ctx context.Context, now time.Time, p desk.Plan) error {
				return at.Open(ctx, now, p, takes.wanted, takes.approve)
			}
		} else if takes.wanted != 0 || takes.approve {
			return &refusal.Error{Text: "--seats and --approve are for a game that takes players: --open."}
		}
		if err := begin(ctx, d.now(), plan); err != nil {
			return err
		}
		if !plan.Blindfold {
			warnOfDesk(cmd.ErrOrStderr(), plan, at.Master.Desk)
		}
		return nil
	})
	f := cmd.Flags()
	f.StringArrayVar(&players, "player", nil, "a player's address; SEAT= in front gives them that seat, others "+
		"are drawn by lot")
	takes.flags(f)
	f.StringToStringVar(&plan.Options, "rule", nil,
		"a ruling other than the default, such as db=before; gm rulings lists them")
	f.StringToStringVar(&plan.Press, "press", nil, "a setting for press, such as sign=grey; gm press-rules "+
		"--help lists them")
	f.StringVar(&pack, "pack", "", "a file with a board and cards in place of the house edition; gm pack checks it")
	clock.Clock = calendar.Clock{Every: 72 * time.Hour, Short: 24 * time.Hour, Remind: 24 * time.Hour}
	clock.remind = spans{24 * time.Hour}
	plan.Clock = clock.Clock
	clock.add(f)
	fileFlag(f, "pack", "--pack takes the board and the cards that you have typed in; gm pack prints the house "+
		"edition to begin with.")
	f.StringVar((*string)(&plan.Trust), "trust", string(intake.TrustReply),
		"how a sender is verified: open, reply or signed; gm trust --help explains them")
	f.StringSliceVar(&missing, "missing", nil, "what happens to players who send no orders, such as "+
		"standby=2,then=default,absence=14; gm missing --help explains it")
	f.BoolVar(&plan.Blindfold, "blind", false, "a game master who plays is shown none of the game's secrets, by mail or "+
		"with --as")
	f.StringVar(&plan.Desk, "gm", "", "the game master's own address (that of the configuration)")
	listing(cmd)
	return cmd
}

// parsePlayer parses SEAT=ADDRESS, or just an address.
func parsePlayer(text string) game.Player {
	seat, address, ok := strings.Cut(text, "=")
	if !ok {
		seat, address = "", text
	}
	return game.Player{Seat: adjudicator.Seat(seat), Address: address}
}

// warnOfDesk prints a warning if the game master is also a player, since they will learn all secrets.
func warnOfDesk(w io.Writer, plan desk.Plan, desk string) {
	desk = cmp.Or(plan.Desk, desk)
	for _, p := range plan.Players {
		if desk != "" && strings.EqualFold(p.Address, desk) {
			printf(w, "Warning: %s plays, and is the game master's address, too. So this player also gets the game "+
				"master's letters, which tell all secrets. "+
				"Another address for the game master's is given with --gm.\n", p.Address)
			return
		}
	}
}
