package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"deaddrop/mailer/peertest"
	"deaddrop/mailer/postoffice"
)

// A league is many games of Deadman Diplomacy that are played by letter at once, with the mail servers that carry them.
type league struct {
	config  string            // of the game master's service
	smtp    string            // where players hand in letters
	arrived func() int        // how many mails lie in the players' mailboxes
	every   time.Duration     // how often to look for that
	dovecot *peertest.Dovecot // these two are nil where there are none
	postfix *peertest.Postfix
	first   func(player string) (raw string)
	asked   map[string]invited // each player's first letter, which they answer
	orders  map[string][2]string
	turn    atomic.Int64
}

const (
	leagueGames = 8
	benchDomain = "league.invalid"
	lanes       = 4 // connections over which players hand in letters
)

// leaguePlayers returns the parts before the @ of the players' addresses, all in all 56.
func leaguePlayers() []string {
	var out []string
	for g := range leagueGames {
		for _, p := range powers() {
			out = append(out, leaguePlayer(g, p))
		}
	}
	return out
}

func leaguePlayer(game int, power string) string {
	return fmt.Sprintf("%s-%d", strings.ToLower(power), game+1)
}

// openings returns two sets of orders for each power, so that a letter always changes what is on file.
func openings(tb testing.TB) (orders map[string][2]string) {
	tb.Helper()
	js, err := os.ReadFile(filepath.Join("..", "..", "gm", "testdata", "openings.json"))
	if err == nil {
		err = json.Unmarshal(js, &orders)
	}
	if err != nil {
		tb.Fatal(err)
	}
	return orders
}

// letter returns the nth letter of the league: each player answers their first one in turn, as mail programs do.
func (w *league) letter(n int64) (from string, raw []byte) {
	answer, to := "", "gm@"+benchDomain
	all := powers()
	game, power := int(n/int64(len(all)))%leagueGames, all[int(n)%len(all)]
	from = leaguePlayer(game, power) + "@" + benchDomain
	if letter := w.asked[from]; letter.id != "" {
		answer, to = fmt.Sprintf("In-Reply-To: %[1]s\r\nReferences: %[1]s\r\n", letter.id), letter.answers
	}
	text := strings.ReplaceAll(w.orders[power][(n/int64(len(all)*leagueGames))%2], "\n", "\r\n")
	raw = fmt.Appendf(nil, "From: %s\r\nTo: %s\r\nSubject: Re: [d%d.1] %s n%d\r\nMessage-ID: <n%d@%s>\r\n%sDate: %s\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n%s\r\n",
		from, to, game+1, power, n, n, benchDomain, answer, time.Now().Format(time.RFC1123Z), text)
	return from, raw
}

// hand has the players hand in n letters, over several connections at once.
func (w *league) hand(t testing.TB, n int) {
	t.Helper()
	var group sync.WaitGroup
	errs := make(chan error, lanes)
	for lane := range min(lanes, n) {
		left := (n - lane + lanes - 1) / lanes
		group.Go(func() {
			errs <- pour(t.Context(), w.smtp, func() (string, []byte) {
				if left--; left < 0 {
					return "", nil
				}
				return w.letter(w.turn.Add(1) - 1)
			})
		})
	}
	group.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// pour hands in letters over one connection, until there is no next one. The commands of one letter go out together
// (RFC 2920), so that the game master and not the players are measured.
func pour(ctx context.Context, smtp string, next func() (from string, raw []byte)) error {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", smtp)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	in := bufio.NewReader(conn)
	if err := answers(in, "220"); err != nil {
		return err
	}
	if _, err := io.WriteString(conn, "EHLO players.invalid\r\n"); err != nil {
		return err
	}
	want := []string{"250"}
	for open := []byte(nil); ; { // a letter whose text the server waits for
		if err := answers(in, want...); err != nil {
			return err
		}
		var out bytes.Buffer
		want = want[:0]
		if open != nil {
			out.Write(open)
			out.WriteString(".\r\n")
			want = append(want, "250")
		}
		from, raw := next()
		if raw != nil {
			fmt.Fprintf(&out, "MAIL FROM:<%s>\r\nRCPT TO:<%s>\r\nDATA\r\n", from, between(string(raw), "\r\nTo: ", "\r\n"))
			want = append(want, "250", "250", "354")
		}
		if open = raw; len(want) == 0 {
			return nil
		}
		if _, err := conn.Write(out.Bytes()); err != nil {
			return err
		}
	}
}

// answers reads replies of an SMTP server and compares their codes.
func answers(in *bufio.Reader, codes ...string) error {
	for _, code := range codes {
		for {
			line, err := in.ReadString('\n')
			if err != nil {
				return fmt.Errorf("waiting for %s: %w", code, err)
			}
			if !strings.HasPrefix(line, code) {
				return fmt.Errorf("the server says %q, not %s", line, code)
			}
			if len(line) > 3 && line[3] == ' ' {
				break
			}
		}
	}
	return nil
}

// wait returns when so many mails have arrived.
func (w *league) wait(t testing.TB, n int) {
	t.Helper()
	for last, since := -1, time.Now(); ; time.Sleep(w.every) {
		switch now := w.arrived(); {
		case now >= n:
			return
		case now > last:
			last, since = now, time.Now()
		case time.Since(since) > stuck:
			t.Fatalf("%d of %d mails have arrived, and no more come", now, n)
		}
	}
}

// start begins the games. Their first letters go out when the service runs.
func (w *league) start(t testing.TB) {
	t.Helper()
	for g := range leagueGames {
		args := []string{"-c", w.config, "new", fmt.Sprintf("d%d", g+1), "deadman", "--every", "72h", "--remind", "0h"}
		for _, p := range powers() {
			args = append(args, "--player", p+"="+leaguePlayer(g, p)+"@"+benchDomain)
		}
		mustRun(t, args...)
	}
}

// begun waits for the first letters, which the players are going to answer.
func (w *league) begun(t testing.TB) {
	t.Helper()
	w.wait(t, len(leaguePlayers()))
	w.asked = map[string]invited{}
	for _, name := range leaguePlayers() {
		first := strings.ToLower(w.first(name))
		w.asked[name+"@"+benchDomain] = invited{id: "<" + between(first, "\nmessage-id: <", ">") + ">", answers: between(first, "\nreply-to: <", ">")}
	}
}

// invited is a letter that is answered: its Message-ID, and where its answers go.
type invited struct{ id, answers string }

// between returns the part of a text between two others.
func between(text, from, to string) string {
	_, after, _ := strings.Cut(text, from)
	inside, _, _ := strings.Cut(after, to)
	return strings.TrimSpace(inside)
}

// officeLeague returns a league with the post office of this very process.
func officeLeague(t testing.TB) *league {
	t.Helper()
	office, err := postoffice.Open(postoffice.Options{Domain: benchDomain})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = office.Close() })
	for _, name := range append([]string{"gm"}, leaguePlayers()...) {
		if err := office.Add(name, "secret"); err != nil {
			t.Fatal(err)
		}
	}
	var mails atomic.Int64
	var first sync.Map
	office.Delivered(func(_ string, to []string, raw []byte) {
		if name, _, _ := strings.Cut(to[0], "@"); !strings.HasPrefix(name, "gm") {
			first.LoadOrStore(name, string(raw))
			mails.Add(1)
		}
	})
	return &league{
		orders: openings(t),
		first: func(player string) string {
			raw, _ := first.Load(player)
			return raw.(string)
		},
		config:  leagueConfig(t, leagueMailbox(office.IMAP()), office.SMTP()),
		smtp:    office.SMTP(),
		every:   200 * time.Microsecond,
		arrived: func() int { return int(mails.Load()) },
	}
}

// peerLeague returns a league with Postfix, which takes the letters of both sides, and Dovecot, which has their
// mailboxes.
func peerLeague(t testing.TB) *league { return realPeers(t, "") }

// lmtpLeague is one in which the game master has no mailbox: Postfix hands letters in to it, and Dovecot has the players'.
func lmtpLeague(t testing.TB) *league { return realPeers(t, peertest.FreeAddr(t)) }

func realPeers(t testing.TB, listen string) *league {
	t.Helper()
	dovecot := peertest.StartDovecot(t, peertest.DovecotOptions{Users: leaguePlayers()})
	o := peertest.PostfixOptions{Domain: benchDomain, Next: dovecot.LMTP}
	in := leagueMailbox(dovecot.IMAP)
	if listen != "" {
		o.Mine, o.MineAt = "gm@"+benchDomain, listen
		in = fmt.Sprintf("[lmtp]\nlisten = %q\n", listen)
	}
	postfix := peertest.StartPostfix(t, o)
	return &league{
		orders:  openings(t),
		config:  leagueConfig(t, in, postfix.MX),
		smtp:    postfix.MX,
		dovecot: dovecot, postfix: postfix,
		every: 100 * time.Millisecond, // it takes time itself, for directories are read
		first: func(player string) string { return dovecot.Mails(t, player, "")[0] },
		arrived: func() int {
			n := 0
			for _, name := range leaguePlayers() {
				n += dovecot.Count(name, "")
			}
			return n
		},
	}
}

// leagueMailbox is the part of a configuration that says where the game master's mailbox is.
func leagueMailbox(imap string) string {
	return fmt.Sprintf("[imap]\naddr = %q\ntls = \"none\"\nuser = %q\npassword = \"secret\"\n", imap, "gm@"+benchDomain)
}

// leagueConfig is a configuration by its part that says where letters come in, and the server that sends.
func leagueConfig(t testing.TB, in, smtp string) string {
	t.Helper()
	return begunSite(t, fmt.Sprintf("address = %q\npoll = \"5s\"\nanswers_per_day = 1000000\n%s[smtp]\naddr = %q\ntls = \"none\"\n",
		"gm@"+benchDomain, in, smtp))
}

// begunSite writes a configuration and begins its site, and returns the configuration's path.
func begunSite(t testing.TB, text string) string {
	t.Helper()
	config := filepath.Join(t.TempDir(), "deaddrop.toml")
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	mustRun(t, "-c", config, "init")
	return config
}

// child runs this program again as the service of a configuration, or as something else that TestMain knows. The log of
// all that are run so is shown once if the test fails.
func child(t testing.TB, what, config string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return serving(t, exe, what, config)
}

// serving runs a program as child does.
func serving(t testing.TB, exe, what, config string) *exec.Cmd {
	t.Helper()
	name := filepath.Join(filepath.Dir(config), what+".log")
	_, first := os.Stat(name)
	log, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = log.Close() }()
	if first != nil {
		t.Cleanup(func() {
			if text, err := os.ReadFile(name); t.Failed() && err == nil {
				t.Logf("the end of the log of %s:\n%s", what, text[max(0, len(text)-8000):])
			}
		})
	}
	c := exec.Command(exe, "-c", config, "serve")
	c.Env = append(os.Environ(), "GM_TEST_MAIN="+what)
	c.Stderr = log
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Kill() // this and the next fail when it has ended
		_ = c.Wait()
	})
	return c
}

// memory is a figure of a process's memory in MB: VmHWM is the most that it has ever had in all, RssAnon what is its own
// now, and RssFile what it has in common with the machine's cache of files: the program itself and the pages of the store.
func memory(t testing.TB, process *os.Process, figure string) float64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", process.Pid))
	if err != nil {
		t.Logf("the memory of the service is not known here: %v", err)
		return 0
	}
	_, after, _ := strings.Cut(string(status), figure+":")
	fields := strings.Fields(after)
	if len(fields) == 0 {
		t.Fatalf("there is no %s in:\n%s", figure, status)
	}
	kb, err := strconv.Atoi(fields[0])
	if err != nil {
		t.Fatal(err)
	}
	return float64(kb) / 1024
}
