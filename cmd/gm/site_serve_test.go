package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/store/postgres/postgrestest"
	"deaddrop/mailer"
)

// onMachines has several machines serve the town's games from one database: the configuration of each.
func (w *town) onMachines(t *testing.T, n int, dsn string) (configs []string) {
	t.Helper()
	text, err := os.ReadFile(w.config)
	if err != nil {
		t.Fatal(err)
	}
	for range n {
		dir := t.TempDir()
		for name, text := range map[string]string{"deaddrop.toml": fmt.Sprintf("store = %q\n%s", dsn, text), "password": "secret\n"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		configs = append(configs, filepath.Join(dir, "deaddrop.toml"))
	}
	return configs
}

// Three machines serve the same games and are killed at random, as is the database: each letter is answered once and each piece of press passed on
// once, a turn is resolved once, and the mailbox is read by one after the other.
func TestManyMachines(t *testing.T) {
	letters, kills := 60, 9 // with a database, which the short tier does not start
	if raced {
		letters, kills = 20, 3
	}
	server := postgrestest.Start(t, postgrestest.Options{})
	w := newTown(t, "austria", "england", "france", "germany", "italy", "russia", "turkey")
	configs := w.onMachines(t, 3, server.DSN(t))
	w.config, w.held = configs[0], 150*time.Second
	got := &collected{ids: map[string]map[string]int{}}
	w.watch(t, "france", func(l mailer.Letter) { got.add("answer to "+l.InReplyTo, l.ID) })
	w.watch(t, "england", func(l mailer.Letter) { got.add(pressOf(l.Text), l.ID) })
	w.watch(t, "turkey", func(l mailer.Letter) {
		if strings.Contains(l.Text, "REPORT FOR TURKEY") {
			got.add("report 1", l.ID)
		}
	})
	args := []string{"-c", configs[1], "new", "d1", "deadman", "--every", "1h", "--trust", "open"}
	for _, p := range powers() {
		args = append(args, "--player", p+"="+strings.ToLower(p)+"@"+townDomain)
	}
	mustRun(t, args...) // on a machine that serves nothing

	var machines []*exec.Cmd
	for _, config := range configs {
		machines = append(machines, startService(t, config))
	}
	defer func() {
		for _, m := range machines {
			_ = m.Process.Kill()
			_ = m.Wait()
		}
	}()
	sent := make(chan error, 1)
	go func() {
		for i := range letters {
			if err := w.write(t.Context(), "france", fmt.Sprintf("n%d@test.invalid", i), "[d1.1] letter", fmt.Sprintf("PRESS TO England\nword-%d.\nENDPRESS\n", i)); err != nil {
				sent <- err
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
		sent <- nil
	}()
	r := rand.New(rand.NewPCG(5, 6))
	for kill := range kills {
		if kill == kills/2 { // the database, too
			server.Kill()
			server.Restart(t)
		}
		time.Sleep(time.Duration(300+r.IntN(700)) * time.Millisecond)
		i := r.IntN(len(machines))
		if err := machines[i].Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = machines[i].Wait() // it was killed
		machines[i] = startService(t, configs[i])
	}
	if err := <-sent; err != nil {
		t.Fatal(err)
	}
	var want []string
	for i := range letters {
		want = append(want, fmt.Sprintf("answer to n%d@test.invalid", i), fmt.Sprintf("word-%d.", i))
	}
	await(t, w, got, want)
	mustRun(t, "-c", configs[2], "resolve", "d1")
	await(t, w, got, []string{"report 1"})
	copies := 0
	for _, key := range append(want, "report 1") {
		ids := got.of(key)
		if len(ids) > 1 {
			t.Errorf("%s: came under %v", key, ids)
		}
		for _, n := range ids {
			copies += n - 1
		}
	}
	if copies > parallel*(kills+1) {
		t.Errorf("%d copies of mails for %d kills", copies, kills)
	}
	t.Logf("%d letters, %d kills, %d copies under the same Message-ID", letters, kills, copies)
	if out := mustRun(t, "-c", configs[1], "log", "d1"); strings.Count(out, "played") != 1 {
		t.Errorf("the log of the game:\n%s", out)
	}
}
