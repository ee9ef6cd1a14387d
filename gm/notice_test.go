package gm_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator/deadman"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/notice"
	"deaddrop/gm/site"
)

// A chat takes notices, and answers with its status.
type chat struct {
	*httptest.Server
	t      *testing.T
	status int
	got    []gm.Notice
	tries  int
}

const secretOfChat = "a secret of the club's"

func newChat(t *testing.T) *chat {
	c := &chat{t: t, status: http.StatusNoContent}
	c.Server = httptest.NewServer(http.HandlerFunc(c.take))
	t.Cleanup(c.Close)
	return c
}

// take receives one request after another, as the tests wait for each.
func (c *chat) take(w http.ResponseWriter, r *http.Request) {
	c.tries++
	body, err := io.ReadAll(r.Body)
	mac := hmac.New(sha256.New, []byte(secretOfChat))
	mac.Write(body)
	if signed := r.Header.Get(notice.Signature); err != nil || signed != "sha256="+hex.EncodeToString(mac.Sum(nil)) {
		c.t.Errorf("signed %q (%v)", signed, err)
	}
	var n gm.Notice
	if err := json.Unmarshal(body, &n); err != nil || r.Header.Get(notice.Delivery) != n.ID {
		c.t.Errorf("%s: %v", body, err)
	}
	w.WriteHeader(c.status)
	if c.status == http.StatusNoContent {
		c.got = append(c.got, n)
	}
}

// notices has a master's notices go to the chat.
func (c *chat) notices(m *gm.Master, except ...string) {
	c.t.Helper()
	hook, err := notice.New(notice.Options{URL: c.URL, Secret: secretOfChat})
	if err != nil {
		c.t.Fatal(err)
	}
	m.Notices = &gm.Notices{Except: except, Post: hook.Post}
}

// told returns the events that the chat has got, with the IDs of their notices.
func (c *chat) told() (events []string) {
	for _, n := range c.got {
		events = append(events, n.ID+" "+string(n.Event))
	}
	return events
}

// work does what is due up to a time, with all notices that go out meanwhile.
func (tb *tableOf) work(until time.Time) {
	tb.Helper()
	for ; tb.now.Before(until); tb.now = tb.now.Add(5 * time.Second) {
		tb.deliver()
		tb.m.Notices.Wait()
	}
}

// Public events of a game are posted in order, once their letters have been sent and not before; of a game that is
// kept private nothing is.
func TestNotices(t *testing.T) {
	tb, c := doubting(t, intake.TrustOpen), newChat(t)
	c.notices(tb.m, "g2")
	at := desk.At(tb.m, gm.ActOptions{})
	tb.moves("1")
	if tb.m.Notices.Wait(); len(c.got) > 0 {
		t.Errorf("as early as the letters: %v", c.told())
	}
	tb.work(tb.now.Add(time.Minute))
	if err := at.Extend(t.Context(), tb.now, "g1", 24*time.Hour); err != nil {
		t.Fatal(err)
	}
	tb.moves() // nobody
	tb.write(letter.Letter{From: "bob@example.org", Subject: "[g1]", Text: "2"})
	tb.moves("5")
	tb.start("g2", intake.TrustOpen)
	tb.work(tb.now.Add(time.Minute))
	if err := at.End(t.Context(), tb.now, "g1", true); err != nil {
		t.Fatal(err)
	}
	if err := at.End(t.Context(), tb.now, "g2", true); err != nil {
		t.Fatal(err)
	}
	tb.work(tb.now.Add(time.Minute))
	want := []string{"g1/1 turn", "g1/2 deadline", "g1/3 turn", "g1/4 turn", "g1/5 over"}
	if got := c.told(); !slices.Equal(got, want) {
		t.Errorf("told: %v, not %v", got, want)
	}
	if text := c.got[1].Text; text != "g1 (Tic-tac-toe): the deadline of Move 2 is Saturday 5 January 2030, 12:00 UTC now." {
		t.Errorf("of the deadline, it is told: %s", text)
	}
	for _, n := range c.got {
		if strings.Contains(n.Text, "@") {
			t.Errorf("an address is told: %s", n.Text)
		}
	}
}

// A notice that can't be sent is tried again, later and later, and those behind it wait. The game master hears of it
// once. Then all go out in their order.
func TestNoticesAreTriedAgain(t *testing.T) {
	tb, c := doubting(t, intake.TrustOpen), newChat(t)
	tb.m.Desk = "gm@example.org"
	c.notices(tb.m)
	c.status = http.StatusBadGateway
	tb.moves("1", "2")
	began := tb.now
	tb.work(began.Add(3 * time.Hour))
	trouble := 0
	for _, l := range tb.got["gm@example.org"] {
		if l.Subject == "Notices can't be sent" {
			trouble++
			if words := strings.Join(strings.Fields(l.Text), " "); !strings.Contains(words, "it answers 502 Bad Gateway") || strings.Contains(words, c.URL) {
				t.Errorf("the game master is told: %s", words)
			}
		}
	}
	if c.tries < 8 || c.tries > 14 || trouble != 1 || len(c.got) > 0 {
		t.Errorf("tried %d times in three hours, %d letters about it; told: %v", c.tries, trouble, c.told())
	}
	if is, err := notice.TroubleOf(t.Context(), tb.m); err != nil || !is.Long(tb.now) || !is.Since.Before(began.Add(time.Minute)) {
		t.Errorf("since when they fail: %+v, %v", is, err)
	}
	c.status = http.StatusNoContent
	tb.work(tb.now.Add(70 * time.Minute))
	if got := c.told(); !slices.Equal(got, []string{"g1/1 turn", "g1/2 turn"}) {
		t.Errorf("told: %v", got)
	}
	if is, err := notice.TroubleOf(t.Context(), tb.m); err != nil || !is.Since.IsZero() {
		t.Errorf("since when they fail afterwards: %+v, %v", is, err)
	}
}

// A notice that was on its way when the program died is sent by the next one, under the same ID, and one that was
// sent is not sent again.
func TestNoticesSurviveACrash(t *testing.T) {
	tb, c := doubting(t, intake.TrustOpen), newChat(t)
	c.notices(tb.m)
	tb.moves("1", "2")
	post, sent := tb.m.Notices.Post, 0
	died, reached := make(chan struct{}), make(chan struct{})
	tb.m.Notices.Post = func(ctx context.Context, n gm.Notice) error {
		if sent++; sent == 2 {
			close(reached)
			<-died
			return errors.New("the program died")
		}
		return post(ctx, n)
	}
	first := tb.m.Notices
	for midway := false; !midway; {
		tb.now = tb.now.Add(5 * time.Second)
		tb.deliver()
		idle := make(chan struct{})
		go func() { first.Wait(); close(idle) }()
		select {
		case <-reached:
			midway = true
		case <-idle:
		}
	}
	c.notices(tb.m) // the next process
	tb.work(tb.now.Add(time.Minute))
	if got := c.told(); !slices.Equal(got, []string{"g1/1 turn", "g1/2 turn"}) {
		t.Errorf("told: %v", got)
	}
	close(died)
	first.Wait()
}

// For a blind game, notices say that a report is out and when the next is due, at the time at which observers would
// get theirs; not who is asked, who has answered or been silent, or who has won.
func TestNoticesOfABlindGame(t *testing.T) {
	told := func(writes ...string) (out []string) {
		t.Helper()
		c := newChat(t)
		tb := &tableOf{T: t, m: master(t, filepath.Join(t.TempDir(), "games.db")), now: noon, got: map[string][]letter.Letter{}}
		defer tb.m.Store.Close()
		c.notices(tb.m)
		plan := desk.Plan{Trust: intake.TrustOpen, Name: "d1", Rules: "deadman", Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour, Grace: time.Hour}}
		for _, seat := range deadman.Rules.Seats {
			plan.Players = append(plan.Players, game.Player{Seat: seat, Address: strings.ToLower(string(seat)) + "@example.org"})
		}
		if err := desk.At(tb.m, gm.ActOptions{}).New(t.Context(), noon, plan); err != nil {
			t.Fatal(err)
		}
		for _, text := range writes {
			who, text, _ := strings.Cut(text, ": ")
			tb.write(letter.Letter{From: who + "@example.org", Subject: "[d1]", Text: text})
		}
		for range 3 {
			tb.now = tb.now.Add(72 * time.Hour)
			tb.work(tb.now.Add(70 * time.Minute))
		}
		if over := strings.Contains(fmt.Sprint(c.told()), "over"); !over {
			if err := desk.At(tb.m, gm.ActOptions{}).End(t.Context(), tb.now, "d1", true); err != nil {
				t.Fatal(err)
			}
		}
		tb.work(tb.now.Add(time.Minute))
		for _, n := range c.got {
			js, err := json.Marshal(n)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, string(js))
		}
		return out
	}
	quiet, busy := told(), told("france: A Par-Bur\nA Mar-Spa\nF Bre-Mid", "italy: PRESS TO ALL\nHello!\nENDPRESS", "turkey: VOTE DRAW")
	if !slices.Equal(quiet, busy) || len(quiet) != 4 {
		t.Errorf("what is told depends on what only players know:\n%s\nand\n%s", strings.Join(quiet, "\n"), strings.Join(busy, "\n"))
	}
	var draws []string
	for _, seat := range deadman.Rules.Seats {
		draws = append(draws, strings.ToLower(string(seat))+": VOTE DRAW")
	}
	drawn := told(draws...)
	if len(drawn) != 1 || !strings.Contains(drawn[0], "the game is over.") {
		t.Errorf("of a draw, it is told: %v", drawn)
	}
	for _, js := range slices.Concat(quiet, drawn) {
		for _, seat := range deadman.Rules.Seats {
			if strings.Contains(js, string(seat)) {
				t.Errorf("a seat is named: %s", js)
			}
		}
	}
}

// While only the players who are asked within a turn get letters, there are no notices, and a moved deadline concerns
// only them; after at most as many phases as there are seats a notice says how far the game is.
func TestNoticesWithinATurn(t *testing.T) {
	tb, c := doubting(t, intake.TrustOpen), newChat(t)
	at := desk.At(tb.m, gm.ActOptions{})
	plan := desk.Plan{Name: "h1", Rules: "haggle", Trust: intake.TrustOpen, Options: map[string]string{"pace": "turns"}, Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 24 * time.Hour}}
	for _, seat := range []string{"ann", "bob", "cid", "dee"} {
		plan.Players = append(plan.Players, game.Player{Address: seat + "@haggle.example"})
	}
	if err := at.New(t.Context(), tb.now, plan); err != nil {
		t.Fatal(err)
	}
	c.notices(tb.m, "g1")
	pass := func(days int) {
		t.Helper()
		for range days {
			tb.work(tb.now.Add(24*time.Hour + time.Minute))
		}
	}
	pass(2)
	if err := at.Extend(t.Context(), tb.now, "h1", time.Hour); err != nil {
		t.Fatal(err)
	}
	if pass(4); len(c.got) > 0 {
		t.Errorf("after three turns it is told: %v", c.got)
	}
	pass(30)
	events := c.told()
	if len(events) < 2 || events[0] != "h1/1 turn" || !strings.HasSuffix(events[len(events)-1], " over") || len(events) > 3 {
		t.Errorf("of a game of eight turns, it is told: %v", events)
	}
	if !c.got[0].Deadline.IsZero() {
		t.Errorf("a deadline of whoever is asked is told: %v", c.got[0])
	}
}

// A game that takes players by itself is told of, and one whose players the game master chooses is not. A copy of a
// game tells nothing.
func TestNoticesOfOpenGames(t *testing.T) {
	tb, c := doubting(t, intake.TrustOpen), newChat(t)
	c.notices(tb.m)
	at := desk.At(tb.m, gm.ActOptions{})
	for _, name := range []string{"o1", "o2"} {
		plan := desk.Plan{Name: name, Rules: "tictactoe", Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour}}
		if err := at.Open(t.Context(), tb.now, plan, 0, name == "o2"); err != nil {
			t.Fatal(err)
		}
	}
	var file strings.Builder
	if err := site.Export(t.Context(), tb.m, "g1", &file); err != nil {
		t.Fatal(err)
	}
	if _, err := site.Import(t.Context(), tb.m, []byte(file.String()), "copy", false); err != nil {
		t.Fatal(err)
	}
	if err := at.End(t.Context(), tb.now, "copy", false); err != nil {
		t.Fatal(err)
	}
	tb.work(tb.now.Add(time.Minute))
	if len(c.got) != 1 || c.got[0].Text != "o1 (Tic-tac-toe): the game is looking for 2 players. To play, write to gm@deaddrop.example, with the line JOIN o1." {
		t.Errorf("told: %v", c.got)
	}
}
