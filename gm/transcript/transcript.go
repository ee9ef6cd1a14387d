// Package transcript plays a correspondence from a txtar file: letters in, letters out, and the time that passes.
// Transcripts serve as tests of the game master, and can be read as stories of games.
//
// The comment of the file is a summary. The sections follow in chronological order:
//
//	-- date 2026-11-20 12:00 --            the time in UTC at which the transcript begins; the default is Start
//	-- game dm1 deadman --                 a game begins. Its settings, one per line: "every: 72h", "at: 20:00",
//	                                       "zone:", "delay:", "ends:", "short:", "remind: 48h,6h", "keep: yes",
//	                                       "least:", "grace:", "days: Mon-Fri", "off: 2030-01-05", "missing:
//	                                       standby=2 then=hold absence=14", "secret: any words", "option db: before",
//	                                       "trust: signed", "press: sign=grey", "pack: words => others" for an
//	                                       edition in which some words are replaced, "GM: gm@example.org", "France:
//	                                       ann@example.org", "Italy: robot". In a long game "full: ann@example.org" writes down only
//	                                       letters to that address in full, and others as a line with their hash
//	-- open dm1 deadman --                 a game takes players; lines as above, and "wanted: 7", "approve: yes"
//	-- from ann@example.org: [dm1] x --    a letter with that subject comes in, and is proved to be from that address
//	-- again --                            the last letter comes in a second time
//	-- unproven ann@example.org: x --      like from, but nothing proves who wrote the letter
//	-- answer ann@example.org: x --        like unproven, but the letter answers the last one to that address
//	-- reply ann@example.org: x --         like answer, and the letter is proved to be from that address
//	-- disowned ann@example.org: x --      like answer, but the address's domain says that the letter is forged
//	-- machine ann@example.org: x --       a letter comes in that a program wrote
//	-- away ann@example.org: x --          a vacation note comes in for the last letter to that address
//	-- returned ann@example.org: x --      the last letter to that address bounces
//	-- clock 72h --                        time passes
//	-- gm press dm1 ALL --                 an act of the game master: press as here, or extend dm1 24h, deadline dm1
//	                                       4 Jan 20:00, resolve dm1 [phase], clock dm1 grace: 24h, pause dm1,
//	                                       resume dm1, rule dm1 db=before, seat dm1 France=ann@example.org, release
//	                                       dm1/45, done dm1/45, letter dm1 France, ruling dm1, press-rules dm1
//	                                       sign=grey, mute dm1 France, rollback dm1 [phase] [--without-orders]
//	                                       [--new-luck] [--same-luck], rollforward dm1, orders dm1 France with the
//	                                       orders below it, edit dm1 with lines "was -> is" below it, or edit dm1 and
//	                                       a log entry, add dm1 ann@example.org wishes, drop dm1 ann@example.org,
//	                                       start dm1 [--anyway|--again], unstart dm1, end dm1 [--secret], reopen dm1,
//	                                       absence dm1 France 2030-12-24 2031-01-06, missing dm1 standby=2, standby
//	                                       dm1 add hal@example.org, observer dm1 add kim@example.org, eject dm1
//	                                       France. Below rollback, deadline and clock, there may be a line "reason:
//	                                       ..."
//	-- to ann@example.org: [dm1.1] x --    a letter goes out, with that headline. These sections are what tests
//	                                       compare. Attachments are in a last line "Attached: map.png (Spring 1901,
//	                                       as France knows it)"
//	-- held dm1/45 --                      a new item in the game master's inbox
//	-- refused --                          the reason why an act of the game master was refused
package transcript

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/tools/txtar"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
	"deaddrop/gm/refusal"
	"deaddrop/gm/work"
	"deaddrop/parser"
)

// Start is the time at which a transcript begins by default.
var Start = time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)

// Play plays a correspondence and returns it with the actual letters. It calls open before each section for a game
// master, and closes the store afterwards, so that every letter is tested as the last before a restart.
//
// If the rules or templates of a game fail, that game stops and the others go on. If it is still stopped at the end,
// the error contains its Death, and the correspondence is complete. Any other error ends it with the section that
// failed.
func Play(ctx context.Context, story *txtar.Archive, open func() (*gm.Master, error)) (*txtar.Archive, error) {
	p := &player{ctx: ctx, now: Start, out: &txtar.Archive{Comment: story.Comment}, held: map[string]bool{},
		got: map[string]letter.Letter{}, times: map[string]int{}}
	for _, section := range story.Files {
		word, rest, _ := strings.Cut(section.Name, " ")
		if word == "to" || word == "held" || word == "refused" {
			continue
		}
		p.out.Files = append(p.out.Files, section)
		p.times[section.Name]++
		var err error
		if p.m, err = open(); err != nil {
			return p.out, err
		}
		log := p.m.Log
		p.m.Log = slog.New(&errorLog{Handler: log.Handler(), saw: &p.faults})
		if err = p.play(word, rest, string(section.Data)); err == nil {
			err = p.recordDeaths(section.Name)
		}
		p.m.Log = log
		if closing := p.m.Store.Close(); err == nil {
			err = closing
		}
		if err != nil {
			return p.out, fmt.Errorf("-- %s --: %w", section.Name, err)
		}
	}
	var dead []error
	for _, d := range p.dead {
		dead = append(dead, d)
	}
	return p.out, errors.Join(dead...)
}

// Differ returns the first section in which two correspondences differ, as it is in each.
func Differ(want, have *txtar.Archive) (wanted, got string, differ bool) {
	section := func(a *txtar.Archive, i int) string {
		if i >= len(a.Files) {
			return "(nothing)\n"
		}
		return fmt.Sprintf("-- %s --\n%s", a.Files[i].Name, a.Files[i].Data)
	}
	for i := range max(len(want.Files), len(have.Files)) {
		if w, h := section(want, i), section(have, i); w != h {
			return w, h, true
		}
	}
	return "", "", false
}

type player struct {
	ctx     context.Context
	m       *gm.Master
	now     time.Time
	out     *txtar.Archive
	letters int
	last    letter.Letter
	held    map[string]bool          // inbox items already written down
	got     map[string]letter.Letter // the last letter to each address
	full    []string                 // addresses whose letters are written down in full; all if empty
	times   map[string]int           // number of sections with each name
	faults  faults                   // what the log has reported since the last section
	dead    []*Death                 // stopped games, in the order in which they stopped
}

func (p *player) play(word, rest, body string) error {
	var err error
	switch word {
	case "game":
		err = p.begin(rest, body)
	case "open":
		err = p.open(rest, body)
	case "from", "unproven", "answer", "reply", "disowned", "machine", "away", "returned":
		p.write(word, rest, body)
		err = reception.Receive(p.ctx, p.m, p.now, p.last)
	case "again":
		err = reception.Receive(p.ctx, p.m, p.now, p.last)
	case "date":
		p.now, err = time.Parse("2006-01-02 15:04", rest)
	case "clock":
		err = p.pass(rest)
	case "gm":
		err = p.act(rest, body)
	default:
		err = errors.New("no such section; see the documentation of package transcript")
	}
	var refused *refusal.Error
	if errors.As(err, &refused) {
		p.add("refused", refused.Text+"\n")
		err = nil
	}
	if err == nil {
		err = p.work()
	}
	return err
}

// write executes a section with a letter.
func (p *player) write(word, rest, body string) {
	p.letters++
	from, subject, _ := strings.Cut(rest, ": ")
	p.last = letter.Letter{ID: fmt.Sprintf("letter-%d@transcript.invalid", p.letters), From: from,
		Subject: subject, Text: body}
	switch word {
	case "from":
		p.last.Proof = letter.Proved
	case "reply":
		p.last.Proof, p.last.InReplyTo = letter.Proved, p.got[from].ID
	case "answer":
		p.last.InReplyTo = p.got[from].ID
	case "disowned":
		p.last.Proof, p.last.InReplyTo = letter.Disowned, p.got[from].ID
	case "machine":
		p.last.Machine = "Auto-Submitted"
	case "away":
		p.last.Machine, p.last.Away, p.last.InReplyTo = "Auto-Submitted", true, p.got[from].ID
	case "returned":
		p.last.From, p.last.Machine = "mailer-daemon@example.org", "Auto-Submitted"
		p.last.Report = &letter.Report{Failed: true, Status: "5.1.1", Recipient: from, Why: strings.TrimSpace(body),
			OriginalID: p.got[from].ID}
	}
}

// add appends a section to the result. It omits stack traces, which are not reproducible.
func (p *player) add(name, text string) {
	if said, _, ok := strings.Cut(text, "\ngoroutine "); ok {
		text = said + "\n(the stack)\n"
	}
	p.out.Files = append(p.out.Files, txtar.File{Name: name, Data: []byte(text)})
}

// begin executes a section that starts a game.
func (p *player) begin(rest, body string) error {
	plan, err := p.plan(rest, body)
	if err != nil {
		return err
	}
	return desk.At(p.m, gm.ActOptions{}).New(p.ctx, p.now, plan)
}

// plan returns the game that a section describes.
func (p *player) plan(rest, body string) (desk.Plan, error) {
	name, rules, _ := strings.Cut(rest, " ")
	secret := sha256.Sum256([]byte(name))
	plan := desk.Plan{Name: name, Rules: rules, Options: map[string]string{}, Press: map[string]string{},
		Clock: calendar.Clock{Every: 72 * time.Hour}}
	for line := range strings.Lines(body) {
		key, value, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok {
			return plan, fmt.Errorf("what is %q?", line)
		}
		option, isOption := strings.CutPrefix(key, "option ")
		err := p.clock(&plan.Clock, strings.TrimSpace(line))
		if err == nil {
			continue
		}
		if errors.Is(err, errNoClock) {
			err = nil
		}
		switch {
		case err != nil:
		case isOption:
			plan.Options[option] = value
		case key == "secret":
			secret = sha256.Sum256([]byte(value))
		case key == "missing":
			plan.Missing, err = game.ParseLadder(plan.Missing, strings.Fields(value))
		case key == "press":
			name, value, _ := strings.Cut(value, "=")
			plan.Press[name] = value
		case key == "trust":
			plan.Trust = intake.Trust(value)
		case key == "pack":
			plan.Pack, err = p.edited(rules, plan.Pack, value)
		case key == "GM":
			plan.Desk = value
		case key == "full":
			p.full = append(p.full, value)
		case value == game.RobotWord:
			plan.Players = append(plan.Players, game.Player{Seat: adjudicator.Seat(strings.TrimPrefix(key, "any")), Robot: true})
		case key == "any":
			plan.Players = append(plan.Players, game.Player{Address: value})
		default:
			plan.Players = append(plan.Players, game.Player{Seat: adjudicator.Seat(key), Address: value})
		}
		if err != nil {
			return plan, err
		}
	}
	plan.Secret = secret[:]
	return plan, nil
}

// edited returns the house edition of a title, or a given pack, with some words replaced.
func (p *player) edited(title string, pack []byte, words string) ([]byte, error) {
	i := slices.IndexFunc(p.m.Rules, func(r *adjudicator.Rules) bool { return r.Name == title })
	if i >= 0 && pack == nil {
		pack = p.m.Rules[i].House
	}
	was, is, _ := strings.Cut(words, " => ")
	if !bytes.Contains(pack, []byte(was)) {
		return nil, fmt.Errorf("the edition of %s has no %q", title, was)
	}
	return bytes.Replace(pack, []byte(was), []byte(is), 1), nil
}

// clock changes a clock as a line of a game's section says.
func (p *player) clock(c *calendar.Clock, line string) (err error) {
	key, value, _ := strings.Cut(line, ": ")
	if span := c.Span(key); span != nil {
		*span, err = time.ParseDuration(value)
		return err
	}
	switch key {
	case "remind":
		var all []time.Duration
		for part := range strings.SplitSeq(value, ",") {
			d, failed := time.ParseDuration(part)
			all, err = append(all, d), cmp.Or(err, failed)
		}
		c.RemindAt(all)
	case "keep":
		c.Keep = value == "yes"
	case "days":
		c.Days, err = calendar.ParseWeekdays(value)
	case "off":
		c.Off, err = calendar.ParseDates(value)
	case "ends":
		c.Ends = calendar.Ending(value)
	case "at":
		c.At = value
	case "zone":
		c.Zone = value
	default:
		return errNoClock
	}
	return err
}

// errNoClock is returned for a line that does not set any part of a clock.
var errNoClock = errors.New("the clock has no such setting")

// pass lets time pass, and does what is due each minute; over long times every ten minutes.
func (p *player) pass(rest string) error {
	d, err := time.ParseDuration(rest)
	if err != nil {
		return err
	}
	step := time.Minute
	if d >= 5*24*time.Hour {
		step = 10 * time.Minute
	}
	for until := p.now.Add(d); p.now.Before(until); {
		p.now = p.now.Add(min(step, until.Sub(p.now)))
		n, err := p.send()
		if err != nil {
			return err
		}
		if n == 0 {
			continue // nothing was due, so nothing can have come into the inbox
		}
		if err := p.work(); err != nil {
			return err
		}
	}
	return nil
}

// act has the game master do something about a game or its seats.
func (p *player) act(rest, body string) error {
	verb, rest, _ := strings.Cut(rest, " ")
	game, arg, _ := strings.Cut(rest, " ")
	at := desk.At(p.m, gm.ActOptions{})
	switch verb {
	case "press":
		return at.Press(p.ctx, p.now, game, arg, body)
	case "letter":
		return at.Letter(p.ctx, p.now, game, arg, "Your plea", body)
	case "ruling":
		return at.Rule(p.ctx, p.now, game, strings.TrimSpace(body))
	case "seat":
		seat, address, _ := strings.Cut(arg, "=")
		return at.Seat(p.ctx, p.now, game, seat, address)
	case "rule":
		name, value, _ := strings.Cut(arg, "=")
		return at.Switch(p.ctx, p.now, game, map[string]string{name: value})
	case "absence":
		words := strings.Fields(arg)
		return at.Absence(p.ctx, p.now, game, words[0], words[1:], len(words) == 1)
	case "missing":
		return at.Missing(p.ctx, p.now, game, strings.Fields(arg))
	case "standby":
		words := strings.Fields(arg)
		return at.Standby(p.ctx, p.now, game, words[0], words[1:])
	case "observer":
		words := strings.Fields(arg)
		return at.Observer(p.ctx, p.now, game, words[0], words[1:])
	case "eject":
		return at.Eject(p.ctx, p.now, game, arg)
	case "press-rules":
		name, value, _ := strings.Cut(arg, "=")
		return at.PressRules(p.ctx, p.now, game, map[string]string{name: value})
	case "mute":
		return at.Mute(p.ctx, p.now, game, arg, false)
	}
	return p.run(verb, game, arg, body)
}

// run has the game master do what changes the course of a game.
func (p *player) run(verb, game, arg, body string) error {
	at := desk.At(p.m, gm.ActOptions{})
	switch verb {
	case "deadline":
		return p.because(body).Deadline(p.ctx, p.now, game, "", arg)
	case "clock":
		return p.because(body).Retime(p.ctx, p.now, game, func(c *calendar.Clock) error { return p.clock(c, arg) })
	case "pause":
		return at.Pause(p.ctx, p.now, game)
	case "resume":
		return at.Resume(p.ctx, p.now, game)
	case "release":
		_, err := at.Release(p.ctx, p.now, game)
		return err
	case "done":
		return at.Done(p.ctx, p.now, game)
	case "resolve":
		return at.Resolve(p.ctx, p.now, game, arg)
	case "add", "drop", "start", "unstart", "end", "reopen":
		return p.forming(verb, game, arg)
	case "rollback":
		return p.because(body).Rollback(p.ctx, p.now, game, rollback(arg))
	case "orders":
		return at.Orders(p.ctx, p.now, game, arg, body, false)
	case "edit":
		return p.edit(game, arg, body)
	case "rollforward":
		return at.Rollforward(p.ctx, p.now, game)
	case "extend":
		d, err := time.ParseDuration(arg)
		if err != nil {
			return err
		}
		return at.Extend(p.ctx, p.now, game, d)
	}
	return fmt.Errorf("the game master does not %q", verb)
}

// because returns an operator for an act, with the reason from a line "reason: ..." below it.
func (p *player) because(body string) *desk.Operator {
	reason, _ := strings.CutPrefix(strings.TrimSpace(body), "reason: ")
	return desk.At(p.m, gm.ActOptions{Reason: reason})
}

// edit edits a position by lines "was -> is", or restores that of a log entry.
func (p *player) edit(game, arg, body string) error {
	at := desk.At(p.m, gm.ActOptions{})
	if entry, err := strconv.ParseUint(arg, 10, 64); err == nil {
		return at.Unedit(p.ctx, p.now, game, entry)
	}
	text, base, err := inspect.PositionOf(p.ctx, p.m, game)
	if err != nil {
		return err
	}
	for line := range strings.Lines(body) {
		was, is, _ := strings.Cut(strings.TrimSpace(line), " -> ")
		text = bytes.ReplaceAll(text, []byte(was), []byte(is))
	}
	return at.Edit(p.ctx, p.now, game, text, base)
}

// rollback parses the options of a rollback, as on the command line.
func rollback(arg string) desk.Back {
	secret := sha256.Sum256([]byte("new luck"))
	back := desk.Back{Luck: secret[:], IfTold: true}
	words := strings.Fields(arg)
	words = slices.DeleteFunc(words, func(w string) bool {
		switch w {
		case "--without-orders":
			back.WithoutOrders = true
		case "--new-luck":
			back.Luck, back.IfTold = secret[:], false
		case "--same-luck":
			back.Luck = nil
		default:
			return false
		}
		return true
	})
	back.Phase = strings.Join(words, " ")
	return back
}

// send does what is due and writes down the letters sent. n is the number of tasks done.
func (p *player) send() (n int, err error) {
	return work.Due(p.ctx, p.m, p.now, func(_ context.Context, l letter.Letter) error {
		headline, text := parser.Headline(l.Text)
		if attached := l.Attached(); attached != "" {
			text += "\nAttached: " + attached + "\n"
		}
		if len(p.full) > 0 && !slices.Contains(p.full, l.To) {
			text = fmt.Sprintf("(%d lines, SHA-256 %x)\n", strings.Count(text, "\n"), sha256.Sum256([]byte(text)))
		}
		p.got[l.To] = l
		p.add("to "+l.To+": "+cmp.Or(headline, l.Subject), text)
		return nil
	})
}

// work does everything that is due, and writes down letters sent and new inbox items.
func (p *player) work() error {
	for {
		n, err := p.send()
		if err != nil {
			return err
		}
		if n == 0 {
			break
		}
	}
	inbox, err := desk.Inbox(p.ctx, p.m)
	if err != nil {
		return err
	}
	for _, it := range inbox {
		if !p.held[it.Ref] {
			p.held[it.Ref] = true
			p.add("held "+it.Ref, it.Line()+"\n")
		}
	}
	return nil
}
