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

// Read classifies a letter. If parsing it panics, it is classified as Nothing: a letter must not stop the service.
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

// known gathers what is known about a letter, and parses it if it may concern us.
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

// Known gathers what is known about a letter without parsing its text.
func Known(ctx context.Context, m *gm.Master, l *letter.Letter) (intake.Known, error) {
	foldFrom(l)
	k := intake.Known{Key: m.Key, Tokens: m.Tokens(*l), Desk: m.HasSite(l.From), Games: map[string]*intake.Game{},
		Unread: map[string]error{}, Clerk: clerk(ctx, m, l)}
	for _, t := range k.Tokens {
		learn(ctx, m, k, []string{t.Game})
	}
	if !isPersons(l) || k.Desk && k.Poses(*l) { // the service's game master may be game master of every game
		return k, nil
	}
	head, err := m.PlayerRecord(ctx, l.From)
	k.Plays = head.Games
	for _, name := range m.GamesOfMaster(l.From) {
		if !slices.Contains(k.Plays, name) {
			k.Plays = append(slices.Clone(k.Plays), name)
		}
	}
	learn(ctx, m, k, k.Plays)
	return k, err
}

// foldFrom converts a letter's From to canonical form.
func foldFrom(l *letter.Letter) {
	if letter.ASCII(l.From) {
		l.From = letter.Address(l.From)
	}
}

// isPersons reports whether a letter seems to be from a person with a valid address.
func isPersons(l *letter.Letter) bool {
	if l.Machine != "" || l.Report != nil {
		return false
	}
	return l.From != "" && letter.ASCII(l.From)
}

// learn adds what is known about some games, if they exist.
func learn(ctx context.Context, m *gm.Master, k intake.Known, names []string) {
	for _, name := range names {
		if k.Games[name] != nil || k.Unread[name] != nil || !game.IsGame(name) {
			continue
		}
		g, err := m.Summary(ctx, name)
		if err != nil { // an unreadable game must not block letters to others
			m.Log.Error("a game can't be read", "game", name, "error", err)
			k.Unread[name] = err
		} else if g != nil {
			k.Games[name] = g.Known()
			k.Games[name].Masters = append(k.Games[name].Masters, m.ConfiguredMasters(name)...)
		}
	}
}

// knownShelved adds archived games of a player, if the letter may be for one of them: those that it names, since a
// long-time player has many, or all if the player has no other games.
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

// Matters reports whether it matters who wrote a letter: from a present or former player, the service's game master,
// or an applicant. It parses such a letter.
func Matters(ctx context.Context, m *gm.Master, l *letter.Letter) (bool, error) {
	if known, err := Knows(ctx, m, l); known || err != nil {
		return known, err
	}
	in, err := Read(ctx, m, l)
	return in.Kind != intake.Nothing, err
}

// Knows reports whether a letter claims to be from a present or former player or the service's game master.
func Knows(ctx context.Context, m *gm.Master, l *letter.Letter) (bool, error) {
	foldFrom(l)
	head, err := m.PlayerRecord(ctx, l.From)
	return len(head.Games) > 0 || m.HasSite(l.From) || len(m.GamesOfMaster(l.From)) > 0, err
}

// clerk returns a function that reports whether a letter contains anything for the clerk; nil if there is no clerk.
// Of an unproved letter it looks only at the first words.
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

// namesOf returns the names of a player's commands, except press.
func namesOf(commands []parser.Command) []string {
	var out []string
	for _, c := range commands {
		if c.Name != "PRESS" {
			out = append(out, c.Name)
		}
	}
	return out
}

// shelved returns the archived ones of some games in which an address had a seat.
func shelved(ctx context.Context, m *gm.Master, names []string, addr string) []*game.Game {
	var out []*game.Game
	for _, name := range names {
		a, err := m.ArchivedAs(ctx, name)
		if err != nil { // an unreadable game must not block letters to others
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
