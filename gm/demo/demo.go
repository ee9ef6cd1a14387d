// Package demo lets robots play a game by real mail within one program: it starts a post office with IMAP and SMTP
// servers that only this machine can reach, runs the service, and prints what happens.
//
// The package handles the robots' mail and the report of the game. Package robots decides how the robots play, and
// cmd/gm defines the command.
package demo

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

	"golang.org/x/sync/errgroup"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/robots"
	"deaddrop/gm"
	"deaddrop/gm/amount"
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

// Options are the settings of a demo.
type Options struct {
	Game    robots.Game
	Titles  []*adjudicator.Rules // all titles of the program
	Years   int                  // number of game years after which robots vote for a draw, if the title has draws
	Players int                  // number of players; 0 for three, or the title's minimum if that is higher
	Seed    uint64               // the seed of all random numbers
	Dir     string               // directory for all files; it must be new or empty
	Out     io.Writer            // where the report of the game is printed
	Program string               // name of the program in commands, such as "gm"
	Now     func() time.Time
}

// seats returns the seats that robots play.
func (o Options) seats() ([]string, error) {
	r := o.Game.Rules
	players, most := o.Players, len(r.Seats)
	if players == 0 || r.Min == most {
		players = max(3, r.Min)
	}
	if players < r.Min || players > most {
		return nil, fmt.Errorf("a demo of %s of %d players can't be; %d to %d", r.Name, players, r.Min, most)
	}
	chairs, err := r.SeatsFor(players, nil)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, seat := range chairs {
		out = append(out, string(seat))
	}
	return out, nil
}

const (
	gameName = "demo"
	domain   = "demo.invalid" // a domain reserved by RFC 2606
)

// indent returns a letter indented, for printing within other text.
func indent(text string) string {
	return "    | " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n    | ")
}

// A stage is the state of a running demo.
type stage struct {
	Options
	seats  []string
	office *postoffice.Office
	config config.Config
	master *gm.Master
	heard  chan heard
	count  *mailCount
}

// A mailCount counts the mails that the post office delivers, by direction.
type mailCount struct {
	sync.Mutex
	in, out int // numbers of mails to and from the game master since the last phase
	all     int
	bytes   map[string]int // total size of the mails to each address, including attachments
	err     error
	dir     string
}

// Run plays a game to its end, or until ctx is cancelled.
func Run(ctx context.Context, o Options) (err error) {
	seats, err := o.seats()
	if err != nil {
		return err
	}
	letters := filepath.Join(o.Dir, "letters")
	if err := os.MkdirAll(o.Dir, 0o755); err != nil {
		return err
	}
	if left, err := os.ReadDir(o.Dir); err != nil {
		return err
	} else if len(left) > 0 { // the directory may contain a configuration, which must not be overwritten
		return &refusal.Error{Text: fmt.Sprintf("There is something in %s already, such as %s. "+
			"Name a new directory behind --dir, or an empty one.", o.Dir, left[0].Name())}
	}
	if err := os.Mkdir(letters, 0o755); err != nil {
		return err
	}
	office, err := postoffice.Open(postoffice.Options{Domain: domain})
	if err != nil {
		return fmt.Errorf("opening the post office: %w", err)
	}
	defer office.Close()
	s := &stage{Options: o, seats: seats, office: office, heard: make(chan heard, 64),
		count: &mailCount{dir: letters, bytes: map[string]int{}}}
	office.Delivered(s.count.delivered)
	if err := s.configure(); err != nil {
		return err
	}
	if s.master, err = setup.Open(s.config, o.Titles, s.log(slog.LevelError)); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.master.Store.Close()) }()
	if err := s.run(ctx); err != nil {
		return err
	}
	return s.farewell(context.WithoutCancel(ctx))
}

func (s *stage) log(least slog.Level) *slog.Logger {
	return slog.New(slog.NewTextHandler(s.Out, &slog.HandlerOptions{Level: least}))
}

// delivered saves a mail and counts it.
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
	c.bytes[who] += len(raw)
	if err := os.WriteFile(filepath.Join(c.dir, fmt.Sprintf("%04d-to-%s.eml", c.all, who)), raw, 0o666); err != nil {
		c.err = errors.Join(c.err, err)
	}
}

// ours reports whether a mail is from the game master, by its envelope sender, which may contain a token after a
// plus.
func ours(from string) bool { return strings.HasPrefix(from, "gm@") || strings.HasPrefix(from, "gm+") }

// most returns the largest number of bytes that any player got by mail.
func (c *mailCount) most(seats []string) int {
	c.Lock()
	defer c.Unlock()
	most := 0
	for _, seat := range seats {
		most = max(most, c.bytes[strings.ToLower(seat)])
	}
	return most
}

// take returns the numbers of mails since the last call.
func (c *mailCount) take() (in, out int) {
	c.Lock()
	defer c.Unlock()
	in, out, c.in, c.out = c.in, c.out, 0, 0
	return in, out
}

// configure opens the mailboxes and writes the service's configuration, with which the game can also be inspected
// afterwards.
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
`, domain, s.office.IMAP(), s.office.SMTP())
	path := filepath.Join(s.Dir, "deaddrop.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		return err
	}
	for _, name := range append([]string{"gm"}, s.seats...) {
		if err := s.office.Add(strings.ToLower(name), "demo"); err != nil {
			return err
		}
	}
	var err error
	s.config, err = config.Read(path)
	return err
}

// run starts the game, the robots and the service, and prints what happens until the game is over.
func (s *stage) run(ctx context.Context) error {
	secret := sha256.Sum256(fmt.Appendf(nil, "demo %d", s.Seed))
	rules := s.Game.Rules
	clock := calendar.Clock{Every: time.Hour, Ends: calendar.WhenIn}
	plan := desk.Plan{Name: gameName, Rules: rules.Name, Secret: secret[:], Clock: clock}
	for _, p := range s.seats {
		plan.Players = append(plan.Players, game.Player{Seat: adjudicator.Seat(p), Address: address(p)})
	}
	if err := desk.At(s.master, gm.ActOptions{}).New(ctx, s.Now(), plan); err != nil {
		return err
	}
	service, err := serve.New(serve.Options{Config: s.config, Log: s.log(slog.LevelWarn)}, s.master, s.Now)
	if err != nil {
		return err
	}
	years := ""
	if s.Game.Round == "" {
		years = amount.Count(s.Years, "year", "years") + ", "
	}
	fmt.Fprintf(s.Out, "%s by mail: %s%d robots, IMAP on %s, SMTP on %s.\n\n",
		rules.Title, years, len(s.seats), s.office.IMAP(), s.office.SMTP())
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return service.Run(ctx) })
	for _, p := range s.seats {
		imap := mailer.Server{Addr: s.office.IMAP(), TLS: "none", User: address(p), Password: "demo"}
		smtp := imap
		smtp.Addr = s.office.SMTP()
		quiet := slog.New(slog.DiscardHandler)
		r := &robot{
			Writer:  robots.Writer{Player: s.Game.New(p, robots.Luck(s.Seed, p), s.Years), Seat: p},
			address: imap.User, gm: s.config.Address, now: s.Now, heard: s.heard,
			inbox:  &mailer.Inbox{Server: imap, Log: quiet},
			sender: &mailer.Sender{Server: smtp, Log: quiet},
		}
		group.Go(func() error { return r.run(ctx) })
	}
	group.Go(func() error {
		defer stop()
		return s.tell(ctx)
	})
	return group.Wait()
}

func address(seat string) string { return strings.ToLower(seat) + "@" + domain }

// tell watches the letters that the robots get: it prints each phase when it is over, and checks that every letter
// has reached the seat that it was meant for. It returns when all robots have the letter of the last phase.
func (s *stage) tell(ctx context.Context) error {
	phases := map[string]int{} // number of robots that have the letter of a phase
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
		if !strings.Contains(h.letter.Text, ": you are "+h.seat+".\n") {
			return fmt.Errorf("a letter came to %s that is not for it:\n\n%s", h.seat, h.letter.Text)
		}
		headline, _ := parser.Headline(h.letter.Text)
		_, phase, _ := strings.Cut(headline, h.seat+": ")
		t.add(h, phase)
		if s.Game.Sample(h.seat, phase, s.seats[0]) {
			fmt.Fprintf(s.Out, "\n%s\n", indent(h.letter.Text))
		}
		phases[phase]++
		if phases[phase] < len(s.seats) || strings.HasPrefix(phase, "on file") {
			continue
		}
		if err := s.passed(ctx, phase); err != nil {
			return err
		}
		if phase == "the game is over" {
			words, err := t.summed(s.Game, s.seats, h.letter.Text)
			fmt.Fprintf(s.Out, "\n%s\n", words)
			s.weigh()
			return err
		}
		t.phases++
	}
}

// mostMail is the largest number of bytes of mail that a whole game should bring a player.
const mostMail = 10e6

// weigh prints how many bytes of mail the player with most mail got, and whether that is too much.
func (s *stage) weigh() {
	most := s.count.most(s.seats)
	if most > mostMail {
		fmt.Fprintf(s.Out, "All letters to one player come to %.1f MB, which is too much.\n", float64(most)/1e6)
		return
	}
	fmt.Fprintf(s.Out, "All letters to one player, with maps and films, come to %.1f MB at most.\n", float64(most)/1e6)
}

// passed prints a line about a phase that is over, from the game master's view.
func (s *stage) passed(ctx context.Context, phase string) error {
	_, js, err := inspect.As(ctx, s.master, s.Now(), gameName, string(adjudicator.GM))
	if err != nil {
		return err
	}
	words, err := s.Game.Line(js)
	if err != nil {
		return err
	}
	in, out := s.count.take()
	fmt.Fprintf(s.Out, "→ %-32s %2d letters in, %2d out; %s\n", phase, in, out, words)
	return nil
}

// farewell writes the chronicle and prints where the files are.
func (s *stage) farewell(ctx context.Context) error {
	if s.count.err != nil {
		return fmt.Errorf("keeping the letters: %w", s.count.err)
	}
	chronicle := filepath.Join(s.Dir, "chronicle.txt")
	f, err := os.OpenFile(chronicle, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err := errors.Join(inspect.Chronicle(ctx, s.master, gameName, f), f.Close()); err != nil {
		return err
	}
	fmt.Fprintf(s.Out, `
The letters:    %s
The chronicle:  %s
The game:       %s -c %s show demo --as GM
`, filepath.Join(s.Dir, "letters"), chronicle, s.Program, filepath.Join(s.Dir, "deaddrop.toml"))
	return nil
}
