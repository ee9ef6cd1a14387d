package gm_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/site"
)

// dicing is court with dice in the place of the judge: one is thrown after Ann has pleaded, one after Bob has.
type dicing struct{ trial }

func (p *dicing) Play(t *adjudicator.Table) {
	for _, s := range []adjudicator.Seat{"Ann", "Bob"} {
		t.Ask(adjudicator.Request{Seat: s, Kind: "plea", Default: "nothing"})
		t.Tell(adjudicator.Event{Kind: "ruled", Data: string(s) + " throws " + strconv.Itoa(t.Roll("die", 1_000_000))}, adjudicator.All())
	}
	if p.Day++; p.Day == 4 {
		p.Day = 1 // it never ends
	}
}

func (p *dicing) Phase() string { return "Day " + strconv.Itoa(p.Day) }

// A dicer has a game of dicing, g1, and the letters that went out.
type dicer struct {
	*testing.T
	m    *gm.Master
	now  time.Time
	sent []letter.Letter
}

func diced(t *testing.T) *dicer {
	t.Helper()
	d := &dicer{T: t, m: dicingMaster(t), now: noon}
	err := desk.At(d.m, gm.ActOptions{}).New(t.Context(), d.now, desk.Plan{Name: "g1", Rules: "court", Trust: intake.TrustOpen, Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour},
		Players: []game.Player{{Seat: "Ann", Address: "ann@example.org"}, {Seat: "Bob", Address: "bob@example.org"}}})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func dicingMaster(t *testing.T) *gm.Master {
	t.Helper()
	m := master(t, filepath.Join(t.TempDir(), "games.db"))
	t.Cleanup(func() {
		if err := m.Store.Close(); err != nil {
			t.Error(err)
		}
	})
	rules := *court
	rules.Setup = func(*adjudicator.Table, adjudicator.Config) (adjudicator.Position, error) {
		return &dicing{trial{Day: 1}}, nil
	}
	rules.Blank = func() adjudicator.Position { return new(dicing) }
	m.Rules = []*adjudicator.Rules{&rules}
	return m
}

// deliver sends what is due, and returns all that was thrown in it.
func (d *dicer) deliver() []string {
	d.Helper()
	before := len(d.sent)
	deliver(d, d.m, d.now, func(l letter.Letter) { d.sent = append(d.sent, l) })
	return thrown(d.sent[before:])
}

// thrown returns the different throws that letters tell of.
func thrown(letters []letter.Letter) []string {
	var out []string
	seen := map[string]bool{}
	for _, l := range letters {
		for _, throw := range regexp.MustCompile(`(Ann|Bob) throws \d+`).FindAllString(l.Text, -1) {
			if !seen[throw] {
				out, seen[throw] = append(out, throw), true
			}
		}
	}
	return out
}

func (d *dicer) resolve(dry bool) desk.Effect {
	d.Helper()
	d.now = d.now.Add(time.Hour)
	at := desk.At(d.m, gm.ActOptions{Dry: dry})
	if err := at.Resolve(d.Context(), d.now, "g1", ""); err != nil {
		d.Fatal(err)
	}
	return at.Effect
}

func (d *dicer) back(how desk.Back) (desk.Effect, error) {
	at := desk.At(d.m, gm.ActOptions{})
	err := at.Rollback(d.Context(), d.now, "g1", how)
	return at.Effect, err
}

func (d *dicer) verify() site.Verification {
	d.Helper()
	v, err := site.Verify(d.Context(), d.m, "g1")
	if err != nil {
		d.Fatal(err)
	}
	return v
}

// A trial tells what was thrown already as it was, and nothing of what will be.
func TestTrialThrowsOtherDice(t *testing.T) {
	d := diced(t)
	for range 3 { // at Bob's question, a die has fallen in the same phase
		tried := d.resolve(true)
		if !strings.Contains(strings.Join(tried.Notes, " "), "are not the real ones") {
			t.Errorf("the trial says %q of its dice", tried.Notes)
		}
		d.resolve(false)
		real, trial := d.deliver(), thrown(tried.Letters)
		if len(trial) != 1 || len(real) != 1 || trial[0] == real[0] || trial[0][:3] != real[0][:3] {
			t.Errorf("a trial throws %q, the turn %q", trial, real)
		}
	}
	at := desk.At(d.m, gm.ActOptions{Dry: true})
	if err := at.Rollback(t.Context(), d.now, "g1", desk.Back{}); err != nil || strings.Contains(strings.Join(at.Effect.Notes, " "), "will fall") {
		t.Errorf("a trial that throws nothing says %q, %v", at.Effect.Notes, err)
	}
	if _, err := d.back(desk.Back{Phase: "Day 1"}); err != nil {
		t.Fatal(err)
	}
	if err := at.Rollforward(t.Context(), d.now, "g1"); err != nil {
		t.Errorf("a game with dice can't be taken forth on trial: %v", err)
	}
}

// Luck is new behind a draw that players were told, unless the game master wants it as it was; else it falls as it did.
func TestNewLuckBehindToldDraw(t *testing.T) {
	d := diced(t)
	d.deliver()
	d.resolve(false)
	secret := []byte("another secret of a test")
	if back, err := d.back(desk.Back{Luck: secret, IfTold: true}); err != nil || strings.Contains(strings.Join(back.Notes, " "), "so it is new") {
		t.Errorf("luck that nobody was told of: %q, %v", back.Notes, err)
	}
	d.deliver()
	d.resolve(false)
	first := d.deliver()
	if _, err := d.back(desk.Back{}); err != nil {
		t.Fatal(err)
	}
	d.deliver()
	d.resolve(false)
	if again := d.deliver(); len(first) != 1 || len(again) != 1 || again[0] != first[0] {
		t.Errorf("luck that is to fall as it did threw %q, and then %q", first, again)
	}
	if back, err := d.back(desk.Back{Luck: secret, IfTold: true}); err != nil || !strings.Contains(strings.Join(back.Notes, " "), "so luck is new from there on") {
		t.Errorf("luck that players were told of: %q, %v", back.Notes, err)
	}
	if _, err := d.back(desk.Back{Luck: []byte("and still another secret"), Phase: "Day 1"}); err == nil || !strings.Contains(err.Error(), "2 wait to be sent") {
		t.Errorf("new luck before the last hash is out: %v", err)
	}
	d.deliver()
	if _, err := d.back(desk.Back{Luck: []byte("and still another secret"), Phase: "Day 1"}); err != nil {
		t.Errorf("new luck when the last hash is out: %v", err)
	}
	d.deliver()
	d.resolve(false)
	if anew := d.deliver(); len(anew) != 1 || anew[0] == first[0] {
		t.Errorf("new luck threw %q, the old one %q", anew, first)
	}
}

// Each secret that was announced is checked for ever, and told at the end.
func TestEachSecretIsChecked(t *testing.T) {
	d := diced(t)
	d.deliver()
	for _, secret := range []string{"the second secret of a test", "the third secret of a test"} {
		d.resolve(false)
		d.deliver()
		if _, err := d.back(desk.Back{Luck: []byte(secret)}); err != nil {
			t.Fatal(err)
		}
		d.deliver()
	}
	v := d.verify()
	if !v.Sound() || len(v.Lucks) != 3 || v.Lucks[0].Former || !v.Lucks[1].Former || v.Lucks[2].Former {
		t.Errorf("of three secrets it says %+v", v)
	}
	if err := desk.At(d.m, gm.ActOptions{}).End(t.Context(), d.now, "g1", true); err != nil {
		t.Fatal(err)
	}
	d.deliver()
	told := strings.Join(strings.Fields(d.sent[len(d.sent)-1].Text), "")
	for _, secret := range d.verify().Lucks {
		if secret.Secret == "" || !strings.Contains(told, secret.Secret) {
			t.Errorf("at the end, the players are not told the secret %+v", secret)
		}
	}
}

// Verification reports letters that were withdrawn before they were sent, or differ from what was written.
func TestVerifyCountsWithdrawnAndChanged(t *testing.T) {
	d := diced(t)
	d.deliver()
	d.resolve(false)
	d.deliver()
	if _, err := d.back(desk.Back{Luck: []byte("the second secret of a test")}); err != nil {
		t.Fatal(err)
	}
	d.resolve(false) // its letters are not out yet
	if _, err := d.back(desk.Back{Phase: "Day 1"}); err != nil {
		t.Fatal(err)
	}
	d.deliver()
	v := d.verify()
	if !v.Sound() || len(v.Lucks) != 2 {
		t.Fatalf("a hash that was told again in place of letters that were withdrawn: %+v", v)
	}
	var whole bytes.Buffer
	if err := site.Export(t.Context(), d.m, "g1", &whole); err != nil {
		t.Fatal(err)
	}
	from := bytes.Index(whole.Bytes(), []byte("Its secret is the one"))
	hash := bytes.ReplaceAll(whole.Bytes()[from:], []byte(v.Lucks[1].Hash), []byte(strings.Repeat("0", 64)))
	unsent := tampered(t, append(bytes.Clone(whole.Bytes()[:from]), hash...))
	if !strings.Contains(unsent.Lucks[1].Why, "all letters that told its hash were withdrawn") {
		t.Errorf("of a hash that nobody ever got it says %+v", unsent.Lucks)
	}
	changed := tampered(t, bytes.ReplaceAll(whole.Bytes(), []byte("Ann throws"), []byte("Bob threw ")))
	if changed.Sound() || !strings.Contains(changed.Why, "letters in its log, from entry") {
		t.Errorf("of letters that were changed it says %+v", changed)
	}
}

// tampered returns what is said of a game's file.
func tampered(t *testing.T, file []byte) site.Verification {
	t.Helper()
	d := &dicer{T: t, m: dicingMaster(t)}
	if _, err := site.Import(t.Context(), d.m, file, "", false); err != nil {
		t.Fatal(err)
	}
	return d.verify()
}

// A start that is only tried deals other seats than the start will, so nobody waits for a lot that they like.
func TestTrialDealsOtherSeats(t *testing.T) {
	b := lobbied(t, "deadman", false)
	for i := range 7 {
		b.join(fmt.Sprintf("p%d@example.org", i), "France")
	}
	if err := b.desk().RevertStart(t.Context(), b.now, "s1"); err != nil {
		t.Fatal(err)
	}
	dealt := func(how gm.ActOptions) (seats []string) {
		t.Helper()
		at := desk.At(b.m, how)
		if err := at.Start(t.Context(), b.now, "s1", false); err != nil {
			t.Fatal(err)
		}
		for _, f := range at.Effect.Changes {
			if strings.HasSuffix(f.Name, ": address") {
				seats = append(seats, f.Name+" "+f.Is)
			}
		}
		return seats
	}
	trial, real := dealt(gm.ActOptions{Dry: true}), dealt(gm.ActOptions{})
	if len(trial) != 7 || len(real) != 7 || slices.Equal(trial, real) {
		t.Errorf("a trial deals %q, the start %q", trial, real)
	}
}
