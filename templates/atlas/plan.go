package atlas

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"sync"

	"deaddrop/adjudicator"
)

// A Drawing says how the board of a chart is drawn.
type Drawing struct {
	House  string // the board whose shapes are used; "" for none
	Shapes int    // number of places drawn in the shapes of that board
	// Cards are the places drawn as cards joined by lines. If no board's shapes can be used, these are all places.
	Cards []string
	Own   bool // whether the edition's own map is used
	// Unfit is the reason why the edition's own map can't be used, or nil.
	Unfit error
}

// A Compiler turns the text of a map file into a board.
type Compiler func(text string) (*Board, error)

// platesKept is the number of boards of editions that are kept in memory.
const platesKept = 8

// plans caches the boards of editions, which are created when first drawn.
type plans struct {
	mu    sync.Mutex
	by    map[[sha256.Size]byte]func() (*plate, Drawing, error)
	maker Compiler
}

// Compiles sets the compiler for maps that editions bring. Without it these maps are ignored.
func (a *Atlas) Compiles(c Compiler) { a.plans.maker = c }

// plateOf returns the plate for a chart.
func (a *Atlas) plateOf(c adjudicator.Chart) (*plate, Drawing, error) {
	if pl := a.plates[c.Board]; pl != nil && c.Plan == nil {
		return pl, Drawing{House: c.Board}, nil
	}
	if c.Plan == nil {
		return nil, Drawing{}, fmt.Errorf("there is no board %q in the atlas", c.Board)
	}
	key, err := json.Marshal([]any{c.Board, c.Plan})
	if err != nil {
		return nil, Drawing{}, fmt.Errorf("naming a board: %w", err)
	}
	sum := sha256.Sum256(key)
	a.plans.mu.Lock()
	get := a.plans.by[sum]
	if get == nil {
		if len(a.plans.by) >= platesKept {
			clear(a.plans.by)
		}
		type made struct {
			pl *plate
			d  Drawing
		}
		once := sync.OnceValues(func() (made, error) {
			pl, d, err := a.make(c.Board, c.Plan)
			return made{pl, d}, err
		})
		get = func() (*plate, Drawing, error) {
			m, err := once()
			return m.pl, m.d, err
		}
		a.plans.by[sum] = get
	}
	a.plans.mu.Unlock()
	return get()
}

// make creates the board of a plan.
func (a *Atlas) make(name string, plan *adjudicator.Plan) (*plate, Drawing, error) {
	if n := len(plan.Sites); n == 0 || n > mostSites {
		return nil, Drawing{}, fmt.Errorf("board %s: a plan of %d places", name, n)
	}
	for _, s := range plan.Sites {
		for _, list := range [][]int{s.Links, s.Coasts} {
			for _, k := range list {
				if k < 0 || k >= len(plan.Sites) {
					return nil, Drawing{}, fmt.Errorf("board %s: %s has a link that leads nowhere", name, s.Name)
				}
			}
		}
	}
	b, d, unfit := a.own(plan)
	var err error
	if unfit != nil || b == nil {
		b, d, err = a.traced(plan)
		d.Unfit = unfit
	}
	if err != nil {
		return nil, d, err
	}
	b.Name = name
	pl, err := newPlate(b, a.fonts)
	return pl, d, err
}

// mostSites is the largest number of places in a picture of a plan.
const mostSites = 180

// own returns the board of the edition's own map; nil if there is none.
func (a *Atlas) own(plan *adjudicator.Plan) (*Board, Drawing, error) {
	if plan.Map == "" || a.plans.maker == nil {
		return nil, Drawing{}, nil
	}
	b, err := a.plans.maker(plan.Map)
	if err != nil {
		return nil, Drawing{}, err
	}
	house := a.plates[plan.House]
	for i, s := range plan.Sites {
		area, ok := b.Area(s.Name)
		if !ok {
			return nil, Drawing{}, fmt.Errorf("the map lacks %s", s.Name)
		}
		of := house.areaOf(plan, i)
		area.Value, area.Rough, area.Port, area.Raises = of.Value, of.Rough, of.Port, of.Raises
		area.Symbols = of.Symbols
	}
	if house != nil {
		b.Powers = append(b.Powers, house.board.Powers...)
		b.Style = cmp.Or(b.Style, house.board.Style)
		b.Modern = b.Modern || house.board.Modern
	}
	return b, Drawing{Own: true}, nil
}

// traced returns the board of a plan, in the shapes of its house board or as cards.
func (a *Atlas) traced(plan *adjudicator.Plan) (*Board, Drawing, error) {
	house := a.plates[plan.House]
	if house == nil {
		bare, err := newPlate(&Board{Width: 1000, Height: 1000, Style: "atlas", Token: 10, Font: 12}, a.fonts)
		if err != nil {
			return nil, Drawing{}, err
		}
		return bare.schematic(plan), Drawing{Cards: names(plan, nil)}, nil
	}
	t := newTracing(plan, house.board)
	if !t.isEnough() {
		return house.schematic(plan), Drawing{Cards: names(plan, nil)}, nil
	}
	b, err := t.board(house)
	return b, Drawing{House: plan.House, Shapes: len(t.shape), Cards: names(plan, t.shape)}, err
}

// names returns the names of the sites without a shape.
func names(plan *adjudicator.Plan, shape map[int]int) []string {
	var out []string
	for i, s := range plan.Sites {
		if _, ok := shape[i]; !ok {
			out = append(out, s.Name)
		}
	}
	return out
}

// Describe says how the board of a chart is drawn. It returns an error if that is impossible.
func (a *Atlas) Describe(c adjudicator.Chart) (Drawing, error) {
	_, d, err := a.plateOf(c)
	return d, err
}
