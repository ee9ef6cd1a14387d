package serve_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"html"
	"log/slog"
	"mime/quotedprintable"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"text/template"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deadman"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/meter"
	"deaddrop/gm/serve"
	"deaddrop/gm/store/bolt"
	"deaddrop/gm/work"
	"deaddrop/mailer"
	"deaddrop/mailer/identity"
	"deaddrop/mailer/postoffice"
	"deaddrop/templates"
	"deaddrop/tier"

	"github.com/emersion/go-imap/v2/imapclient"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/tools/txtar"
)

const (
	before = "A Par H"
	all    = "F Bre-Mao\nA Mar-Spa\nA Par-Bur"
)

// A desktop is a game master with a game for each mail program, and the mailbox that their players write to.
type desktop struct {
	*testing.T
	master *gm.Master
	door   *serve.Doorkeeper
	got    map[string][]letter.Letter // letters that went out, by address
}

func newDesktop(t *testing.T) *desktop {
	t.Helper()
	db, err := bolt.Open(filepath.Join(t.TempDir(), "games.db"), bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	words, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	d := &desktop{T: t, got: map[string][]letter.Letter{}}
	d.master = &gm.Master{Key: []byte("the key of a test"), Store: db, Words: words, Address: "gm@games.example",
		Name: "Deaddrop", Rules: []*adjudicator.Rules{deadman.Rules}, Log: slog.New(slog.DiscardHandler)}
	d.door = &serve.Doorkeeper{Master: d.master, Address: d.master.Address, Identity: &identity.Checker{}, Now: d.now}
	return d
}

func (d *desktop) now() time.Time { return time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC) }

func (d *desktop) deliver() {
	d.Helper()
	for {
		n, err := work.Due(d.Context(), d.master, d.now(), func(_ context.Context, l letter.Letter) error {
			d.got[l.To] = append(d.got[l.To], l)
			return nil
		})
		if err != nil {
			d.Fatal(err)
		}
		if n == 0 {
			return
		}
	}
}

// begin begins a game, and takes in a first letter of one player.
func (d *desktop) begin(name, first string) {
	d.Helper()
	plan := desk.Plan{Trust: intake.TrustOpen, Name: name, Rules: "deadman", Secret: []byte("0123456789abcdef"),
		Clock: calendar.Clock{Every: 72 * time.Hour}}
	for _, seat := range deadman.Rules.Seats {
		address := strings.ToLower(string(seat)) + "@" + name + ".example.org"
		plan.Players = append(plan.Players, game.Player{Seat: seat, Address: address})
	}
	if err := desk.At(d.master, gm.ActOptions{}).New(d.Context(), d.now(), plan); err != nil {
		d.Fatal(err)
	}
	raw := "From: france@" + name + ".example.org\r\nTo: gm@games.example\r\nSubject: [" + name + "]\r\nMessage-ID: <first@" +
		name + ".example.org>\r\n\r\n" + first + "\r\n"
	l, err := mailer.Read([]byte(raw), d.now())
	if err == nil {
		err = d.door.Take(d.Context(), meter.IMAP, l)
	}
	if err != nil {
		d.Fatal(err)
	}
}

// last returns the newest letter to France in the game name, and how many letters France got.
func (d *desktop) last(name string) (letter.Letter, int) {
	d.Helper()
	got := d.got["france@"+name+".example.org"]
	if len(got) == 0 {
		d.Fatalf("%s: nothing came", name)
	}
	return got[len(got)-1], len(got)
}

// A clientMail is a mail of testdata/clients.txtar.
type clientMail struct {
	program, game string
	want, answer  string // as in the file
	answers       bool   // whether the file says anything of the answer
	fields, body  string
}

func parseClient(name string, i int, data string) clientMail {
	m := clientMail{program: name, game: fmt.Sprintf("c%d", i)}
	head, body, _ := strings.Cut(data, "\n\n")
	m.body = body
	for line := range strings.Lines(head + "\n") {
		key, value, _ := strings.Cut(line, ":")
		switch value = strings.TrimSpace(value); key {
		case "Want":
			m.want = value
		case "Answer":
			m.answer, m.answers = value, true
		default:
			m.fields += line
		}
	}
	return m
}

// raw returns the mail as its program sends it, as an answer to a letter.
func (m clientMail) raw(t *testing.T, l letter.Letter) []byte {
	t.Helper()
	made, err := template.New(m.program).Delims("[[", "]]").Funcs(quotations(l)).Parse(m.body)
	if err != nil {
		t.Fatal(err)
	}
	var body strings.Builder
	if err := made.Execute(&body, nil); err != nil {
		t.Fatal(err)
	}
	fields := m.fields
	if !strings.Contains(fields, "Content-Type:") {
		fields += "Content-Type: text/plain; charset=utf-8\n"
	}
	if !strings.Contains(fields, "Subject:") {
		fields += "Subject: Re: " + l.Subject + "\n"
	}
	text := strings.NewReplacer("[d1.", "["+m.game+".", "france@example.org", l.To).Replace(fields + "\n" + body.String())
	top := "From: France <" + l.To + ">\nTo: Deaddrop <" + l.ReplyTo + ">\nDate: Tue, 01 Jan 2030 12:30:00 +0000\nIn-Reply-To: <" +
		l.ID + ">\nMessage-ID: <" + m.game + "@" + m.game + ".example.org>\nMIME-Version: 1.0\n"
	return []byte(strings.ReplaceAll(top+encoded(t, text), "\n", "\r\n"))
}

// quotations returns the ways in which mail programs put our letter into an answer, and the orders into a mail.
func quotations(l letter.Letter) template.FuncMap {
	text := strings.TrimRight(l.Text, "\n")
	filled := regexp.MustCompile(`(?m)^  A Par - ?H?$|^  A Par H$`).ReplaceAllString(text, "  A Par - Bur")
	filled = regexp.MustCompile(`(?m)^  A Mar -$`).ReplaceAllString(filled, "  A Mar - Spa")
	filled = regexp.MustCompile(`(?m)^  F Bre -$`).ReplaceAllString(filled, "  F Bre - MAO")
	orders := []string{"A Par - Bur", "A Mar - Spa", "F Bre - MAO"}
	prefixed := func(prefix, s string) string {
		return regexp.MustCompile(`(?m)^`).ReplaceAllString(s, prefix)
	}
	around := func(begin, end string, lines []string) string {
		var out strings.Builder
		for _, line := range lines {
			line = html.EscapeString(line)
			if line == "" {
				line = "<br>"
			}
			out.WriteString(begin + strings.ReplaceAll(line, "  ", "&nbsp; ") + end)
		}
		return out.String()
	}
	give := func(s string) func() string { return func() string { return s } }
	lines := strings.Split(text, "\n")
	return template.FuncMap{
		"quote": give(prefixed("> ", text)), "bars": give(prefixed("| ", text)), "initials": give(prefixed("D> ", text)), "text": give(text), "html": give(l.HTML),
		"lines": give(around("", "<br>\n", lines)), "mso": give(around("<p class=MsoNormal>", "<o:p></o:p></p>", lines)),
		"filled": give(prefixed("> ", filled)), "filledtext": give(filled),
		"filledhtml": give(html.EscapeString(filled)),
		"orders":     give(strings.Join(orders, "\n")), "divs": give(around("<div>", "</div>", orders)),
		"brs": give(around("", "<br>", orders)), "paras": give(around("<p class=MsoNormal>", "<o:p></o:p></p>", orders)),
		"photo":  give(strings.Repeat(strings.Repeat("/9j/", 19)+"\n", 2_200_000/77)),
		"sealed": give(sealed("Content-Type: text/plain\r\n\r\n" + strings.Join(orders, "\r\n") + "\r\n")),
	}
}

// sealed returns an S/MIME message with a mail inside a signature, in Base64.
func sealed(mail string) string {
	value := func(tag byte, parts ...string) string {
		body := strings.Join(parts, "")
		return string([]byte{tag, 0x82, byte(len(body) >> 8), byte(len(body))}) + body
	}
	content := value(0x30, "\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x01", value(0xa0, value(0x04, mail)))
	signed := value(0x30, "\x02\x01\x01", value(0x31), content, value(0x31))
	return base64.StdEncoding.EncodeToString([]byte(value(0x30, "\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02", value(0xa0, signed))))
}

var (
	partBegins = regexp.MustCompile(`(?i)content-transfer-encoding: *(\S+)`)
	partText   = regexp.MustCompile(`(?i)charset="?([^"\s;]+)`)
)

// encoded encodes the parts of a mail that is written in UTF-8, as their headers say.
func encoded(t *testing.T, mail string) string {
	t.Helper()
	var out, body strings.Builder
	head, inHead := "", true
	flush := func() {
		out.WriteString(encodedPart(t, head, body.String()))
		body.Reset()
		head, inHead = "", true
	}
	boundaries := regexp.MustCompile(`(?i)boundary="?([^"\s;]+)`).FindAllStringSubmatch(mail, -1)
	for line := range strings.Lines(mail) {
		for _, b := range boundaries {
			if bare := strings.TrimSpace(line); bare == "--"+b[1] || bare == "--"+b[1]+"--" {
				flush()
			}
		}
		switch {
		case inHead:
			inHead = line != "\n"
			head += line
			out.WriteString(strings.Replace(line, "x-as-it-is-", "", 1))
		default:
			body.WriteString(line)
		}
	}
	flush()
	return out.String()
}

// encodedPart encodes the body of one part.
func encodedPart(t *testing.T, head, body string) string {
	t.Helper()
	b := []byte(body)
	if m := partText.FindStringSubmatch(head); m != nil && !strings.EqualFold(m[1], "us-ascii") {
		enc, err := htmlindex.Get(strings.ToLower(m[1]))
		if err != nil {
			t.Fatal(err)
		}
		if b, err = encoding.ReplaceUnsupported(enc.NewEncoder()).Bytes(b); err != nil {
			t.Fatalf("%s: %v", m[1], err)
		}
	}
	m := partBegins.FindStringSubmatch(head)
	switch {
	case m == nil || len(b) == 0:
	case m[1] == "quoted-printable":
		var out bytes.Buffer
		w := quotedprintable.NewWriter(&out)
		_, _ = w.Write(b)
		_ = w.Close()
		return strings.ReplaceAll(out.String(), "\r\n", "\n") + "\n"
	case m[1] == "base64" && bytes.Contains(b, []byte(" ")):
		s := base64.StdEncoding.EncodeToString(b)
		return regexp.MustCompile(`.{1,76}`).ReplaceAllString(s, "$0\n")
	}
	return string(b)
}

// Each of more than a hundred mails is read as its player meant it, in whatever way a mail program has written it, and
// whatever it quotes of our letter.
func TestClients(t *testing.T) { testClients(t, before, "ORDER FORM", "NOT ACCEPTED") }

// Nor does the language of our letters matter.
func TestClientsInGerman(t *testing.T) {
	if !tier.Full() {
		t.Skip("for the full run")
	}
	testClients(t, "SET LANGUAGE Deutsch\n"+before, "BEFEHLSFORMULAR", "NICHT ANGENOMMEN")
}

// testClients tries all mails in games in which a player has written a first letter. form is in the letters that are
// answered, and open stands above what our answer asks about.
func testClients(t *testing.T, first, form, open string) {
	file, err := txtar.ParseFile("testdata/clients.txtar")
	if err != nil {
		t.Fatal(err)
	}
	d := newDesktop(t)
	var mails []clientMail
	for i, f := range file.Files {
		m := parseClient(f.Name, i, string(f.Data))
		mails = append(mails, m)
		d.begin(m.game, first)
	}
	d.deliver()
	letters := map[string]int{}
	var raws [][]byte
	for _, m := range mails {
		l, n := d.last(m.game)
		if letters[m.game] = n; !strings.Contains(l.Text, form+" [") {
			t.Fatalf("no form in\n%s", l.Text)
		}
		raws = append(raws, m.raw(t, l))
	}
	d.take(raws)
	d.deliver()
	wrong := 0
	for _, m := range mails {
		if why := d.check(m, letters[m.game], open); why != "" {
			wrong++
			t.Errorf("%s (%s): %s", m.program, m.game, why)
		}
	}
	t.Logf("%d of %d mails are read as they were meant", len(mails)-wrong, len(mails))
}

// take passes mails through a mailbox.
func (d *desktop) take(raws [][]byte) {
	d.Helper()
	office, err := postoffice.Open(postoffice.Options{Domain: "games.example"})
	if err != nil {
		d.Fatal(err)
	}
	d.Cleanup(func() { _ = office.Close() })
	if err := office.Add("gm", "secret"); err != nil {
		d.Fatal(err)
	}
	d.put(office, raws)
	ctx, cancel := context.WithCancel(d.Context())
	defer cancel()
	in := mailer.Inbox{Server: mailer.Server{Addr: office.IMAP(), TLS: "none", User: "gm", Password: "secret"}, Parallel: 1}
	var taken atomic.Int32
	err = in.Watch(ctx, func(ctx context.Context, l mailer.Letter) error {
		err := d.door.Take(ctx, meter.IMAP, l)
		if err != nil {
			d.Errorf("%s: %v", l.ID, err)
		}
		if int(taken.Add(1)) == len(raws) {
			cancel()
		}
		return nil
	})
	if err != nil {
		d.Fatal(err)
	}
}

func (d *desktop) put(office *postoffice.Office, raws [][]byte) {
	d.Helper()
	c, err := imapclient.DialInsecure(office.IMAP(), nil)
	if err != nil {
		d.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	if err := c.Login("gm", "secret").Wait(); err != nil {
		d.Fatal(err)
	}
	for _, raw := range raws {
		cmd := c.Append("INBOX", int64(len(raw)), nil)
		_, err := cmd.Write(raw)
		if err == nil {
			err = cmd.Close()
		}
		if err == nil {
			_, err = cmd.Wait()
		}
		if err != nil {
			d.Fatal(err)
		}
	}
}

// check returns what is wrong with what became of a mail, or "".
func (d *desktop) check(m clientMail, letters int, open string) string {
	d.Helper()
	o, err := inspect.OverviewOf(d.Context(), d.master, m.game)
	if err != nil {
		d.Fatal(err)
	}
	want := all
	if m.want == "none" {
		want = before
	}
	l, n := d.last(m.game)
	if got := o.Seats[2].Orders; got != want {
		return fmt.Sprintf("on file is %q; we answered\n%s", got, l.Text)
	}
	flat := strings.Join(strings.Fields(l.Text), " ")
	switch {
	case m.answer == "no":
		if n > letters {
			return "it was answered:\n" + l.Text
		}
	case n != letters+1:
		return fmt.Sprintf("%d answers", n-letters)
	case !strings.Contains(flat, m.answer) && open == "NOT ACCEPTED": // the file has English answers
		return "we answered\n" + l.Text
	case !m.answers && strings.Contains(flat, open):
		return "something is open:\n" + l.Text
	}
	return ""
}
