package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deadman"
	"deaddrop/adjudicator/dealers"
	"deaddrop/adjudicator/decatur"
	"deaddrop/adjudicator/dishonest"
	"deaddrop/adjudicator/successors"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/config"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/refusal"
	"deaddrop/gm/serve"
	"deaddrop/gm/setup"
	"deaddrop/mailer"
	"deaddrop/mailer/postoffice"
	"deaddrop/parser"
)

type demoOptions struct {
	years   int
	players int
	seed    uint64
	dir     string
}

// A play is what the demo of a title has of its own: who plays, and what is said about it.
type play interface {
	announce() (rules, words string)           // what is about to be seen
	seats() []string                           // who play, in the order of the table
	brain(seat string) brain                   // a player's
	sample(seat, phase string) bool            // whether that letter is printed, as an example
	line(truth []byte) (string, error)         // on the position at the start of a phase, from the game master's view
	end(last string, t *tally) (string, error) // on the game, from a player's last letter; an error if it did not go well
}

// newPlay returns the play of a title.
func newPlay(title string, o demoOptions) (play, error) {
	switch title {
	case deadman.Rules.Name:
		return deadmanPlay{o}, nil
	case decatur.Rules.Name:
		return decaturPlay{o}, nil
	case successors.Rules.Name:
		if o.players < 3 || o.players > 4 {
			return nil, fmt.Errorf("a demo of %s of %d players can't be; 3 or 4", title, o.players)
		}
		return successorsPlay{o}, nil
	case dishonest.Rules.Name:
		if o.players = max(o.players, dishonest.Rules.Min); o.players > len(dishonest.Rules.Seats) {
			return nil, fmt.Errorf("a demo of %s of %d players can't be; 4 to 7", title, o.players)
		}
		return dishonestPlay{o}, nil
	case dealers.Rules.Name:
		if o.players < dealers.Rules.Min || o.players > len(dealers.Rules.Seats) {
			return nil, fmt.Errorf("a demo of %s of %d players can't be; 3 to 5", title, o.players)
		}
		return dealersPlay{o}, nil
	}
	return nil, fmt.Errorf("there is no demo of %q; there are %s, %s, %s, %s and %s", title, deadman.Rules.Name, decatur.Rules.Name, successors.Rules.Name, dishonest.Rules.Name, dealers.Rules.Name)
}

func newDemo(d *console) *cobra.Command {
	var o demoOptions
	cmd := &cobra.Command{
		Use:   "demo [TITLE]",
		Short: "Watch robots play a game by real mail",
		Long: `demo opens a post office in this program, with real IMAP and SMTP servers on this machine only, and plays a game
in it: robots that do nothing but read and write mail, and the same service as gm serve. It prints what happens, and
leaves the letters, the chronicle and the game in a directory.

    gm demo            seven robots play Deadman Diplomacy, until one of them has 18 centres or they agree on a draw in
                       the last Fall
    gm demo decatur    two to seven robots play a game of Decatur
    gm demo successors three or four robots play a game of Successors
    gm demo dishonest  four to seven robots play a game of Dishonest Decade
    gm demo dealers    three to five robots play a game of Dealers in Hope`,
		Example: "  gm demo --years 1 --dir letters\n  gm demo decatur --players 2 --dir more\n  gm demo successors --players 4\n  gm demo dishonest --players 4\n  gm demo dealers --players 3",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			title := strings.Join(append(args, deadman.Rules.Name)[:1], "")
			p, err := newPlay(title, o)
			switch {
			case err != nil:
				return err
			case d.master != nil:
				return errors.New("a demo runs by itself, not in a running service")
			case o.years < 1 || o.years > 100:
				return fmt.Errorf("a demo of %d years can't be; 1 to 100", o.years)
			case o.players < 2 || o.players > 7:
				return fmt.Errorf("a demo of %d players can't be; 2 to 7", o.players)
			case o.dir == "":
				dir, err := os.MkdirTemp("", "deaddrop-demo-")
				if err != nil {
					return err
				}
				o.dir = dir
			}
			return demo(cmd.Context(), cmd.OutOrStdout(), d.now, p, o)
		},
	}
	cmd.Flags().IntVar(&o.years, "years", 2, "game years after which the robots vote for a draw (deadman)")
	cmd.Flags().IntVar(&o.players, "players", 3, "how many play (decatur, successors, dishonest, dealers)")
	cmd.Flags().Uint64Var(&o.seed, "seed", 1, "of the robots' luck and the game's")
	cmd.Flags().StringVar(&o.dir, "dir", "", "where to leave everything: a new directory or an empty one (a temporary one)")
	return cmd
}

const (
	demoGame   = "demo"
	demoDomain = "demo.invalid" // nobody's, by RFC 2606
)

// A stage is a running demo.
type stage struct {
	demoOptions
	play
	out    io.Writer
	office *postoffice.Office
	config config.Config
	master *gm.Master
	now    func() time.Time
	heard  chan heard
	count  *mailCount
}

// mailCount counts mails by direction as the post office delivers them.
type mailCount struct {
	sync.Mutex
	in, out int // to and from the game master, since the last phase
	all     int
	err     error
	dir     string
}

func demo(ctx context.Context, out io.Writer, now func() time.Time, p play, o demoOptions) (err error) {
	letters := filepath.Join(o.dir, "letters")
	if err := os.MkdirAll(o.dir, 0o755); err != nil {
		return err
	}
	if left, err := os.ReadDir(o.dir); err != nil {
		return err
	} else if len(left) > 0 { // a configuration, perhaps, which nothing may take the place of
		return &refusal.Error{Text: fmt.Sprintf("There is something in %s already, such as %s. Name a new directory behind --dir, or an empty one.", o.dir, left[0].Name())}
	}
	if err := os.Mkdir(letters, 0o755); err != nil {
		return err
	}
	office, err := postoffice.Open(postoffice.Options{Domain: demoDomain})
	if err != nil {
		return fmt.Errorf("opening the post office: %w", err)
	}
	defer office.Close()
	s := &stage{demoOptions: o, play: p, out: out, office: office, now: now, heard: make(chan heard, 64), count: &mailCount{dir: letters}}
	office.Delivered(s.count.delivered)
	if err := s.configure(); err != nil {
		return err
	}
	if s.master, err = setup.Open(s.config, titles(), slog.New(slog.NewTextHandler(out, &slog.HandlerOptions{Level: slog.LevelError}))); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.master.Store.Close()) }()
	if err := s.run(ctx); err != nil {
		return err
	}
	return s.farewell(context.WithoutCancel(ctx))
}

// delivered keeps a mail and counts it.
func (c *mailCount) delivered(from string, to []string, raw []byte) {
	c.Lock()
	defer c.Unlock()
	c.all++
	if ours(from) {
		c.out++
	} else {
		c.in++
	}
	who, _, _ := strings.Cut(strings.Join(to, "+"), "@")
	if err := os.WriteFile(filepath.Join(c.dir, fmt.Sprintf("%04d-to-%s.eml", c.all, who)), raw, 0o666); err != nil {
		c.err = errors.Join(c.err, err)
	}
}

// ours reports whether a mail is the game master's by its envelope's sender, which may have a token behind a plus.
func ours(from string) bool { return strings.HasPrefix(from, "gm@") || strings.HasPrefix(from, "gm+") }

// take returns the counts since it was last called.
func (c *mailCount) take() (in, out int) {
	c.Lock()
	defer c.Unlock()
	in, out, c.in, c.out = c.in, c.out, 0, 0
	return in, out
}

// configure opens the mailboxes and writes the configuration of the service, which also serves to look at
// the game afterwards.
func (s *stage) configure() error {
	text := fmt.Sprintf(`# The game of a demo. Its mail servers are gone, but gm list and gm show work on it.
address = "gm@%[1]s"
name = "Deaddrop"
data = "games.db"
poll = "5s"
answers_per_day = 10000
largest_letter = 1000

[imap]
addr = "%[2]s"
tls = "none"
user = "gm@%[1]s"
password = "demo"

[smtp]
addr = "%[3]s"
tls = "none"
user = "gm@%[1]s"
password = "demo"
`, demoDomain, s.office.IMAP(), s.office.SMTP())
	path := filepath.Join(s.dir, "deaddrop.toml")
	if err := inPlaceOf(path, func(f *os.File) error { _, err := f.WriteString(text); return err }); err != nil {
		return err
	}
	for _, name := range append([]string{"gm"}, s.seats()...) {
		if err := s.office.Add(strings.ToLower(name), "demo"); err != nil {
			return err
		}
	}
	var err error
	s.config, err = config.Read(path)
	return err
}

// run starts the game, the robots and the service, and tells what happens until the game is over.
func (s *stage) run(ctx context.Context) error {
	secret := sha256.Sum256(fmt.Appendf(nil, "demo %d", s.seed))
	rules, words := s.announce()
	plan := desk.Plan{Name: demoGame, Rules: rules, Secret: secret[:], Clock: calendar.Clock{Every: time.Hour, Ends: calendar.WhenIn}}
	for _, p := range s.seats() {
		plan.Players = append(plan.Players, game.Player{Seat: adjudicator.Seat(p), Address: strings.ToLower(p) + "@" + demoDomain})
	}
	if err := desk.At(s.master, gm.ActOptions{}).New(ctx, s.now(), plan); err != nil {
		return err
	}
	service, err := serve.New(serve.Options{Config: s.config, Log: slog.New(slog.NewTextHandler(s.out, &slog.HandlerOptions{Level: slog.LevelWarn}))}, s.master, s.now)
	if err != nil {
		return err
	}
	printf(s.out, "%s, IMAP on %s, SMTP on %s.\n\n", words, s.office.IMAP(), s.office.SMTP())
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return service.Run(ctx) })
	for _, p := range s.seats() {
		imap := mailer.Server{Addr: s.office.IMAP(), TLS: "none", User: strings.ToLower(p) + "@" + demoDomain, Password: "demo"}
		smtp := imap
		smtp.Addr = s.office.SMTP()
		r := newRobot(p, s.brain(p), s.config.Address, imap, smtp, s.now, s.heard)
		group.Go(func() error { return r.run(ctx) })
	}
	group.Go(func() error {
		defer stop()
		return s.tell(ctx)
	})
	return group.Wait()
}

// tell reads over the robots' shoulders: it prints the phases as they pass, and checks that every letter came to
// the seat that it is for. It ends when all have the letter of the last phase.
func (s *stage) tell(ctx context.Context) error {
	phases := map[string]int{} // robots that have the letter of a phase
	t := &tally{received: map[string]int{}, written: map[string]map[string]int{}}
	for {
		var h heard
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(time.Minute):
			return errors.New("no letter has come for a minute; the demo is stuck")
		case h = <-s.heard:
		}
		if !strings.Contains(h.l.Text, ": you are "+h.seat+".\n") {
			return fmt.Errorf("a letter came to %s that is not for it:\n\n%s", h.seat, h.l.Text)
		}
		headline, _ := parser.Headline(h.l.Text)
		_, phase, _ := strings.Cut(headline, h.seat+": ")
		t.add(h, phase)
		if s.sample(h.seat, phase) {
			printf(s.out, "\n%s\n", indent(h.l.Text))
		}
		phases[phase]++
		if phases[phase] < len(s.seats()) || strings.HasPrefix(phase, "on file") {
			continue
		}
		if err := s.passed(ctx, phase); err != nil {
			return err
		}
		if phase == "the game is over" {
			words, err := s.end(h.l.Text, t)
			printf(s.out, "\n%s\n", words)
			return err
		}
		t.phases++
	}
}

// passed prints a line on what has been, from the game master's own view.
func (s *stage) passed(ctx context.Context, phase string) error {
	_, js, err := inspect.As(ctx, s.master, s.now(), demoGame, string(adjudicator.GM))
	if err != nil {
		return err
	}
	words, err := s.line(js)
	if err != nil {
		return err
	}
	in, out := s.count.take()
	printf(s.out, "→ %-32s %2d letters in, %2d out; %s\n", phase, in, out, words)
	return nil
}

// farewell writes the chronicle and says where everything lies.
func (s *stage) farewell(ctx context.Context) error {
	if s.count.err != nil {
		return fmt.Errorf("keeping the letters: %w", s.count.err)
	}
	chronicle := filepath.Join(s.dir, "chronicle.txt")
	if err := inPlaceOf(chronicle, func(f *os.File) error { return inspect.Chronicle(ctx, s.master, demoGame, f) }); err != nil {
		return err
	}
	printf(s.out, `
The letters:    %s
The chronicle:  %s
The game:       go run ./cmd/gm -c %s show demo --as GM
`, filepath.Join(s.dir, "letters"), chronicle, filepath.Join(s.dir, "deaddrop.toml"))
	return nil
}
