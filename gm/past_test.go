package gm_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/inspect"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
	"deaddrop/gm/site"
	"deaddrop/gm/store"
	"deaddrop/gm/work"
	"deaddrop/parser"
)

// moves has the players of a table send what they are asked in turn.
func (tb *tableOf) moves(squares ...string) {
	tb.Helper()
	for i, square := range squares {
		from := []string{"ann@example.org", "bob@example.org"}[i%2]
		tb.write(letter.Letter{From: from, Proof: letter.Proved, Subject: "[g1]", Text: square})
	}
}

func (tb *tableOf) rollback(phase string, luck []byte) desk.Effect {
	tb.Helper()
	at := desk.At(tb.m, gm.ActOptions{})
	if err := at.Rollback(tb.Context(), tb.now, "g1", desk.Back{Phase: phase, Luck: luck}); err != nil {
		tb.Fatal(err)
	}
	return at.Effect
}

// Players who were sent something that no longer counts are told. A letter that has not been sent is withheld, and is
// sent after all if the game goes forward again.
func TestExposure(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	tb.moves("5")
	if err := reception.Receive(t.Context(), tb.m, tb.now, letter.Letter{ID: "last", From: "bob@example.org", Proof: letter.Proved, Subject: "[g1]", Text: "1"}); err != nil {
		t.Fatal(err)
	}
	var got []string
	for n := 1; n > 0; {
		var err error
		n, err = work.Due(t.Context(), tb.m, tb.now, func(_ context.Context, l letter.Letter) error {
			if strings.HasPrefix(l.To, "bob") {
				return errors.New("the mail server is down")
			}
			headline, _ := parser.Headline(l.Text)
			got = append(got, l.To+" "+headline)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Contains(got, "ann@example.org [g1.2] X: Move 3") {
		t.Fatalf("sent were %q", got)
	}
	dry := desk.At(tb.m, gm.ActOptions{Dry: true})
	if err := dry.Rollback(t.Context(), tb.now, "g1", desk.Back{}); err != nil {
		t.Fatal(err)
	}
	did := tb.rollback("", nil)
	for _, e := range []desk.Effect{dry.Effect, did} {
		if len(e.Exposed) != 2 || e.Exposed[0].Seat != "X" || strings.Join(e.Exposed[0].Phases, ",") != "Move 2" || e.Exposed[0].Spared || e.Exposed[0].Wrote || !e.Exposed[1].Spared {
			t.Errorf("of a turn that was resolved just now, it is said: %+v", e.Exposed)
		}
		if notes := strings.Join(e.Notes, " "); !strings.Contains(notes, "One letter about what is undone had not been sent yet, and is withdrawn. What is on file again counts") || !strings.Contains(notes, "There is a new deadline") {
			t.Errorf("the game master is told %s", notes)
		}
	}
	if strings.Join(did.Undo, " ") != "rollforward g1" {
		t.Errorf("what takes it back is %q", did.Undo)
	}
	tb.now = tb.now.Add(time.Hour)
	tb.deliver()
	if text := tb.last("gm@example.org").Text; !strings.Contains(text, "X (ann@example.org) was sent the results of Move 2") || !strings.Contains(text, "O (bob@example.org) knows nothing of Move 2: that letter") {
		t.Errorf("the game master is told:\n%s", text)
	}
	for _, player := range []string{"ann@example.org", "bob@example.org"} {
		i := slices.IndexFunc(tb.got[player], func(l letter.Letter) bool { return strings.Contains(l.Text, ", as it stands now\n") })
		if i < 0 {
			t.Fatalf("%s is not told", player)
		}
		if text := tb.got[player][i].Text; !strings.Contains(text, "no longer counts") || strings.Contains(text, "was sent") || strings.Contains(text, "answer READY") != (player == "bob@example.org") {
			t.Errorf("%s is told:\n%s", player, text)
		}
	}
	told := func() bool {
		return slices.ContainsFunc(tb.got["bob@example.org"], func(l letter.Letter) bool { return strings.HasPrefix(l.Text, "[g1] O: Move 3\n") })
	}
	if told() {
		t.Error("Bob was sent what was withdrawn")
	}
	at := desk.At(tb.m, gm.ActOptions{})
	if err := at.Rollforward(t.Context(), tb.now, "g1"); err != nil || !strings.Contains(strings.Join(at.Effect.Notes, " "), "One letter that was withdrawn goes out after all.") {
		t.Fatalf("%v; %q", err, at.Effect.Notes)
	}
	tb.deliver()
	if !told() {
		t.Error("Bob was never sent what counts again")
	}
}

// A letter that answers what was asked before the game was taken back changes nothing.
func TestAnswerToWhatWasTakenBack(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	tb.moves("5", "1")
	tb.rollback("Move 1", nil)
	tb.deliver()
	if said := tb.write(letter.Letter{From: "ann@example.org", Proof: letter.Proved, Subject: "[g1.2]", Text: "9"}); !strings.Contains(said, "older question") {
		t.Errorf("it is answered:\n%s", said)
	}
	filed, err := inspect.OrdersOf(t.Context(), tb.m, "g1", "", "")
	if err != nil || len(filed) != 1 || filed[0].Orders != "5" {
		t.Errorf("on file is %+v, %v", filed, err)
	}
}

// Lines under a tag that is closed change nothing, and their writer is offered what they would be for the question
// that is open; whoever has sent no lines is offered nothing.
func TestLateLinesAreOffered(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	tb.moves("5", "1")
	late := func(text string) string {
		t.Helper()
		return strings.ReplaceAll(tb.write(letter.Letter{From: "ann@example.org", Proof: letter.Proved, Subject: "[g1.1]", Text: text}), "\n", " ")
	}
	for _, text := range []string{"READY", "I am so sorry for being late.", "YES"} {
		if said := late(text); strings.Contains(said, " files: ") {
			t.Errorf("%q is answered:\n%s", text, said)
		}
	}
	if said := late("9"); !strings.Contains(said, "older question, which is closed.") || !strings.Contains(said, "YES 1 files: 9") || !strings.Contains(said, "nothing yet") {
		t.Errorf("a late line is answered:\n%s", said)
	}
	said := tb.write(letter.Letter{From: "ann@example.org", Proof: letter.Proved, Subject: "[g1.2]", Text: "YES 1"})
	if !strings.Contains(said, "revision 1\n  9\n") {
		t.Errorf("YES to the offer is answered:\n%s", said)
	}
}

// A seat's knowledge of the past, and what it was told then, are as they were.
func TestPast(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	tb.moves("5", "1", "9")
	view := func(phase, want string) {
		t.Helper()
		text, view, err := inspect.AsAt(t.Context(), tb.m, tb.now, "g1", "X", phase)
		if err != nil || !strings.Contains(text, want) || !strings.Contains(string(view), want) {
			t.Errorf("in %q X knew, %v:\n%s%s", phase, err, text, view)
		}
	}
	view("", "O...X...X")
	view("Move 2", "....X....")
	view("1", ".........")
	if _, _, err := inspect.AsAt(t.Context(), tb.m, tb.now, "g1", "X", "Move 7"); err == nil {
		t.Error("a phase that never was can be looked at")
	}
	text, told, err := inspect.HistoryOf(t.Context(), tb.m, tb.now, "g1", "O", "Move 2", "Move 3")
	if err != nil || len(told) != 2 || strings.Contains(text, "square 5") || !strings.Contains(text, "square 9") {
		t.Errorf("from Move 2 to 3 O was told, %v:\n%s", err, text)
	}
	tb.rollback("Move 2", nil)
	tb.deliver()
	if text, _, err := inspect.HistoryOf(t.Context(), tb.m, tb.now, "g1", "O", "", ""); err != nil || strings.Contains(text, "square 9") {
		t.Errorf("of what was taken back it is told, %v:\n%s", err, text)
	}
	filed, err := inspect.OrdersOf(t.Context(), tb.m, "g1", "X", "Move 1")
	if err != nil || len(filed) != 1 || filed[0].Orders != "5" || !filed[0].Taken || !filed[0].Heard {
		t.Errorf("Move 1 was played with %+v, %v", filed, err)
	}
	acts := 0
	for l, err := range inspect.LogOf(t.Context(), tb.m, "g1", inspect.OnlyActs) {
		if err != nil {
			t.Fatal(err)
		}
		if acts++; strings.HasPrefix(l.Text, "letter") {
			t.Errorf("among the acts is %s", l.Text)
		}
	}
	if acts != 3 { // new, and rollback with where it came from
		t.Errorf("the log has %d acts", acts)
	}
	if facts, err := inspect.Between(t.Context(), tb.m, tb.now, "g1", "X", "O", ""); err != nil || len(facts) != 0 {
		t.Errorf("in an open game one knows more: %+v, %v", facts, err)
	}
}

// A game plays out again as its log says, what was taken back included, and a log that was meddled with does not.
func TestVerify(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	tb.moves("5", "1")
	tb.rollback("Move 2", []byte("another secret of a test"))
	tb.deliver()
	tb.write(letter.Letter{From: "bob@example.org", Proof: letter.Proved, Subject: "[g1]", Text: "3"})
	v, err := site.Verify(t.Context(), tb.m, "g1")
	if err != nil || !v.Sound() || len(v.Phases) != 4 || !v.Phases[1].Taken || v.Phases[2].Taken || !v.Phases[3].Open || len(v.Lucks) != 2 {
		t.Fatalf("it is said %+v, %v", v, err)
	}
	if v.Lucks[0].Secret != "" {
		t.Error("the secret is given away before the end")
	}
	var whole bytes.Buffer
	if err := site.Export(t.Context(), tb.m, "g1", &whole); err != nil {
		t.Fatal(err)
	}
	check := func(was, is string) {
		t.Helper()
		file := bytes.ReplaceAll(whole.Bytes(), []byte(was), []byte(is))
		if bytes.Equal(file, whole.Bytes()) {
			t.Fatalf("the file has no %s", was)
		}
		other := master(t, filepath.Join(t.TempDir(), "other.db"))
		defer other.Store.Close()
		if _, err := site.Import(t.Context(), other, file, "", false); err != nil {
			t.Fatal(err)
		}
		v, err := site.Verify(t.Context(), other, "g1")
		if err != nil || v.Sound() {
			t.Errorf("where %s was made %s, all is well: %+v, %v", was, is, v, err)
		}
	}
	check(`"Data":{"By":"X","Square":5}`, `"Data":{"By":"X","Square":4}`)
	check(v.Lucks[1].Hash, strings.Repeat("0", 64))
}

// A game that was written into a file and taken in elsewhere is the same to the last byte, and plays on.
func TestExportImport(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	tb.moves("5", "1")
	tb.rollback("Move 2", nil)
	exported := func(m *gm.Master, name string) []byte {
		t.Helper()
		var b bytes.Buffer
		if err := site.Export(t.Context(), m, name, &b); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	file := exported(tb.m, "g1")
	other := master(t, filepath.Join(t.TempDir(), "other.db"))
	defer other.Store.Close()
	if name, err := site.Import(t.Context(), other, file, "", true); err != nil || name != "g1" {
		t.Fatalf("a dry run says %q, %v", name, err)
	}
	if _, err := site.Import(t.Context(), other, file, "", false); err != nil {
		t.Fatal(err)
	}
	if again := exported(other, "g1"); !bytes.Equal(again, file) {
		t.Error("exported again it is not the same")
	}
	sent := 0
	deliver(t, other, tb.now, func(letter.Letter) { sent++ })
	if sent != 3 {
		t.Errorf("%d letters that waited went out", sent)
	}
	if err := reception.Receive(t.Context(), other, tb.now, letter.Letter{ID: "x", From: "bob@example.org", Proof: letter.Proved, Subject: "[g1]", Text: "3"}); err != nil {
		t.Fatal(err)
	}
	if _, view, err := inspect.As(t.Context(), other, tb.now, "g1", "O"); err != nil || !strings.Contains(string(view), "..O.X....") {
		t.Errorf("there it does not play on: %s, %v", view, err)
	}
	bad := func(file []byte, as, want string) {
		t.Helper()
		if _, err := site.Import(t.Context(), other, file, as, false); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
	bad(file, "", "already")
	bad(file, "No Name", "can't be a game's name")
	bad([]byte("{}"), "", "not a file that gm export wrote")
	bad(fmt.Appendf(nil, `{"Deaddrop": "a game of Deaddrop, form %d", "Log": "of another kind"}`, store.Format+1), "", "A newer gm wrote that file")
	bad(bytes.Replace(file, []byte(`"tictactoe"`), []byte(`"chess"`), 1), "c1", "no rules called")
}

// A copy of a game writes to nobody, whatever its time.
func TestCopy(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	tb.moves("5")
	var b bytes.Buffer
	if err := site.Export(t.Context(), tb.m, "g1", &b); err != nil {
		t.Fatal(err)
	}
	if _, err := site.Import(t.Context(), tb.m, b.Bytes(), "g2", false); err != nil {
		t.Fatal(err)
	}
	for task, err := range tb.m.Store.Tasks(context.Background(), "g2") {
		t.Errorf("the copy is to do %v, %v", task, err)
	}
	o, err := inspect.OverviewOf(t.Context(), tb.m, "g2")
	if err != nil || o.State != "held" || o.Phase != "Move 2" {
		t.Errorf("it is %+v, %v", o, err)
	}
	if said := tb.write(letter.Letter{From: "bob@example.org", Proof: letter.Proved, Subject: "[g2]", Text: "1"}); strings.Contains(said, "[g2") {
		t.Errorf("its player is answered:\n%s", said)
	}
	if v, err := site.Verify(t.Context(), tb.m, "g2"); err != nil || !v.Sound() {
		t.Errorf("verified it is %+v, %v", v, err)
	}
	if err := desk.At(tb.m, gm.ActOptions{}).Press(t.Context(), tb.now, "g2", "ALL", "Hello."); err != nil {
		t.Error(err)
	}
	defer func() {
		if err := desk.At(tb.m, gm.ActOptions{}).Resume(t.Context(), tb.now, "g2"); err == nil || !strings.Contains(err.Error(), "ann@example.org") {
			t.Errorf("a copy goes on without a word to whom it writes: %v", err)
		}
		if err := desk.At(tb.m, gm.ActOptions{Sure: true}).Resume(t.Context(), tb.now, "g2"); err != nil {
			t.Fatal(err)
		}
		if said := tb.write(letter.Letter{From: "bob@example.org", Proof: letter.Proved, Subject: "[g2]", Text: "1"}); !strings.Contains(said, "g2, Tic") {
			t.Errorf("when it goes on, its player is answered:\n%s", said)
		}
	}()
	tb.now = tb.now.Add(30 * 24 * time.Hour)
	before := len(tb.got["bob@example.org"])
	tb.deliver()
	for _, l := range tb.got["bob@example.org"][before:] {
		if strings.Contains(l.Subject, "[g2") {
			t.Errorf("the copy writes:\n%s", l.Text)
		}
	}
}

// A file with contents that no game begun here can have is refused, whoever made it.
func TestImportTakesNoMoreThanNew(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	tb.moves("5")
	if err := desk.At(tb.m, gm.ActOptions{}).Standby(t.Context(), tb.now, "g1", reception.ListAdd, []string{"sid@example.org"}); err != nil {
		t.Fatal(err)
	}
	desk.At(tb.m, gm.ActOptions{}).Press(t.Context(), tb.now, "g1", "ALL", "It waits to be sent.")
	var whole bytes.Buffer
	if err := site.Export(t.Context(), tb.m, "g1", &whole); err != nil {
		t.Fatal(err)
	}
	file := whole.String()
	other := master(t, filepath.Join(t.TempDir(), "other.db"))
	defer other.Store.Close()
	refused := func(was, is, want string) {
		t.Helper()
		changed := strings.Replace(file, was, is, 1)
		if changed == file {
			t.Fatalf("the file has no %s", was)
		}
		for _, as := range []string{"", "copy"} {
			if as != "" && strings.Contains(want, "task") || as != "" && strings.Contains(want, "to send") {
				continue // a copy does nothing
			}
			if _, err := site.Import(t.Context(), other, []byte(changed), as, true); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s as %q: want %q, got %v", is, as, want, err)
			}
		}
	}
	ann := `"Address":"ann@example.org"`
	refused(ann, `"Address":"ann@example.org\r\nBcc: eve@example.net"`, "not a mail address")
	refused(ann, `"Address":"ann@\u001b]52;c;ZXZl\u0007example.org"`, "not a mail address")
	refused(ann, `"Address":"gm@deaddrop.example"`, "service itself")
	refused(`"Address":"sid@example.org"`, `"Address":"Sid <sid@example.org>"`, "not a mail address")
	refused(`"Every":259200000000000`, `"Every":1`, "some time")
	refused(`"Count":2,"Position":`, `"Count":9223372036854775808,"Position":`, "phases")
	refused(`"Name":"X","Address"`, `"Name":"Q","Address"`, "no seat")
	refused(`"Secret":"`, `"Secret":"","Y":"`, "16 random bytes")
	refused(`"Tasks":[`, `"Tasks":[{"Name":"mailbox","Due":"2030-01-01T00:00:00Z"},`, "no kind of task")
	refused(`"Tasks":[`, `"Tasks":[{"Name":"send/1","Due":"2030-01-01T00:00:00Z"},`, "to send a letter")
	refused(`"Tasks":[`, `"Tasks":[{"Name":"send/9999","Due":"2030-01-01T00:00:00Z"},`, "to send a letter")
	refused(`"Seats":[`, `"Seats":[null,`, "contains an empty seat")
	refused(`"Position":`, `"Inbox":[77777],"Position":`, "log does not have")
	letter := strings.LastIndex(file, `"To":"ann@example.org"`)
	file = file[:letter] + `"To":"gm@deaddrop.example"` + file[letter+len(`"To":"ann@example.org"`):]
	if _, err := site.Import(t.Context(), other, []byte(file), "", true); err == nil || !strings.Contains(err.Error(), "service itself") {
		t.Errorf("a letter to ourselves is to be sent: %v", err)
	}
}
