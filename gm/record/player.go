package record

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
)

// A Player is the record of one player in all their games.
type Player struct {
	Address string   `json:"address"` // the address that they use in their newest game
	Also    []string `json:"also,omitempty"`
	Tally
	Titles []Title `json:"titles"`
	Games  []Seat  `json:"games"` // their seats, the newest first
}

// A Title is a player's record in the games of one title.
type Title struct {
	Rules string `json:"title"`
	Tally
}

// A Tally is what is counted for a player.
type Tally struct {
	Played   int `json:"played"`  // number of games
	Running  int `json:"running"` // number of running games
	Hidden   int `json:"hidden"`  // number of running blind games, whose turns are not counted yet
	Asked    int `json:"turns"`
	Missed   int `json:"missed"`
	Late     int `json:"late"`
	Ejected  int `json:"ejected"`
	Resigned int `json:"resigned"`
	Replaced int `json:"replaced"` // how often the game master or a standby took their seat
	Won      int `json:"won"`
	Shared   int `json:"shared"`
	Lost     int `json:"lost"`
}

// A Seat is a player's time in a seat, in the form that is shown.
type Seat struct {
	Game    string           `json:"game"`
	Rules   string           `json:"title"`
	Seat    adjudicator.Seat `json:"seat,omitempty"` // only set if the game is over
	Address string           `json:"address"`
	Since   time.Time        `json:"since"`
	Running bool             `json:"running"`
	Hidden  bool             `json:"hidden"`
	Asked   int              `json:"turns"`
	Missed  int              `json:"missed"`
	Late    int              `json:"late"`
	Left    game.Departure   `json:"left,omitempty"`
	Result  Result           `json:"result,omitempty"`

	addresses []string
}

// Rate returns the fraction of turns that the player missed, from 0 to 1.
func (t Tally) Rate() float64 {
	if t.Asked == 0 {
		return 0
	}
	return float64(t.Missed) / float64(t.Asked)
}

func (t *Tally) add(s Seat) {
	t.Played++
	t.Asked, t.Missed, t.Late = t.Asked+s.Asked, t.Missed+s.Missed, t.Late+s.Late
	for _, is := range []struct {
		so    bool
		count *int
	}{
		{s.Running, &t.Running}, {s.Hidden, &t.Hidden}, {s.Left == game.Ejected, &t.Ejected},
		{s.Left == game.Resigned, &t.Resigned}, {s.Left == game.Replaced || s.Left == game.TakenOver, &t.Replaced},
		{s.Result == Won, &t.Won}, {s.Result == Shared, &t.Shared}, {s.Result == Lost, &t.Lost},
	} {
		if is.so {
			*is.count++
		}
	}
}

// Players returns the players of some games. Somebody who has used several addresses is one player. It leaves out
// what has been forgotten on request.
func Players(ctx context.Context, m *gm.Master, games []Game) ([]Player, error) {
	var out []Player
	for _, seats := range bySomebody(games) {
		seats, err := unforgotten(ctx, m, seats)
		if err != nil {
			return nil, err
		}
		if len(seats) > 0 {
			out = append(out, playerOf(seats))
		}
	}
	slices.SortFunc(out, func(a, b Player) int { return strings.Compare(a.Address, b.Address) })
	return out, nil
}

// bySomebody returns the seats of each player, by the mailbox that stands for the player.
func bySomebody(games []Game) map[string][]Seat {
	of, out := kin{}, map[string][]Seat{}
	for _, g := range games {
		for _, t := range g.Tenures {
			for _, addr := range t.Also {
				of.join(letter.Mailbox(t.Address), letter.Mailbox(addr))
			}
		}
	}
	for _, g := range games {
		for _, t := range g.Tenures {
			box := of.root(letter.Mailbox(t.Address))
			out[box] = append(out[box], seatOf(g, t))
		}
	}
	return out
}

// Addresses returns all addresses of the player who uses an address in some games, including what has been forgotten;
// nil if nobody there uses it.
func Addresses(games []Game, addr string) []string {
	for _, seats := range bySomebody(games) {
		if p := playerOf(seats); p.Is(addr) {
			return p.Addresses()
		}
	}
	return nil
}

func seatOf(g Game, t Tenure) Seat {
	return Seat{Game: g.Name, Rules: g.Rules, Seat: t.Seat, Address: t.Address, Since: t.Since,
		Running: g.Running && t.Left == "", Hidden: g.Hidden, Asked: t.Asked, Missed: t.Missed, Late: t.Late,
		Left: t.Left, Result: t.Result, addresses: append([]string{t.Address}, t.Also...)}
}

// unforgotten returns the seats that began after the player's record was last forgotten on request.
func unforgotten(ctx context.Context, m *gm.Master, seats []Seat) ([]Seat, error) {
	var last time.Time
	for _, s := range seats {
		for _, addr := range s.addresses {
			head, err := m.PlayerRecord(ctx, addr)
			if err != nil {
				return nil, err
			}
			last = game.Later(last, head.Forgotten)
		}
	}
	return slices.DeleteFunc(seats, func(s Seat) bool { return !s.Since.After(last) }), nil
}

// playerOf sums up the seats of one player.
func playerOf(seats []Seat) Player {
	slices.SortFunc(seats, func(a, b Seat) int { return cmp.Or(b.Since.Compare(a.Since), cmp.Compare(a.Game, b.Game)) })
	p := Player{Address: seats[0].Address, Games: seats}
	titles := map[string]*Tally{}
	for _, s := range seats {
		for _, addr := range s.addresses {
			if addr != p.Address && !slices.Contains(p.Also, addr) {
				p.Also = append(p.Also, addr)
			}
		}
		if titles[s.Rules] == nil {
			titles[s.Rules] = &Tally{}
		}
		titles[s.Rules].add(s)
		p.Tally.add(s)
	}
	for rules, t := range titles {
		p.Titles = append(p.Titles, Title{rules, *t})
	}
	slices.SortFunc(p.Titles, func(a, b Title) int { return strings.Compare(a.Rules, b.Rules) })
	return p
}

// Addresses returns all addresses of the player.
func (p *Player) Addresses() []string { return append([]string{p.Address}, p.Also...) }

// Is reports whether an address is one of the player's.
func (p *Player) Is(addr string) bool {
	box := letter.Mailbox(addr)
	return box == letter.Mailbox(p.Address) || slices.ContainsFunc(p.Also, func(a string) bool {
		return letter.Mailbox(a) == box
	})
}

// kin records which mailboxes belong to the same player (disjoint sets).
type kin map[string]string

// root returns the mailbox that stands for the player to whom a mailbox belongs.
func (k kin) root(box string) string {
	for k[box] != "" {
		box = k[box]
	}
	return box
}

// join records that two mailboxes belong to the same player.
func (k kin) join(a, b string) {
	if a, b = k.root(a), k.root(b); a != b {
		k[a] = b
	}
}

// OfPlayer returns the record of the player who uses an address, in all games in which this address, or another one
// of theirs, plays or has played as far as is known. A player without games is returned if there are none.
func OfPlayer(ctx context.Context, m *gm.Master, addr string) (Player, error) {
	var games []Game
	seen := map[string]bool{}
	addresses := []string{letter.Address(addr)}
	for i := 0; i < len(addresses); i++ {
		head, err := m.PlayerRecord(ctx, addresses[i])
		if err != nil {
			return Player{}, err
		}
		for _, name := range head.Games {
			if seen[name] {
				continue
			}
			seen[name] = true
			g, err := named(ctx, m, name)
			if err != nil {
				return Player{}, err
			}
			if g != nil {
				games = append(games, *g)
			}
		}
		for _, more := range Addresses(games, addr) {
			if !slices.Contains(addresses, more) {
				addresses = append(addresses, more)
			}
		}
	}
	all, err := Players(ctx, m, games)
	if i := slices.IndexFunc(all, func(p Player) bool { return p.Is(addr) }); i >= 0 {
		return all[i], err
	}
	return Player{Address: addr}, err
}

// named returns the record of a game by its name, or nil if there is none.
func named(ctx context.Context, m *gm.Master, name string) (*Game, error) {
	s, err := m.Find(ctx, name)
	if err != nil {
		return nil, err
	}
	if s != nil {
		g, err := OfGame(s)
		return &g, err
	}
	a, err := m.ArchivedAs(ctx, name)
	if a == nil || err != nil {
		return nil, err
	}
	return Shelved(ctx, m, *a)
}
