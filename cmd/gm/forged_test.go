package main

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/inspect"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/meter"
	"deaddrop/mailer"
)

// A rawMail is a mail of testdata that is handed in for one of three games: d1 believes answers, d2 signatures, and d3 the
// address alone. Above the mail stand lines that begin with "#": what it tries, and settings such as
//
//	# believed: d3                                 games in which it is to be believed; none if it does not say
//	# as: boss@example.org                         in whose name it is, if not in France's
//	# writes: england@honest.example               to whom there is a letter, too, where it is believed, or "everybody"
//	# shows: NOT ACCEPTED                          what that player is told, if they get an answer
//	# dns: _dmarc.example.com v=DMARC1; p=reject   a record
//	# first: signed.eml                            a genuine mail that is taken in before
//
// What stands in double braces hangs on the run: see fill and sign.
type rawMail struct {
	*scene
	game string
	set  map[string][]string
	text string
}

func openRaw(sc *scene, file, game string) *rawMail {
	sc.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		sc.Fatal(err)
	}
	y := &rawMail{scene: sc, game: game, set: map[string][]string{}, text: string(raw)}
	for strings.HasPrefix(y.text, "# ") {
		var line string
		line, y.text, _ = strings.Cut(y.text[2:], "\n")
		if key, value, ok := strings.Cut(line, ": "); ok {
			y.set[key] = append(y.set[key], value)
		}
	}
	return y
}

// one returns the value of a setting that has a single one.
func (y *rawMail) one(key, otherwise string) string {
	if len(y.set[key]) == 0 {
		return otherwise
	}
	return y.set[key][0]
}

var braces = regexp.MustCompile(`\{\{[^}]*\}\}`)

// mail returns the forged mail as it arrives.
func (y *rawMail) mail() []byte {
	text := braces.ReplaceAllStringFunc(y.text, func(s string) string {
		words := strings.Fields(s[2 : len(s)-2])
		if words[0] == "sign" {
			return s // when all that is signed stands there
		}
		return y.fill(words[0], words[1:])
	})
	text = strings.ReplaceAll(text, "\n", "\r\n")
	for {
		at := strings.LastIndex(text, "{{sign")
		if at < 0 {
			return []byte(strings.ReplaceAll(text, "{{cr}}", "\r"))
		}
		tags, below, _ := strings.Cut(text[at+len("{{sign"):], "}}\r\n")
		text = text[:at] + y.sign(tags, below) + "\r\n" + below
	}
}

// fill returns what stands in place of {{reply-to}}, {{message-id}} or {{return}}: of the newest letter of the game
// to France. It may be that of another address, of "other", which is another game, the "first" one, or the one with
// the "question" whether a letter is theirs; "a=b" puts b in place of a, and "upper" has it in capitals.
func (y *rawMail) fill(name string, args []string) string {
	switch name {
	case "game":
		return y.game
	case "id":
		y.ids++
		return fmt.Sprintf("<%d@mail.example>", y.ids)
	case "nul":
		return "\x00"
	case "cr":
		return "{{cr}}"
	case "long": // fields, longer than the header of any mail that is read
		return strings.TrimSuffix(strings.Repeat("X-Y: "+strings.Repeat("z", 900)+"\n", mailer.MaxHeader/900), "\n")
	case "key":
		return (&mailer.Signer{Domain: args[0], Selector: "s", Key: y.keys[args[0]]}).Value()
	}
	l := y.ours(args)
	value := map[string]string{"reply-to": l.ReplyTo, "message-id": "<" + l.ID + ">", "return": l.Return}[name]
	if value == "" {
		y.Fatalf("what is {{%s}}?", name)
	}
	for _, a := range args {
		if before, after, ok := strings.Cut(a, "="); ok {
			value = strings.Replace(value, before, after, 1)
		}
	}
	if slices.Contains(args, "upper") {
		value = strings.ToUpper(value)
	}
	return value
}

// ours returns the letter of ours that a mail refers to.
func (y *rawMail) ours(args []string) letter.Letter {
	to, game := victim, y.game
	for _, a := range args {
		switch {
		case a == "other" && game == "d1":
			game = "d2"
		case a == "other":
			game = "d1"
		case strings.Contains(a, "@") && !strings.Contains(a, "="):
			to = a
		}
	}
	if slices.Contains(args, "first") {
		return y.firstOf(game, to)
	}
	for _, l := range slices.Backward(y.got[to]) {
		if slices.Contains(args, "question") && !strings.Contains(l.Text, "THE LETTER") {
			continue
		}
		if strings.Contains(l.Subject+l.Text, "["+game) || to == boss {
			return l
		}
	}
	if slices.Contains(args, "question") { // an open game asks nothing
		return y.last(to)
	}
	y.Fatalf("nothing of %s came to %s", game, to)
	return letter.Letter{}
}

// sign returns a signature of what stands below it. Of its tags three are not of DKIM: key is the domain whose key it
// is made with, over is the text that it was made over in place of this one, and was a field that stood there in
// place of another.
func (y *rawMail) sign(tags, below string) string {
	y.Helper()
	set, order := map[string]string{}, []string{}
	for tag := range strings.SplitSeq("v=1;a=ed25519-sha256;c=relaxed/simple;d=example.com;s=s;h=from:to:subject:date:message-id;"+tags, ";") {
		name, value, _ := strings.Cut(tag, "=")
		name = strings.TrimSpace(name)
		if _, ok := set[name]; !ok && !slices.Contains([]string{"key", "over", "was", ""}, name) {
			order = append(order, name)
		}
		set[name] = strings.TrimSpace(value)
	}
	head, body, _ := strings.Cut(below, "\r\n\r\n")
	if set["over"] != "" {
		body = set["over"] + "\r\n"
	}
	body = strings.TrimRight(body, "\r\n") + "\r\n"
	if n := len(set["over"]); set["l"] != "" {
		set["l"] = fmt.Sprint(n)
		body = body[:n]
	}
	if strings.HasSuffix(set["c"], "/relaxed") {
		body = relaxed(body)
	}
	sum := sha256.Sum256([]byte(body))
	field := ""
	for _, name := range order {
		field += name + "=" + set[name] + "; "
	}
	field += "bh=" + base64.StdEncoding.EncodeToString(sum[:]) + "; b="
	domain := set["d"]
	if set["key"] != "" {
		domain = set["key"]
	}
	digest := sha256.Sum256([]byte(signedFields(head, set["was"], strings.Split(set["h"], ":")) + "dkim-signature:" + field))
	return field + base64.StdEncoding.EncodeToString(ed25519.Sign(y.keys[domain], digest[:]))
}

var blanks = regexp.MustCompile(`[ \t]+`)

// relaxed returns a body as a signature has it that leaves blanks out of account (RFC 6376 section 3.4.4).
func relaxed(body string) string {
	lines := strings.Split(body, "\r\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(blanks.ReplaceAllString(line, " "), " ")
	}
	return strings.TrimRight(strings.Join(lines, "\r\n"), "\r\n") + "\r\n"
}

// signedFields returns fields of a header as a relaxed signature has them, with one as it was when that was made.
func signedFields(head, was string, names []string) string {
	var fields []string
	for line := range strings.SplitSeq(head, "\r\n") {
		if strings.TrimLeft(line, " \t") != line && len(fields) > 0 {
			fields[len(fields)-1] += line
			continue
		}
		fields = append(fields, line)
	}
	out := ""
	for _, name := range names {
		for i, f := range slices.Backward(fields) {
			key, value, _ := strings.Cut(f, ":")
			if !strings.EqualFold(strings.TrimSpace(key), name) {
				continue
			}
			if other, then, ok := strings.Cut(was, ":"); ok && strings.EqualFold(other, name) {
				value = then
			}
			out += strings.ToLower(name) + ":" + strings.Join(strings.Fields(value), " ") + "\r\n"
			fields[i] = ""
			break
		}
	}
	return out
}

// standing returns the state of the games, without the items that wait for the game master.
func (sc *scene) standing() map[string]string {
	sc.Helper()
	all := map[string]string{}
	for _, name := range []string{"d1", "d2", "d3"} {
		o, err := inspect.OverviewOf(sc.Context(), sc.master, name)
		if err != nil {
			sc.Fatal(err)
		}
		o.Waits = 0
		text, err := json.Marshal(o)
		if err != nil {
			sc.Fatal(err)
		}
		all[name] = string(text)
	}
	return all
}

// hand has the try taken in, and reports in which games something changed and who got letters.
func (y *rawMail) hand() (changed []string, written map[string][]letter.Letter) {
	y.Helper()
	before, count := y.standing(), map[string]int{}
	for to, all := range y.got {
		count[to] = len(all)
	}
	l, _ := mailer.Read(y.mail(), y.now())
	if err := y.door.Take(y.Context(), meter.IMAP, l); err != nil {
		y.Fatal(err)
	}
	y.deliver()
	for name, now := range y.standing() {
		if now != before[name] {
			changed = append(changed, name)
		}
	}
	written = map[string][]letter.Letter{}
	for to, all := range y.got {
		if more := all[count[to]:]; len(more) > 0 {
			written[to] = more
		}
	}
	return changed, written
}

// check hands the try in and says what is wrong with what comes of it.
func (y *rawMail) check() {
	y.Helper()
	changed, written := y.hand()
	believed := strings.Contains(y.one("believed", ""), y.game)
	as := y.one("as", victim)
	press := len(written["england@honest.example"]) > 0 && as != "england@honest.example"
	switch {
	case believed && len(changed) == 0 && !press && y.one("shows", "") == "":
		y.Errorf("in %s it is not believed; the player is told %q", y.game, y.told(written[as]))
	case believed && len(changed) > 0 && !slices.Equal(changed, []string{y.game}):
		y.Errorf("for %s it changes %q", y.game, changed)
	case !believed && len(changed) > 0:
		y.Errorf("for %s it changes %q, where %q is on file; the player is told %q", y.game, changed, y.onFile(changed[0]), y.told(written[as]))
	}
	for to, all := range written {
		expected := to == as || to == boss || believed && (slices.Contains(y.set["writes"], to) || y.one("writes", "") == "everybody")
		if !expected || len(all) > 1 {
			y.Errorf("for %s %d letters go to %s: %q", y.game, len(all), to, y.told(all))
		}
	}
	if shows := y.one("shows", ""); !strings.Contains(y.told(written[as]), shows) {
		y.Errorf("for %s the answer does not say %q, but %q", y.game, shows, y.told(written[as]))
	}
}

func (y *rawMail) told(all []letter.Letter) string {
	var out []string
	for _, l := range all {
		out = append(out, l.Text)
	}
	return strings.Join(out, "\n")
}

// handEach makes a scene with three games in which the tries of a file are made, one for each game.
func handEach(t *testing.T, file string) {
	sc := newScene(t, intake.TrustReply)
	sc.another("d2", intake.TrustSigned)
	sc.another("d3", intake.TrustOpen)
	sc.master.Commands = newClerk(sc.master, nil, commandTree)
	for _, game := range []string{"d1", "d2", "d3"} {
		y := openRaw(sc, file, game)
		for _, record := range y.set["dns"] {
			name, value, _ := strings.Cut(record, " ")
			sc.dns[name] = braces.ReplaceAllStringFunc(value, func(s string) string { return y.fill("key", strings.Fields(s[2 : len(s)-2])[1:]) })
		}
		for _, name := range y.set["first"] {
			openRaw(sc, filepath.Join("testdata", "genuine", name), game).hand()
		}
		y.check()
	}
	for name := range sc.dns {
		if strings.HasPrefix(name, "_dmarc") {
			delete(sc.dns, name)
		}
	}
	for _, game := range []string{"d1", "d2", "d3"} {
		y := openRaw(sc, filepath.Join("testdata", "genuine", "last.eml"), game)
		if _, written := y.hand(); sc.onFile(game) != genuine+"\nA Par H" {
			t.Errorf("then France's own letter to %s, signed, leaves on file %q; France is told %q", game, sc.onFile(game), y.told(written[victim]))
		}
	}
}

func rawMails(t *testing.T, dir string, least int) {
	files, err := filepath.Glob(filepath.Join("testdata", dir, "*.eml"))
	if err != nil || len(files) < least {
		t.Fatalf("%d mails, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".eml"), func(t *testing.T) {
			t.Parallel()
			handEach(t, file)
		})
	}
}

// No forged mail is believed, whatever it looks like, and only the game master and the player whose name it bears get
// letters about it. The player's own letter after it is believed.
func TestForgedMails(t *testing.T) {
	t.Parallel()
	rawMails(t, "forged", 365)
}

// A genuine mail is believed when it is handed in as the forged ones are.
func TestGenuineMails(t *testing.T) {
	t.Parallel()
	rawMails(t, "genuine", 52)
}

// A player whose provider signs nothing is asked once whether a letter is theirs, for one that answers none of ours,
// and not about answers to the newest one, however long they play.
func TestUnsignedPlayerIsAskedOnce(t *testing.T) {
	t.Parallel()
	sc := newScene(t, intake.TrustReply)
	asked := 0
	write := func(m *mailText) {
		t.Helper()
		sc.take(m)
		if strings.Contains(sc.last(victim).Text, "THE LETTER") {
			asked++
			sc.take(sc.plain(victim, "YES").answering(sc.last(victim)))
		}
	}
	write(sc.plain(victim, genuine))
	for turn := range 12 {
		orders := fmt.Sprintf("F Bre H\nA Par H\nPRESS TO England\nIn turn %d I hold.\nENDPRESS", turn)
		write(sc.plain(victim, orders).answering(sc.last(victim)))
		write(sc.plain(victim, "STATUS").answering(sc.last(victim)))
		if err := desk.At(sc.master, gm.ActOptions{}).Resolve(t.Context(), sc.now(), "d1", ""); err != nil {
			t.Fatal(err)
		}
		sc.deliver()
	}
	if asked != 1 {
		t.Errorf("they are asked %d times", asked)
	}
	press := 0
	for _, l := range sc.got["england@honest.example"] {
		press += strings.Count(l.Text, "I hold.")
	}
	if press != 12 {
		t.Errorf("of 12 letters %d were believed", press)
	}
}
