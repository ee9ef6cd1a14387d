package gate

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/inspect"
	"deaddrop/gm/letter"
	"deaddrop/gm/pages"
)

// compare returns a Leak if the watcher gets different texts in the two worlds; what names the texts.
func (p *pair) compare(what, one, other string) error {
	if one == other {
		return nil
	}
	return &Leak{Seed: p.seed, Turn: p.n, Phase: p.phase, Watcher: p.watcher, What: what, Lines: differing(one, other),
		Secrets: p.secrets()}
}

// same compares everything that the watcher got so far, and what the service would tell them or an observer. It also
// checks that both game masters' positions agree with the rules alone; otherwise the gate might compare something
// that is not played.
func (p *pair) same() error {
	one, two := p.worlds[0], p.worlds[1]
	if err := p.alikeMails("letter %d", one.mails, two.mails, &p.compared); err != nil {
		return err
	}
	if err := p.alikeMails("letter %d to an observer", one.seen, two.seen, &p.shown); err != nil {
		return err
	}
	if err := p.sameRobot(); err != nil {
		return err
	}
	if p.Discloses && p.over() {
		return nil
	}
	if err := p.samePages(); err != nil {
		return err
	}
	for _, seat := range []adjudicator.Seat{p.watcher, adjudicator.Observer} {
		a, err := one.knowledge(p.ctx, seat)
		if err != nil {
			return err
		}
		b, err := two.knowledge(p.ctx, seat)
		if err != nil {
			return err
		}
		if err := p.compare(fmt.Sprintf("what %s is shown", seat), a, b); err != nil {
			return err
		}
	}
	for _, w := range p.worlds {
		if err := p.played(w); err != nil {
			return err
		}
	}
	return nil
}

// sameRobot compares what a robot in the watcher's seat has written so far, and when.
func (p *pair) sameRobot() error {
	if !p.robot {
		return nil
	}
	var wrote [2]strings.Builder
	for i, w := range p.worlds {
		p.tally.Robots = 0
		for line, err := range inspect.LogOf(p.ctx, w.Master, w.Game, inspect.Everything) {
			if err != nil {
				return err
			}
			if line.Kind == gm.KindRobot {
				fmt.Fprintf(&wrote[i], "%s %s\n", line.At, line.Text)
				p.tally.Robots++
			}
		}
	}
	return p.compare("what the robot in this seat writes", wrote[0].String(), wrote[1].String())
}

// samePages compares the public pages of the game, in one turn of three.
func (p *pair) samePages() error {
	if p.drawn(p.n, "pages").IntN(3) > 0 { // they are made of the whole game each time
		return nil
	}
	of := p.Pages
	if of == nil {
		of = PublicPages
	}
	one, err := of(p.ctx, p.worlds[0].Master, p.worlds[0].Game)
	if err != nil {
		return err
	}
	two, err := of(p.ctx, p.worlds[1].Master, p.worlds[1].Game)
	if err != nil {
		return err
	}
	names := slices.Sorted(maps.Keys(one))
	if err := p.compare("which public pages there are", strings.Join(names, "\n"),
		strings.Join(slices.Sorted(maps.Keys(two)), "\n")); err != nil {
		return err
	}
	for _, name := range names {
		if err := p.compare("the public page "+name, string(one[name]), string(two[name])); err != nil {
			return err
		}
	}
	return nil
}

// PublicPages returns the public pages of a game, with the data of pictures and films in place of what is drawn of it.
func PublicPages(ctx context.Context, m *gm.Master, name string) (pages.Files, error) {
	return pages.Of(ctx, m, name, pages.Options{
		Board: func(p *letter.Picture) ([]byte, error) { return json.Marshal(p) },
		Film:  func(f *letter.Film) ([]byte, error) { return json.Marshal(f) },
	})
}

// alikeMails compares the mails that somebody got in the two worlds since the last call. It adds their number to
// compared.
func (p *pair) alikeMails(what string, one, two []mail, compared *int) error {
	for i := *compared; i < max(len(one), len(two)); i++ {
		a, b := at(one, i), at(two, i)
		if p.Discloses && p.over() && i == len(one)-1 {
			a, _, _ = strings.Cut(a, "\n\n")
			b, _, _ = strings.Cut(b, "\n\n")
		}
		if err := p.compare(fmt.Sprintf(what, i+1), a, b); err != nil {
			return err
		}
	}
	*compared = len(one)
	return nil
}

// played checks that a world's game is where the rules alone have led.
func (p *pair) played(w *World) error {
	_, have, err := inspect.As(p.ctx, w.Master, w.now, w.Game, string(adjudicator.GM))
	if err != nil {
		return err
	}
	want, err := json.MarshalIndent(w.truth.at.View(adjudicator.GM), "", "  ")
	if err == nil && !bytes.Equal(want, have) {
		err = fmt.Errorf("seed %d, turn %d: the game master did not play what the letters say:\n%s\n%s",
			p.seed, p.n, differing(string(want), string(have)), p.secrets())
	}
	return err
}

func at(mails []mail, i int) string {
	if i < len(mails) {
		return mails[i].String()
	}
	return "(no letter)"
}

// count records how far the worlds differ after a turn.
func (p *pair) count() {
	p.tally.Turns++
	one, two := p.worlds[0], p.worlds[1]
	for s, c := range one.choices {
		if c.answer != two.choices[s].answer || c.how != two.choices[s].how {
			p.tally.Acts++
			break
		}
	}
	apart := p.Apart
	if apart == nil {
		apart = lines
	}
	if n := apart(one.truth.at.View(adjudicator.GM), two.truth.at.View(adjudicator.GM)); n > 0 {
		p.tally.Apart++
		p.tally.Things += n
	}
}

// lines returns the number of JSON lines in which two views differ.
func lines(one, other adjudicator.View) int {
	n := 0
	for line := range strings.Lines(differing(indented(one), indented(other))) {
		if !strings.HasPrefix(line, " ") {
			n++
		}
	}
	return n
}

func indented(v adjudicator.View) string {
	js, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		panic(fmt.Sprintf("gate: %T can't be written: %v", v, err))
	}
	return string(js)
}

// secrets describes the differences between the worlds: what each player did in this turn.
func (p *pair) secrets() string {
	var b strings.Builder
	for _, s := range p.seats() {
		for i, w := range p.worlds {
			if c, ok := w.choices[s]; ok && c.req != nil {
				fmt.Fprintf(&b, "  %s, world %d: %s %q\n", s, i+1, c.how, c.answer)
			}
		}
	}
	return b.String()
}
