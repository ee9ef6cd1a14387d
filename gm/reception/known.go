package reception

import (
	"context"
	"slices"

	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/parser"
)

// Read says what a letter wants. A letter that can't be taken apart, such as a stranger's that is made so, wants
// nothing: it must not stop the service.
func Read(ctx context.Context, m *gm.Master, l *letter.Letter) (in intake.Intent, err error) {
	foldFrom(l)
	stack, err := gm.Guarded(func() error {
		k, err := known(ctx, m, l)
		if err == nil {
			in = intake.Read(*l, k)
		}
		return err
	})
	if stack != "" {
		return intake.Intent{Why: "It could not be parsed: " + gm.FirstLine(stack)}, nil
	}
	return in, err
}

// known is what is known that bears on a letter, which is taken apart if it may concern us.
func known(ctx context.Context, m *gm.Master, l *letter.Letter) (intake.Known, error) {
	k, err := Known(ctx, m, l)
	if err != nil {
		return k, err
	}
	var named []string
	if isPersons(l) && k.MayConcern(*l) {
		named = intake.Mentions(*l.Words(), k.Tokens)
		learn(ctx, m, k, named)
	}
	knownShelved(ctx, m, *l, k, named)
	return k, nil
}

// Known is what is known that bears on a letter before anything of its text is read.
func Known(ctx context.Context, m *gm.Master, l *letter.Letter) (intake.Known, error) {
	foldFrom(l)
	k := intake.Known{Key: m.Key, Tokens: m.Tokens(*l), Desk: isDesk(m, l.From), Games: map[string]*intake.Game{},
		Unread: map[string]error{}, Clerk: clerk(ctx, m, l)}
	for _, t := range k.Tokens {
		learn(ctx, m, k, []string{t.Game})
	}
	if !isPersons(l) || k.Desk && k.Poses(*l) { // the service's game master may have the games of all
		return k, nil
	}
	head, err := m.PlayerRecord(ctx, l.From)
	k.Plays = head.Games
	learn(ctx, m, k, k.Plays)
	return k, err
}

// foldFrom has a letter's From as addresses are compared.
func foldFrom(l *letter.Letter) {
	if letter.ASCII(l.From) {
		l.From = letter.Address(l.From)
	}
}

// isPersons reports whether a letter seems to be a person's, and says whose.
func isPersons(l *letter.Letter) bool {
	if l.Machine != "" || l.Report != nil {
		return false
	}
	return l.From != "" && letter.ASCII(l.From)
}

// learn adds what is known of some games, as far as they are there.
func learn(ctx context.Context, m *gm.Master, k intake.Known, names []string) {
	for _, name := range names {
		if k.Games[name] != nil || k.Unread[name] != nil || !game.IsGame(name) {
			continue
		}
		g, err := m.Summary(ctx, name)
		if err != nil { // this game's fault must not keep letters from the others
			m.Log.Error("a game can't be read", "game", name, "error", err)
			k.Unread[name] = err
		} else if g != nil {
			k.Games[name] = g.Known()
		}
	}
}

// knownShelved adds those of a player's games that are archived, if the letter may be for one of them: those that it
// names, for whoever has played for years has many, or all if the player has no other.
func knownShelved(ctx context.Context, m *gm.Master, l letter.Letter, k intake.Known, named []string) {
	var missing []string
	others := false
	for _, name := range k.Plays {
		switch g := k.Games[name]; {
		case k.Unread[name] != nil, g != nil && g.Sits(l.From):
			others = true
		case g == nil:
			missing = append(missing, name)
		}
	}
	if others {
		missing = slices.DeleteFunc(missing, func(name string) bool { return !slices.Contains(named, name) })
	}
	for _, g := range shelved(ctx, m, missing, l.From) {
		of := g.Known()
		of.State = intake.Shelved
		k.Games[g.Name] = of
	}
}

// Matters reports whether it matters who has written a letter: somebody who plays here, or has, or the service's game
// master, or somebody who asks for a place in a game. It takes such a letter apart.
func Matters(ctx context.Context, m *gm.Master, l *letter.Letter) (bool, error) {
	if known, err := Knows(ctx, m, l); known || err != nil {
		return known, err
	}
	in, err := Read(ctx, m, l)
	return in.Kind != intake.Nothing, err
}

// Knows reports whether a letter names as its writer somebody who plays here, or has, or the service's game master.
func Knows(ctx context.Context, m *gm.Master, l *letter.Letter) (bool, error) {
	foldFrom(l)
	head, err := m.PlayerRecord(ctx, l.From)
	return len(head.Games) > 0 || isDesk(m, l.From), err
}

// isDesk reports whether an address is that of the service's own game master.
func isDesk(m *gm.Master, addr string) bool {
	return m.Desk != "" && addr == letter.Address(m.Desk)
}

// clerk reports whether there is something for the clerk in a letter; nil if there is no clerk. Of one that is not
// proved only the first words are looked at.
func clerk(ctx context.Context, m *gm.Master, l *letter.Letter) func(intake.MailedCommands) bool {
	if m.Commands == nil {
		return nil
	}
	return func(d intake.MailedCommands) bool {
		words := l.Words()
		knows := m.Commands.Knows(words.Lines) || m.Commands.Knows(namesOf(words.Commands))
		if d.Unproved {
			return knows
		}
		return (d.All || knows) && m.Commands.Reads(ctx, d)
	}
}

// namesOf are the names of a player's commands, without press.
func namesOf(commands []parser.Command) []string {
	var out []string
	for _, c := range commands {
		if c.Name != "PRESS" {
			out = append(out, c.Name)
		}
	}
	return out
}

// shelved are those of some games that are archived and in which an address had a seat, as far as it says who played.
func shelved(ctx context.Context, m *gm.Master, names []string, addr string) []*game.Game {
	var out []*game.Game
	for _, name := range names {
		a, err := m.ArchivedAs(ctx, name)
		if err != nil { // this game's fault must not keep letters from the others
			m.Log.Error("an archived game can't be read", "game", name, "error", err)
		}
		if err != nil || a == nil || !slices.ContainsFunc(a.Seats, func(s gm.ArchivedSeat) bool {
			return s.Address == addr
		}) {
			continue
		}
		g := &game.Game{Name: a.Name, Rules: a.Rules, State: game.Over}
		for _, s := range a.Seats {
			g.Seats = append(g.Seats, &game.Seat{Name: s.Name, Owner: game.Owner{Address: s.Address}})
		}
		out = append(out, g)
	}
	return out
}
