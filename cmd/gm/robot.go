package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"deaddrop/adjudicator/diplomacy"
	"deaddrop/mailer"
	"deaddrop/parser"
)

// A robot plays Deadman Diplomacy as a person would, with nothing but a mailbox: it reads its letters
// and answers them. It has no other way to know anything.
type robot struct {
	power    string
	inbox    *mailer.Inbox
	sender   *mailer.Sender
	address  string
	gm       string // where the letters it answers come from
	rand     *rand.Rand
	board    *diplomacy.Board
	now      func() time.Time
	last     string // phase in which it votes for a draw
	answered int    // the number of the last question
	ready    int    // and of the last for which it said READY once more
	sent     int
	heard    chan<- heard
}

// heard is a letter as a robot got it.
type heard struct {
	power string
	l     mailer.Letter
}

func newRobot(power, gmAddress, last string, imap, smtp mailer.Server, seed uint64, now func() time.Time, out chan<- heard) *robot {
	quiet := slog.New(slog.DiscardHandler)
	stream := sha256.Sum256(fmt.Appendf(nil, "%d %s", seed, power))
	return &robot{
		power: power, address: imap.User, gm: gmAddress, last: last, board: diplomacy.Standard(), now: now, heard: out,
		rand:   rand.New(rand.NewChaCha8(stream)),
		inbox:  &mailer.Inbox{Server: imap, Log: quiet},
		sender: &mailer.Sender{Server: smtp, Log: quiet},
	}
}

func (r *robot) run(ctx context.Context) error {
	defer r.sender.Close()
	return r.inbox.Watch(ctx, r.read)
}

// read answers a letter that asks something new.
func (r *robot) read(ctx context.Context, l mailer.Letter) error {
	select {
	case r.heard <- heard{r.power, l}:
	case <-ctx.Done():
		return ctx.Err()
	}
	tags := parser.Read(l.Subject, "").Tags
	if len(tags) == 0 {
		return nil
	}
	number, text := tags[0].Question, ""
	switch {
	case number > r.answered && strings.Contains(l.Text, "\nWanted: "):
		text = r.orders(l.Text)
	case number == r.answered && number > r.ready && strings.Contains(l.Text, "READY was not noted"):
		r.ready, text = number, "READY\n" // what was refused is not sent again
	default:
		return nil
	}
	r.sent++
	err := r.sender.Send(ctx, r.address, mailer.Draft{
		ID: fmt.Sprintf("%s.%d.%s", strings.ToLower(r.power), r.sent, r.address), From: r.address, FromName: r.power, To: r.gm,
		Subject: "Re: " + l.Subject, Text: text, Date: r.now(), InReplyTo: l.ID, References: append(slices.Clone(l.References), l.ID),
	})
	if err != nil {
		r.sent--
		return err
	}
	r.answered = number
	return nil
}

var field = regexp.MustCompile(`(?m)^  ([A-Z][a-z ]+): (.*\n(?:    .*\n)*)`)

// value reads what a letter says under a name, which may go over several lines: "Units: A Par, F Bre".
func value(letter, name string) string {
	for _, m := range field.FindAllStringSubmatch(letter, -1) {
		if m[1] == name {
			return strings.Join(strings.Fields(m[2]), " ")
		}
	}
	return ""
}

// list is a value with commas.
func list(letter, name string) []string {
	v := value(letter, name)
	if _, places, ok := strings.Cut(v, "in any of "); ok {
		v = places
	}
	if v == "" || v == "none" {
		return nil
	}
	return strings.Split(v, ", ")
}

// number is a value that begins with one: "Builds: 2, in any of …".
func number(letter, name string) int {
	word, _, _ := strings.Cut(value(letter, name), ",")
	n, err := strconv.Atoi(word)
	if err != nil {
		return 0 // the letter does not have it
	}
	return n
}

// orders are what the robot makes of a letter: it goes where centres are, supports itself, spies a little,
// and now and then says something to all.
func (r *robot) orders(letter string) string {
	centres := list(letter, "Centres")
	units := list(letter, "Units")
	var out []string
	for i, home := range list(letter, "Home centres") {
		units = append(units, r.start(home, i))
	}
	if homes := list(letter, "Home centres"); len(homes) > 0 {
		centres = homes
		out = append(out, "SETUP "+strings.Join(units, ", "))
	}
	if n := number(letter, "Builds"); n > 0 {
		for _, place := range r.some(list(letter, "Builds"), n) {
			out, units = append(out, "Build A "+place), append(units, "A "+place)
		}
	}
	for _, unit := range r.some(units, number(letter, "Removals")) {
		out = append(out, "Remove "+unit)
		units = slices.DeleteFunc(units, func(u string) bool { return u == unit })
	}
	for i, unit := range units {
		out = append(out, r.order(unit, units, i, centres))
	}
	if strings.Contains(letter, "PAS-Nth") {
		p := r.board.Provinces()
		out = append(out, "PAS-"+r.board.Abbr(p[r.rand.IntN(len(p))]))
	}
	if strings.Contains(letter, "orders for "+r.last+",") {
		out = append(out, "VOTE DRAW")
	}
	if r.rand.IntN(4) == 0 {
		out = append(out, "PRESS TO ALL", remarks[r.rand.IntN(len(remarks))], "ENDPRESS")
	}
	out = append(out, "READY")
	return strings.Join(out, "\n") + "\n-- \nThe " + r.power + " robot\n"
}

var remarks = []string{
	"My fleets are on a pleasure cruise.",
	"Whoever looked at my army: it did not look back.",
	"I have no units anywhere near you. Whoever you are.",
	"Somebody knocked at my door this season, and nobody was there.",
}

func (r *robot) start(home string, i int) string {
	for _, l := range r.board.Homes(r.board.Power(r.power)) {
		if r.board.Abbr(l) == home && i > 0 && r.board.CanStand(diplomacy.Fleet, l) {
			return "F " + home
		}
	}
	return "A " + home
}

// order is for one unit.
func (r *robot) order(unit string, units []string, i int, centres []string) string {
	kind, at := diplomacy.Army, r.loc(unit[2:])
	if unit[0] == 'F' {
		kind = diplomacy.Fleet
	}
	if i > 0 && r.rand.IntN(6) == 0 {
		return unit + " S " + units[i-1]
	}
	if r.rand.IntN(6) == 0 {
		powers := slices.DeleteFunc(r.board.Powers(), func(p string) bool { return p == r.power })
		return unit + " E " + powers[r.rand.IntN(len(powers))]
	}
	reach := r.board.Reach(kind, at)
	if len(reach) == 0 {
		return unit + " H"
	}
	to := reach[r.rand.IntN(len(reach))]
	for _, l := range reach { // rather a centre that is not its own
		p := r.board.Province(l)
		if r.board.IsCentre(p) && !slices.Contains(centres, r.board.Abbr(p)) && r.rand.IntN(3) > 0 {
			to = l
		}
	}
	back := reach[r.rand.IntN(len(reach))]
	return unit + "-" + r.board.Abbr(to) + " R " + r.board.Abbr(back)
}

func (r *robot) loc(abbr string) diplomacy.Loc {
	for l := range diplomacy.Loc(r.board.Locs()) {
		if r.board.Abbr(l) == abbr {
			return l
		}
	}
	return diplomacy.NoLoc
}

// some picks n of a list.
func (r *robot) some(from []string, n int) []string {
	from = slices.Clone(from)
	r.rand.Shuffle(len(from), func(i, j int) { from[i], from[j] = from[j], from[i] })
	return from[:min(n, len(from))]
}
