package gm

import (
	"context"
	"slices"

	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/parser"
)

// read says what a letter wants. A letter that can't be taken apart, such as a stranger's that is made so, wants nothing: it
// must not stop the service.
func (m *Master) read(ctx context.Context, l *letter.Letter) (in intake.Intent, err error) {
	foldFrom(l)
	stack, err := guarded(func() error {
		k, err := m.known(ctx, l)
		if err == nil {
			in = intake.Read(*l, k)
		}
		return err
	})
	if stack != "" {
		return intake.Intent{Why: "It could not be taken apart: " + firstLine(stack)}, nil
	}
	return in, err
}

// known is what is known that bears on a letter, which is taken apart if it may concern us.
func (m *Master) known(ctx context.Context, l *letter.Letter) (intake.Known, error) {
	k, err := m.Known(ctx, l)
	if err != nil {
		return k, err
	}
	var named []string
	if isPersons(l) && k.MayConcern(*l) {
		named = intake.Mentions(*l.Words(), k.Tokens)
		m.learn(ctx, k, named)
	}
	m.knownShelved(ctx, *l, k, named)
	return k, nil
}

// Known is what is known that bears on a letter before anything of its text is read.
func (m *Master) Known(ctx context.Context, l *letter.Letter) (intake.Known, error) {
	foldFrom(l)
	k := intake.Known{Key: m.Key, Tokens: m.tokens(*l), Desk: m.isDesk(l.From), Games: map[string]*intake.Game{}, Unread: map[string]error{}, Clerk: m.clerk(ctx, l)}
	for _, t := range k.Tokens {
		m.learn(ctx, k, []string{t.Game})
	}
	if !isPersons(l) || k.Desk && k.Poses(*l) { // the service's game master may have the games of all
		return k, nil
	}
	head, err := m.player(ctx, l.From)
	k.Plays = head.Games
	m.learn(ctx, k, k.Plays)
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
	return l.Machine == "" && l.Report == nil && l.From != "" && letter.ASCII(l.From)
}

// learn adds what is known of some games, as far as they are there.
func (m *Master) learn(ctx context.Context, k intake.Known, names []string) {
	for _, name := range names {
		if k.Games[name] != nil || k.Unread[name] != nil || !IsGame(name) {
			continue
		}
		g, err := m.brief(ctx, name)
		if err != nil { // this game's fault must not keep letters from the others
			m.Log.Error("a game can't be read", "game", name, "error", err)
			k.Unread[name] = err
		} else if g != nil {
			k.Games[name] = g.known()
		}
	}
}

// knownShelved adds those of a player's games that are archived, if the letter may be for one of them: those that it names,
// for whoever has played for years has many, or all if the player has no other.
func (m *Master) knownShelved(ctx context.Context, l letter.Letter, k intake.Known, named []string) {
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
	for _, g := range m.shelved(ctx, missing, l.From) {
		of := g.known()
		of.State = intake.Shelved
		k.Games[g.Name] = of
	}
}

// known is so much of a game as bears on what a letter is.
func (g *game) known() *intake.Game {
	out := &intake.Game{Name: g.Name, Title: g.Rules, Trust: g.Trust, Began: g.Formed > 0, MayWatch: g.pressRule("observe") != observeNo}
	switch {
	case g.State == forming && g.SignUp != nil:
		out.State = intake.Forming
	case g.State == over:
		out.State = intake.Over
	}
	for _, s := range g.Seats {
		out.Seats = append(out.Seats, intake.Seat{Reader: s.reader(), Also: s.Also, Sent: s.Sent, Fresh: s.Newest, Locked: s.Locked})
	}
	if g.SignUp != nil {
		for _, a := range g.SignUp.Asked {
			out.Applicants = append(out.Applicants, a.Address)
		}
	}
	for _, o := range g.observers() {
		out.Observers = append(out.Observers, o.Address)
	}
	return out
}

// Matters reports whether it matters who has written a letter: somebody who plays here, or has, or the service's game
// master, or somebody who asks for a place in a game. It takes such a letter apart.
func (m *Master) Matters(ctx context.Context, l *letter.Letter) (bool, error) {
	if known, err := m.Knows(ctx, l); known || err != nil {
		return known, err
	}
	in, err := m.read(ctx, l)
	return in.Kind != intake.Nothing, err
}

// Knows reports whether a letter names as its writer somebody who plays here, or has, or the service's game master.
func (m *Master) Knows(ctx context.Context, l *letter.Letter) (bool, error) {
	foldFrom(l)
	head, err := m.player(ctx, l.From)
	return len(head.Games) > 0 || m.isDesk(l.From), err
}

// meant is the place of the one seat that a name means; -1 if there is none.
func (g *game) meant(name string) int {
	seats, err := g.named(name)
	if err != nil || len(seats) != 1 {
		return -1
	}
	return slices.IndexFunc(g.Seats, func(s *seat) bool { return s.Name == seats[0] })
}

// isDesk reports whether an address is that of the service's own game master.
func (m *Master) isDesk(addr string) bool {
	return m.Desk != "" && addr == letter.Address(m.Desk)
}

// clerk reports whether there is something for the clerk in a letter; nil if there is no clerk. Of one that is not proved
// only the first words are looked at.
func (m *Master) clerk(ctx context.Context, l *letter.Letter) func(intake.Dictation) bool {
	if m.Clerk == nil {
		return nil
	}
	return func(d intake.Dictation) bool {
		words := l.Words()
		knows := m.Clerk.Knows(words.Lines) || m.Clerk.Knows(namesOf(words.Commands))
		if d.Unproved {
			return knows
		}
		return (d.All || knows) && m.Clerk.Reads(ctx, d)
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
