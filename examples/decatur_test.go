package examples_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/decatur"
	"deaddrop/gm"
	"deaddrop/gm/inspect"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
	"deaddrop/gm/transcript"
	"deaddrop/gm/work"
	"deaddrop/tier"
)

var write = flag.Bool("write", false, "have robots play the games of testdata anew, and write down their letters and the answers")

// A robotStory is a whole game whose letters robots wrote, in the ways of people.
type robotStory struct {
	rules   *adjudicator.Rules
	short   string            // what the game's name begins with
	test    string            // which test plays it
	kinds   map[string]string // what questions are called by how letters put them
	writes  func(p *person, q question, again bool) []written
	players int
	options string // lines of the game's section
	full    []int  // whose letters are written down whole
	silent  string // "Green, Interval 1, round 4": who says nothing when
	says    string // a line each: what the letters must have, so that a game written anew tests as much
}

// decaturs are in testdata/decatur-N.txtar, by the number of players.
var decaturs = []robotStory{
	{players: 2, options: "option speed: patient\noption intervals: three\n", full: []int{0}, silent: "Blue, Interval 2, round 3",
		says: "The takeover succeeds\nThe takeover fails\nYOUR BID FOR\nYOU HAVE TOO MANY CARDS\nYOUR FACTORS MOVE INTO\nYOUR FACTORS LEAVE"},
	{players: 3, full: []int{1}, silent: "Green, Interval 1, round 4",
		says: "The takeover succeeds\nThe takeover fails\nYOUR BID FOR\nYOU HAVE TOO MANY CARDS\nYOUR FACTORS LEAVE"},
	{players: 5, options: "option speed: fast\n", full: []int{2}, silent: "Yellow, Interval 1, round 4",
		says: "The takeover succeeds\nThe takeover fails\nORDERS SKIPPED"},
	{players: 7, options: "option intervals: three\n", full: []int{1}, silent: "White, Interval 2, round 2",
		says: "The takeover succeeds\nThe takeover fails\nYOUR BID FOR\nYOU HAVE TOO MANY CARDS"},
}

// Each game has orders that were mistyped and refused, press, and an end.
const always = "NOT ACCEPTED; what you have on file\nTHE GAME IS OVER\nFrom "

// Each game of Decatur also has at least three upheavals.
const alwaysDecatur = "\nECONOMIC UPHEAVAL: INTERVAL 3 ENDS\nrelocate"

// Whole games of Decatur come out byte for byte as they are written, with a restart before each letter. To have them
// played anew: DEADDROP_TESTS=full go test ./examples -run TestDecaturGames -write; to have but new letters
// written into them: -update. The short tier plays two of them.
func TestDecaturGames(t *testing.T) {
	for _, s := range decaturs[:tier.Pick(2, len(decaturs))] {
		s.rules, s.short, s.test, s.kinds, s.writes, s.says = decatur.Rules, "dc", t.Name(), decaturKinds, (*person).answer, s.says+alwaysDecatur
		s.run(t)
	}
}

// run has a story played, which must come out as it is written.
func (s robotStory) run(t *testing.T) {
	t.Helper()
	t.Run(fmt.Sprint(s.players), func(t *testing.T) {
		t.Parallel()
		file := fmt.Sprintf("testdata/%s-%d.txtar", s.rules.Name, s.players)
		path := filepath.Join(t.TempDir(), "games.db")
		if *write {
			s.write(t, file)
		}
		want, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		have, err := transcript.Play(t.Context(), want, opener(t, path))
		if err != nil {
			t.Fatal(err)
		}
		compare(t, file, want, have)
		if lacks := s.lacks(have); len(lacks) > 0 {
			t.Errorf("no letter says one of %q", lacks)
		}
	})
}

// lacks returns the words that should be in the letters and are not.
func (s robotStory) lacks(story *txtar.Archive) []string {
	text := txtar.Format(story)
	return slices.DeleteFunc(strings.Split(always+"\n"+s.says, "\n"), func(words string) bool { return bytes.Contains(text, []byte(words)) })
}

// write has games played until one has everything and is not too long, and writes that down.
func (s robotStory) write(t *testing.T, file string) {
	t.Helper()
	const most = 450_000 // bytes
	var lacks []string
	for seed := range uint64(60) {
		story, err := transcript.Play(t.Context(), s.play(t, seed), opener(t, filepath.Join(t.TempDir(), "games.db")))
		if err != nil {
			t.Fatal(err)
		}
		if lacks = s.lacks(story); len(lacks) == 0 && len(txtar.Format(story)) <= most {
			if err := os.WriteFile(file, txtar.Format(story), 0o666); err != nil {
				t.Fatal(err)
			}
			return
		}
	}
	t.Fatalf("of sixty games none will do; the last one lacks %q", lacks)
}

// A table is a game that is being written: robots look at what the game master tells of their seats, and answer.
type table struct {
	*testing.T
	robotStory
	name   string
	people []*person
	m      *gm.Master
	now    time.Time
	out    *txtar.Archive
	sent   int
	asked  map[string]int // how often somebody wrote about a question
}

// play has a game played, and returns all that is not the game master's part of the correspondence.
func (s robotStory) play(t *testing.T, seed uint64) *txtar.Archive {
	g := &table{T: t, robotStory: s, name: fmt.Sprint(s.short, s.players), now: transcript.Start, asked: map[string]int{},
		out: &txtar.Archive{Comment: fmt.Appendf(nil, "A whole game of %d players, written by robots: go test ./examples -run %s -write\n\n", s.players, s.test)}}
	full := ""
	section := fmt.Sprintf("every: 24h\nshort: 6h\nsecret: %d robots, %d\n", s.players, seed) + s.options
	for i, seat := range s.rules.Seats[:s.players] {
		p := &person{way: ways[i], seat: string(seat), rand: rand.New(rand.NewPCG(seed, uint64(i)))}
		g.people = append(g.people, p)
		section += fmt.Sprintf("%s: %s\n", p.seat, p.address())
		if slices.Contains(s.full, i) {
			full += "full: " + p.address() + "\n"
		}
	}
	g.out.Files = []txtar.File{{Name: "game " + g.name + " " + s.rules.Name, Data: []byte(section + full)}}
	open := opener(t, filepath.Join(t.TempDir(), "games.db"))
	begun, err := transcript.Play(t.Context(), &txtar.Archive{Files: []txtar.File{{Name: g.out.Files[0].Name, Data: []byte(section)}}}, open)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range begun.Files[1:] {
		to, headline, _ := strings.Cut(strings.TrimPrefix(f.Name, "to "), ": ")
		_, seat, _ := strings.Cut(headline, "] ")
		seat, _, _ = strings.Cut(seat, ": ")
		if err := g.deliver(t.Context(), letter.Letter{To: to, Subject: fmt.Sprintf("[%s] %s: %s", g.name, s.rules.Title, seat), Text: headline + "\n\n" + string(f.Data)}); err != nil {
			t.Fatal(err)
		}
	}
	if g.m, err = open(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := g.m.Store.Close(); err != nil {
			t.Error(err)
		}
	}()
	for range 3000 {
		if over := g.step(); over {
			return g.out
		}
	}
	t.Fatal("the game does not end")
	return nil
}

// step has the next player write who is waited for; if there is none, time passes until the deadline.
func (g *table) step() (over bool) {
	s := g.robotStory
	now, err := inspect.OverviewOf(g.Context(), g.m, g.name)
	if err != nil {
		g.Fatal(err)
	}
	if now.State == "held" {
		g.Fatal(now.Why)
	}
	for i, seat := range now.Seats {
		if !seat.Asked || seat.In {
			continue
		}
		p := g.people[i]
		if q := g.question(p); !strings.HasPrefix(p.seat+", "+q.phase, g.silent) && g.asked[q.key()] < 3 {
			if g.asked[q.key()]++; g.asked[q.key()] == 3 { // what is on file is not all that it might be, and is all that is meant
				g.letter(p, p.letter(q, "READY"))
				return false
			}
			for _, l := range s.writes(p, q, g.asked[q.key()] > 1) {
				g.letter(p, l)
				if after := g.question(p); after.key() != q.key() {
					break
				}
			}
			return false
		}
	}
	if now.State == "running" {
		g.pass(now.Deadline.Sub(g.now))
	}
	return now.State == "over"
}

// letter has somebody write.
func (g *table) letter(p *person, l written) {
	g.sent++
	g.out.Files = append(g.out.Files, txtar.File{Name: "from " + p.address() + ": " + l.subject, Data: []byte(l.text)})
	err := reception.Receive(g.Context(), g.m, g.now, letter.Letter{ID: fmt.Sprintf("letter-%d@robots.invalid", g.sent), From: p.address(), Subject: l.subject, Text: l.text, Proof: letter.Proved})
	if err != nil {
		g.Fatal(err)
	}
	g.work()
}

// pass lets time pass.
func (g *table) pass(d time.Duration) {
	g.out.Files = append(g.out.Files, txtar.File{Name: "clock " + d.String()})
	for range int(d / time.Minute) {
		g.now = g.now.Add(time.Minute)
		g.work()
	}
}

func (g *table) work() {
	for n := 1; n > 0; {
		var err error
		if n, err = work.Due(g.Context(), g.m, g.now, g.deliver); err != nil {
			g.Fatal(err)
		}
	}
}

// question returns the question that a player is asked now, by the game master's letter.
func (g *table) question(p *person) question {
	text, js, err := inspect.As(g.Context(), g.m, g.now, g.name, p.seat)
	if err != nil {
		g.Fatal(err)
	}
	q := question{seat: p.seat, js: js, letter: p.last, others: slices.DeleteFunc(slices.Clone(g.people), func(o *person) bool { return o == p })}
	var now struct{ Phase string }
	if err := json.Unmarshal(js, &now); err != nil {
		g.Fatal(err)
	}
	q.phase = now.Phase
	wanted, _ := asked(text)
	for words, kind := range maps.All(g.kinds) {
		if strings.HasPrefix(wanted, words) {
			q.kind = kind
		}
	}
	return q
}

// decaturKinds are what questions are called by how letters put them.
var decaturKinds = map[string]string{"your orders for ": "round", "your bid": "bid", "which cards": "excess", "where your factors": "relocation", "how many factors": "advance"}
