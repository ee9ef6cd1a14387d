package main

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/serve"
	"deaddrop/gm/store/postgres/postgrestest"
	"deaddrop/gm/towntest"
	"deaddrop/mailer"
)

// Three machines serve the same games and are killed at random, as is the database: each letter is answered once and
// each piece of press passed on once, a turn is resolved once, and the mailbox is read by one after the other.
func TestManyMachines(t *testing.T) {
	// The longer tier has a database. Of letters without proof, 50 a day are answered.
	letters, kills := 45, 9
	if raced {
		letters, kills = 20, 3
	}
	server := postgrestest.Start(t, postgrestest.Options{})
	w := towntest.New(t, "austria", "england", "france", "germany", "italy", "russia", "turkey")
	configs := w.OnMachines(t, 3, server.DSN(t))
	w.Config, w.Held = configs[0], 150*time.Second
	got := &collected{ids: map[string]map[string]int{}}
	w.Watch(t, "france", func(l mailer.Letter) { got.add("answer to "+l.InReplyTo, l.ID) })
	w.Watch(t, "england", func(l mailer.Letter) { got.add(pressOf(l.Text), l.ID) })
	w.Watch(t, "turkey", func(l mailer.Letter) {
		if strings.Contains(l.Text, "REPORT FOR TURKEY") {
			got.add("report 1", l.ID)
		}
	})
	args := []string{"-c", configs[1], "new", "d1", "deadman", "--every", "1h", "--trust", "open"}
	for _, p := range powers() {
		args = append(args, "--player", p+"="+strings.ToLower(p)+"@"+towntest.Domain)
	}
	mustRun(t, "-c", configs[0], "init")
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
			if err := w.Write(t.Context(), "france", fmt.Sprintf("n%d@test.invalid", i), "[d1.1] letter", fmt.Sprintf("PRESS TO England\nword-%d.\nENDPRESS\n", i)); err != nil {
				sent <- err
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
		sent <- nil
	}()
	r := rand.New(rand.NewPCG(5, 6))
	for kill := range kills {
		if kill == kills/2 { // the database is killed once, too
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
	if copies > serve.Parallel*(kills+1) {
		t.Errorf("%d copies of mails for %d kills", copies, kills)
	}
	t.Logf("%d letters, %d kills, %d copies under the same Message-ID", letters, kills, copies)
	if out := mustRun(t, "-c", configs[1], "log", "d1"); strings.Count(out, "played") != 1 {
		t.Errorf("the log of the game:\n%s", out)
	}
}
