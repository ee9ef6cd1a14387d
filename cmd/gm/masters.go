package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
)

func newMaster(d *console) *cobra.Command {
	var rights string
	cmd := d.acts(&cobra.Command{
		Use:   "master GAME [add|remove ADDRESS]",
		Short: "List the game masters of a game, or change who they are",
		Long: `master lists who the game masters of a game are. The first has the game master's seat, which gm seat GAME
GM=ADDRESS gives to somebody else. add makes the person at an address an additional game master: one who may do
everything in this game (--rights game), or one who sees everything and changes nothing (--rights read). remove takes
the rights away at once, even for a letter that is already on its way.

All who may act on the game get the letters to its game master. Their commands by mail need the same proof as those of
the first. The configuration can name game masters for several games or all, under [masters].

A game master who plays learns all secrets, and STATUS tells the players that one does. If the game was begun with
gm new --blind, the program shows them no secrets.`,
		Example: "  gm master dm1\n  gm master dm1 add ann@example.org --rights read\n" +
			"  gm master dm1 remove ann@example.org",
	}, func(ctx context.Context, at *desk.Operator, args []string) error {
		if args[1] == "add" {
			return at.AddMaster(ctx, d.now(), args[0], args[2], game.Rights(rights))
		}
		return at.RemoveMaster(ctx, d.now(), args[0], args[2])
	})
	cmd.Args = func(_ *cobra.Command, args []string) error {
		changes := len(args) == 3 && slices.Contains([]string{"add", "remove"}, args[1])
		if len(args) == 1 || changes {
			return nil
		}
		return errors.New("write gm master GAME, alone or followed by add or remove and an address")
	}
	cmd.Flags().StringVar(&rights, "rights", string(game.RightsGame),
		"with add: game, to act on the game, or read, to see it")
	return d.orShows(cmd, func(o inspect.Overview) (string, any) {
		var b strings.Builder
		if listMasters(&b, o); b.Len() == 0 {
			printf(&b, "%s has no game master.\n", o.Name)
		}
		return b.String(), o.Masters
	})
}

// listMasters prints the game masters of a game.
func listMasters(w io.Writer, o inspect.Overview) {
	for _, who := range o.Masters {
		text := who.Rights.Words()
		if who.Seat {
			text = "has the game master's seat"
		}
		if who.Plays && o.Blindfold {
			text += "; plays, and is shown no secrets"
		} else if who.Plays {
			text += "; plays, and may see all secrets"
		}
		printf(w, "  master     %-28s %s\n", who.Address, text)
	}
}

// listMoreMasters prints the game masters unless the one with the seat is the only one.
func listMoreMasters(w io.Writer, o inspect.Overview) {
	plays := slices.ContainsFunc(o.Masters, func(m inspect.MasterOverview) bool { return m.Plays })
	if len(o.Masters) > 1 || plays {
		listMasters(w, o)
	}
	if o.Blindfold {
		printf(w, "  A game master who plays is shown no secrets of the game (gm new --blind).\n")
	}
}

// asFlag is the flag that says who gives a command.
const asFlag = "as"

// person returns the address of the person who gives a command, according to the flag, the environment, or the letter
// that contains it; "" if unknown. Some commands have a flag --as of their own, for a seat: there an address is a
// person, too.
func (d *console) person(cmd *cobra.Command) string {
	if d.mail {
		return d.from
	}
	if f := cmd.Flag(asFlag); f != nil && strings.Contains(f.Value.String(), "@") {
		return letter.Address(f.Value.String())
	}
	return letter.Address(d.as)
}

// settlePerson returns an error if the person is not a valid address, and removes the person from a command's own
// flag --as.
func (d *console) settlePerson(cmd *cobra.Command) error {
	f := cmd.Flag(asFlag)
	if f == nil || !f.Changed {
		return nil
	}
	isPerson := strings.Contains(f.Value.String(), "@")
	own := cmd.LocalNonPersistentFlags().Lookup(asFlag) != nil
	switch {
	case isPerson && !gm.IsAddress(f.Value.String()), !isPerson && !own:
		return &refusal.Error{Text: fmt.Sprintf("--as takes the address of whoever gives the command, such as "+
			"ann@example.org, not %q.", f.Value.String())}
	case isPerson && own:
		d.as = f.Value.String()
		return f.Value.Set(f.DefValue)
	}
	return nil
}

// tellsNothing marks commands that never reveal a secret of a running game.
const tellsNothing = "tells nothing"

// actsUnseen marks acts that are permitted to a blindfolded game master, since their results are not shown.
const actsUnseen = "acts unseen"

// namedGames returns the games that a command's arguments name, including those in the references of inbox items.
func namedGames(cmd *cobra.Command, args []string) []string {
	switch {
	case isMarked(cmd, severalGames) && strings.HasSuffix(cmd.Use, "GAME ..."):
		args = gamesOf(strings.Join(args, ","))
	case takesGame(cmd) && len(args) > 0:
		args = gamesOf(args[0])
	}
	var out []string
	for _, arg := range args {
		name := arg
		if i := strings.LastIndex(arg, "/"); i >= 0 {
			name = arg[:i]
		}
		out = append(out, name)
	}
	return out
}

// guard refuses a command that would reveal secrets of a game to a game master who plays in it and must not see them.
func (d *console) guard(ctx context.Context, m *gm.Master, cmd *cobra.Command) error {
	person := d.person(cmd)
	if person == "" || d.at != nil || isMarked(cmd, tellsNothing) {
		return nil
	}
	names := namedGames(cmd, cmd.Flags().Args())
	ofAll := len(names) == 0
	for _, name := range names {
		blind, err := blindfolded(ctx, m, name, person)
		switch {
		case err != nil:
			return err
		case blind && !isMarked(cmd, actsUnseen):
			return &refusal.Error{Text: fmt.Sprintf("You play in %s, and its game masters who play see no secrets of it. "+
				"%s could tell you some, so nothing was done.", name, cmd.CommandPath())}
		}
		ofAll = ofAll || !game.IsGame(name) || name == "all"
	}
	if !ofAll || isMarked(cmd, actsUnseen) {
		return nil
	}
	unseen, err := m.BlindfoldedIn(ctx, person)
	if err != nil || len(unseen) == 0 {
		return err
	}
	return &refusal.Error{Text: fmt.Sprintf("You play in %s, where game masters who play see no secrets, and %s "+
		"could tell you some if no other game is named. Name the other games.", adjudicator.Listed(unseen, "and"),
		cmd.CommandPath())}
}

// blindfolded reports whether a game master must see no secrets of a game, which need not exist.
func blindfolded(ctx context.Context, m *gm.Master, name, person string) (bool, error) {
	s, err := m.Find(ctx, name)
	if err != nil || s == nil {
		return false, err
	}
	return s.Game.Blinds(person), nil
}

// isUnseen reports whether a command is about a game whose secrets the person who gives it must not see.
func (d *console) isUnseen(m *gm.Master, cmd *cobra.Command, args []string) (bool, error) {
	person := d.person(cmd)
	if person == "" {
		return false, nil
	}
	for _, name := range namedGames(cmd, args) {
		if is, err := blindfolded(cmd.Context(), m, name, person); is || err != nil {
			return is, err
		}
	}
	return false, nil
}

// errUnseen replaces the error of an act that failed in such a game, as the reason may be a secret.
var errUnseen = &refusal.Error{Text: "That can't be done in this game now, or not as you wrote it. Because you " +
	"play in it, you are not told why; a game master who does not play can find out."}

// unseenAct reports that an act was done, without its results.
func unseenAct(w io.Writer, e desk.Effect, asJSON bool) error {
	if asJSON {
		return encode(w, desk.Effect{Game: e.Game, Dry: e.Dry, Before: e.Before})
	}
	what := "done"
	switch {
	case e.Before:
		what = "that was already done, so it is not done again"
	case e.Dry:
		what = "that can be done"
	}
	printf(w, "%s: %s. As you play in it, you are not shown what changes.\n", e.Game, what)
	return nil
}
