package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/refusal"
	"deaddrop/gm/site"
)

// newFlags are the values of the flags of gm new.
type newFlags struct {
	given            desk.Plan // rulings, press, trust, blindfold and game master, as given
	players, missing []string
	robots           bool
	pack, like       string
	houseEdition     bool
	takes            formingFlags
	clock            clockFlags
}

func newNew(d *console) *cobra.Command {
	n := &newFlags{given: desk.Plan{Options: map[string]string{}}}
	cmd := &cobra.Command{
		Use:   "new NAME TITLE --player [SEAT=]ADDRESS ... | --open | --like GAME",
		Short: "Start a game and write to its players, or announce one that takes players by mail",
		Long: `new starts a game: its letters are tagged with NAME, and TITLE is one of its kinds, such as deadman; gm
new alone lists them, and says what in each is as published and what is a house edition. Name as many players as the
title needs; whoever has no SEAT in front gets one by lot. Players are written to at once, so try it with --dry-run
first; gm seat corrects a wrong address, and gm end calls the game off.

With --open the game takes players first. Whoever wants to play writes JOIN, the game's name and their wishes, as in
JOIN dm1 France, Italy or Turkey, and is asked to confirm that by a reply. The game begins by itself when enough have
confirmed, or with gm start. Seats are given so as to meet everybody's wishes as well as possible, and by lot among
equally good ways.

With --robots, robots play the seats that are left. They answer as soon as they are asked, know what a player in their
seat would know, and write no press; everybody is told which seats they have. --player Turkey=robot seats one robot.

With --like the game has the title, rulings, edition, deadlines, press and house rules of another game, except those
that you give. Without it, what you don't give comes from [defaults] in the configuration. It prints a summary; --full
has every setting, as gm show has them afterwards.`,
		Example: `  gm new dm3 deadman --open --every 72h
  gm new dm4 --like dm3 --open
  gm new dm5 deadman --player France=ann@example.org --robots
  gm new dc1 decatur --every 72h --at 20:00 --zone Europe/London \
    --player ann@example.org --player bob@example.org --player Red=cyd@example.org`,
		Args: func(cmd *cobra.Command, args []string) error {
			if n.like != "" && len(args) == 1 {
				return nil
			}
			return cobra.ExactArgs(2)(cmd, args)
		},
	}
	d.acts(marked(summarized, cmd), func(ctx context.Context, at *desk.Operator, args []string) error {
		return n.begin(ctx, d, cmd, at, args)
	})
	n.add(cmd)
	listing(cmd)
	return cmd
}

// add adds the flags to the command.
func (n *newFlags) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVar(&n.players, "player", nil, "a player's address; SEAT= in front gives them that seat, others "+
		"are drawn by lot")
	f.BoolVar(&n.robots, "robots", false, "robots play the seats that are left, without mail; --seats says "+
		"how many play in all")
	n.takes.flags(f)
	f.StringVar(&n.like, "like", "", "a game whose title, rulings, edition, deadlines, press and house rules it takes")
	f.BoolVar(&n.houseEdition, "house-edition", false, "with --like: the house edition, whatever the other game has")
	f.StringToStringVar(&n.given.Options, "rule", nil,
		"a ruling other than the default, such as db=before; gm rulings lists them")
	f.StringToStringVar(&n.given.Press, "press", nil, "a setting for press, such as sign=grey; gm press-rules "+
		"--help lists them")
	f.StringVar(&n.pack, "pack", "", "a file with a board and cards in place of the house edition; gm pack checks it")
	n.clock.Clock = calendar.Clock{Every: 72 * time.Hour, Short: 24 * time.Hour, Remind: 24 * time.Hour}
	n.clock.remind = spans{24 * time.Hour}
	n.given.Clock = n.clock.Clock
	n.clock.add(f)
	fileFlag(f, "pack", "--pack takes the board and the cards that you have typed in; gm pack prints the house "+
		"edition to begin with.")
	f.StringVar((*string)(&n.given.Trust), "trust", string(intake.TrustReply),
		"how a sender is verified: open, reply or signed; gm trust --help explains them")
	f.StringSliceVar(&n.missing, "missing", nil, "what happens to players who send no orders, such as "+
		"standby=2,then=robot,absence=14; gm missing --help explains it")
	f.BoolVar(&n.given.Blindfold, "blind", false, "a game master who plays is shown none of the game's secrets, by mail "+
		"or with --as")
	f.StringVar(&n.given.Desk, "gm", "", "the game master's own address (that of the configuration)")
	f.Bool("full", false, "print every setting, not a summary")
}

// begin starts the game, or announces it.
func (n *newFlags) begin(ctx context.Context, d *console, cmd *cobra.Command, at *desk.Operator, args []string) error {
	switch {
	case n.takes.open && n.robots:
		return &refusal.Error{Text: "A game that takes players begins without robots. Once it has begun, gm seat NAME " +
			"SEAT=robot puts a robot into a free seat."}
	case !n.takes.open && n.takes.approve:
		return &refusal.Error{Text: "--approve is for a game that takes players: --open."}
	case !n.takes.open && !n.robots && n.takes.wanted != 0:
		return &refusal.Error{Text: "--seats is for a game that takes players, or one with robots: --open or --robots."}
	}
	plan, said, err := n.plan(ctx, d, cmd, at.Master, args)
	if err != nil {
		return err
	}
	begin := at.New
	if n.takes.open {
		begin = func(ctx context.Context, now time.Time, p desk.Plan) error {
			return at.Open(ctx, now, p, n.takes.wanted, n.takes.approve)
		}
	}
	if err := begin(ctx, d.now(), plan); err != nil {
		return err
	}
	if said != "" {
		at.Effect.Notes = append(at.Effect.Notes, said)
	}
	if !plan.Blindfold {
		warnOfDesk(cmd.ErrOrStderr(), plan, at.Master.Desk)
	}
	return nil
}

// plan returns the plan of the game, and what to say about where it comes from.
func (n *newFlags) plan(ctx context.Context, d *console, cmd *cobra.Command, m *gm.Master,
	args []string) (plan desk.Plan, said string, err error) {
	f := cmd.Flags()
	if plan, said, err = n.base(ctx, f, m, args); err != nil {
		return plan, "", err
	}
	if n.pack != "" {
		if plan.Pack, err = d.file(n.pack, maxFile); err != nil {
			return plan, "", err
		}
	}
	if err := n.clock.apply(d, f, &plan.Clock); err != nil {
		return plan, "", err
	}
	if err := unhurried(cmd, plan.Clock); err != nil {
		return plan, "", err
	}
	anew := n.like == "" || f.Changed("every")
	if anew && !f.Changed("short") {
		plan.Clock.Short = plan.Clock.Small()
	}
	if anew && !f.Changed("delay") {
		plan.Clock.Delay = plan.Clock.SecondThoughts()
	}
	for _, p := range n.players {
		plan.Players = append(plan.Players, parsePlayer(p))
	}
	plan.Robots, plan.Seats = n.robots, n.takes.wanted
	if plan.Missing, err = game.ParseLadder(plan.Missing, n.missing); err != nil {
		return plan, "", err
	}
	plan.Options, plan.Press = merged(plan.Options, n.given.Options), merged(plan.Press, n.given.Press)
	if n.like == "" || f.Changed("trust") {
		plan.Trust = n.given.Trust
	}
	if f.Changed("blind") {
		plan.Blindfold = n.given.Blindfold
	}
	plan.Name, plan.Desk, plan.Secret = args[0], n.given.Desk, newSecret()
	return plan, said, nil
}

// base returns the plan to begin with: that of another game, or the usual one with the configured defaults.
func (n *newFlags) base(ctx context.Context, f *pflag.FlagSet, m *gm.Master, args []string) (desk.Plan, string, error) {
	if n.like == "" {
		if n.houseEdition {
			return desk.Plan{}, "", &refusal.Error{Text: "--house-edition works only with --like."}
		}
		plan := desk.Plan{Rules: args[1], Clock: n.given.Clock, Missing: game.Ladder{Standby: 2}, House: m.House}
		said, err := withDefaults(f, &plan, m.NewGame)
		return plan, said, err
	}
	other := strings.ToLower(n.like)
	in, err := site.Reading(ctx, m, other)
	if err != nil {
		return desk.Plan{}, "", err
	}
	plan, err := desk.PlanLike(ctx, in, other, n.pack != "" || n.houseEdition)
	if err == nil && len(args) > 1 && args[1] != plan.Rules {
		err = &refusal.Error{Text: fmt.Sprintf("%s is a game of %s, not of %s.", other, plan.Rules, args[1])}
	}
	said := "Taken from " + other + " unless you gave something else: rulings, edition, deadlines, press and house rules."
	return plan, said, err
}

// merged returns settings with others that take their place.
func merged(settings, others map[string]string) map[string]string {
	out := map[string]string{}
	maps.Copy(out, settings)
	maps.Copy(out, others)
	return out
}

// withDefaults sets the flags that were not given to the configured defaults for a title, and those of rulings and
// press in the plan. It says what it took from there.
func withDefaults(f *pflag.FlagSet, plan *desk.Plan, defaults map[string]map[string]string) (said string, err error) {
	general, own := defaults[""], defaults[plan.Rules]
	plan.Options = merged(pairs(general["rule"]), pairs(own["rule"]))
	plan.Press = merged(pairs(general["press"]), pairs(own["press"]))
	var words []string
	all := merged(general, own)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		switch isMap := name == "rule" || name == "press"; {
		case isMap:
			all[name] = listPairs(map[string]map[string]string{"rule": plan.Options, "press": plan.Press}[name])
		case f.Changed(name):
			continue
		default:
			err = f.Set(name, all[name])
		}
		if err != nil {
			return "", &refusal.Error{Text: fmt.Sprintf("[defaults] in the configuration: %s = %q: %v.", name, all[name], err)}
		}
		words = append(words, name+" "+all[name])
	}
	if len(words) == 0 {
		return "", nil
	}
	return "From [defaults] in the configuration: " + strings.Join(words, "; ") + ".", nil
}

// pairs parses names with values: "db=before,x=y".
func pairs(text string) map[string]string {
	out := map[string]string{}
	for pair := range strings.SplitSeq(text, ",") {
		if name, value, ok := strings.Cut(pair, "="); ok {
			out[name] = value
		}
	}
	return out
}

// listPairs is the inverse of pairs.
func listPairs(values map[string]string) string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		out = append(out, name+"="+values[name])
	}
	return strings.Join(out, ",")
}

// parsePlayer parses SEAT=ADDRESS, or just an address.
func parsePlayer(text string) game.Player {
	seat, address, ok := strings.Cut(text, "=")
	if !ok {
		seat, address = "", text
	}
	if strings.EqualFold(address, game.RobotWord) {
		return game.Player{Seat: adjudicator.Seat(seat), Robot: true}
	}
	return game.Player{Seat: adjudicator.Seat(seat), Address: address}
}

// warnOfDesk prints a warning if the game master is also a player, since they will learn all secrets.
func warnOfDesk(w io.Writer, plan desk.Plan, desk string) {
	desk = cmp.Or(plan.Desk, desk)
	for _, p := range plan.Players {
		if desk != "" && strings.EqualFold(p.Address, desk) {
			printf(w, "Warning: %s plays, and is the game master's address, too. So this player also gets the game "+
				"master's letters, which tell all secrets. Give the game master another address with "+
				"--gm.\n", p.Address)
			return
		}
	}
}
