package pages

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/gm/record"
)

// A rating is a player's line in the table for all titles. It lists only players with a public name, but games
// against others count as well.
type rating struct {
	Name   string
	Elo    int
	Games  int // number of finished games with a result
	Won    int
	Shared int
}

// titleScores is the points of a title's players.
type titleScores struct {
	Title   string
	Squares bool // whether the title has supply centres, and so a sum of squares
	Players []score
}

// A score is a player's points in a title by the usual systems, in each of which a game is worth 1 point.
type score struct {
	Name  string
	Games int
	Draw  float64 // draw size: the point is shared by the players who have won or drawn
	// sum of squares: a winner takes the whole point; otherwise it is shared in proportion to the squares of supply
	// centres
	Squares float64
}

const (
	firstElo = 1500.0
	pace     = 32.0 // largest change of a rating by a game against one equal opponent
)

// standings returns the ratings and the points of all players with a public name, over finished games in the order in
// which they began. Players who were replaced do not count.
func (s *Site) standings(ctx context.Context, games []record.Game) ([]rating, []titleScores, error) {
	games = slices.Clone(games)
	slices.SortFunc(games, func(a, b record.Game) int { return cmp.Or(a.Began.Compare(b.Began), cmp.Compare(a.Name, b.Name)) })
	who, err := s.players(ctx, games)
	if err != nil {
		return nil, nil, err
	}
	elo := map[string]float64{}
	tallies, titles := map[string]*rating{}, map[string]map[string]*score{}
	for _, g := range games {
		at := finalists(g)
		if len(at) < 2 {
			continue
		}
		rate(elo, at, who)
		for _, t := range at {
			id := who[t.Address]
			if tallies[id] == nil {
				tallies[id] = &rating{}
			}
			tallies[id].add(t.Result)
			if titles[g.Rules] == nil {
				titles[g.Rules] = map[string]*score{}
			}
			if titles[g.Rules][id] == nil {
				titles[g.Rules][id] = &score{}
			}
			titles[g.Rules][id].add(t, at)
		}
	}
	names, err := s.publicNames(ctx, who)
	if err != nil {
		return nil, nil, err
	}
	ratings, scores := s.tables(elo, tallies, titles, names)
	return ratings, scores, nil
}

// publicNames returns the public names of players, by their first address.
func (s *Site) publicNames(ctx context.Context, who map[string]string) (map[string]string, error) {
	names := map[string]string{}
	for _, addr := range slices.Sorted(maps.Keys(who)) {
		head, err := s.master.PlayerRecord(ctx, addr)
		if err != nil {
			return nil, err
		}
		if id := who[addr]; head.PublicName != "" && head.Forgotten.IsZero() && names[id] == "" {
			names[id] = head.PublicName
		}
	}
	return names, nil
}

// players returns the identity behind each address: the first address of the player that it belongs to.
func (s *Site) players(ctx context.Context, games []record.Game) (map[string]string, error) {
	all, err := record.Players(ctx, s.master, games)
	if err != nil {
		return nil, err
	}
	who := map[string]string{}
	for _, g := range games { // players who were forgotten count as well, but are in no table
		for _, t := range g.Tenures {
			who[t.Address] = t.Address
		}
	}
	for _, p := range all {
		for _, addr := range p.Addresses() {
			who[addr] = p.Address
		}
	}
	return who, nil
}

// finalists returns the players who were in a game at its end, if it has a result.
func finalists(g record.Game) []record.Tenure {
	var out []record.Tenure
	for _, t := range g.Tenures {
		if t.Result != "" && t.Left == "" {
			out = append(out, t)
		}
	}
	return out
}

// rate updates the ratings for a game's results, as if each player had played each other one, scaled to the weight of
// a single opponent.
func rate(elo map[string]float64, at []record.Tenure, who map[string]string) {
	points := map[record.Result]float64{record.Won: 2, record.Shared: 1}
	now := func(t record.Tenure) float64 {
		if r, ok := elo[who[t.Address]]; ok {
			return r
		}
		return firstElo
	}
	moves := make([]float64, len(at))
	for i, a := range at {
		for j, b := range at {
			if i == j {
				continue
			}
			result := 0.5 + math.Copysign(0.5, points[a.Result]-points[b.Result])
			if points[a.Result] == points[b.Result] {
				result = 0.5
			}
			expected := 1 / (1 + math.Pow(10, (now(b)-now(a))/400))
			moves[i] += pace / float64(len(at)-1) * (result - expected)
		}
	}
	for i, t := range at {
		elo[who[t.Address]] = now(t) + moves[i]
	}
}

func (r *rating) add(result record.Result) {
	r.Games++
	switch result {
	case record.Won:
		r.Won++
	case record.Shared:
		r.Shared++
	}
}

// add adds the points of one game; at is the players at its end.
func (p *score) add(t record.Tenure, at []record.Tenure) {
	p.Games++
	sharing, squares := 0, 0
	for _, other := range at {
		squares += other.Places * other.Places
		if other.Result != record.Lost {
			sharing++
		}
	}
	if t.Result != record.Lost {
		p.Draw += 1 / float64(sharing)
	}
	switch {
	case sharing == 1 && t.Result == record.Won:
		p.Squares++
	case sharing > 1 && squares > 0:
		p.Squares += float64(t.Places*t.Places) / float64(squares)
	}
}

// tables returns the lines of players with a public name, the best first.
func (s *Site) tables(elo map[string]float64, tallies map[string]*rating, titles map[string]map[string]*score,
	names map[string]string) (ratings []rating, scores []titleScores) {
	for id, name := range names {
		if tallies[id] == nil { // no finished game with a result yet
			continue
		}
		r := *tallies[id]
		r.Name, r.Elo = name, int(math.Round(elo[id]))
		ratings = append(ratings, r)
	}
	slices.SortFunc(ratings, func(a, b rating) int { return cmp.Or(cmp.Compare(b.Elo, a.Elo), cmp.Compare(a.Name, b.Name)) })
	for _, rules := range s.master.Rules {
		if t := scoresOf(rules, titles[rules.Name], names); len(t.Players) > 0 {
			scores = append(scores, t)
		}
	}
	return ratings, scores
}

// scoresOf returns the table of a title.
func scoresOf(rules *adjudicator.Rules, of map[string]*score, names map[string]string) titleScores {
	t := titleScores{Title: rules.Title, Squares: rules.House == nil}
	for id, p := range of {
		if names[id] != "" {
			line := *p
			line.Name = names[id]
			t.Players = append(t.Players, line)
		}
	}
	slices.SortFunc(t.Players, func(a, b score) int {
		return cmp.Or(cmp.Compare(b.Draw, a.Draw), cmp.Compare(b.Squares, a.Squares), cmp.Compare(a.Name, b.Name))
	})
	return t
}
