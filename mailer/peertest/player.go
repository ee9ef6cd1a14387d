package peertest

import (
	"context"
	_ "embed" // the configuration
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

//go:embed neomuttrc
var neomuttConfig string

// editor is the script of a person who answers a quoted letter by writing above it.
const editor = `#!/bin/sh
cat "$(dirname "$0")/words" "$1" > "$1.new" && mv "$1.new" "$1"
`

// A Player is a mailbox whose owner writes letters with ordinary mail programs.
type Player struct {
	Name, Address string
	User          string // login name, which goes with [Password]
	IMAP, SMTP    string // host:port, without TLS
}

// Swaks sends a letter with swaks. fields are further header fields, as "Name: value".
func (p Player) Swaks(t testing.TB, to, subject, text string, fields ...string) {
	t.Helper()
	program := find(t, "swaks", "swaks")
	host, port, err := net.SplitHostPort(p.SMTP)
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"--server", host, "--port", port, "--helo", "player.invalid", "--from", p.Address, "--to", to,
		"--header", "Subject: " + subject, "--body", "-"}
	for _, f := range fields {
		args = append(args, "--header", f)
	}
	p.run(t, exec.Command(program, args...), text)
}

// Neomutt answers the newest letter in the player's mailbox with neomutt, writing above the quotation. The answer
// goes to the address in Reply-To or From.
func (p Player) Neomutt(t testing.TB, text string) {
	t.Helper()
	program := find(t, "neomutt", "neomutt")
	terminal := find(t, "script", "bsdutils")
	dir := directory(t)
	write(t, filepath.Join(dir, "neomuttrc"), neomuttConfig, map[string]any{
		"Address": p.Address, "Name": p.Name, "User": p.User, "Password": Password, "IMAP": p.IMAP, "SMTP": p.SMTP,
		"Dir": dir,
	})
	for name, text := range map[string]string{"words": text, "editor": editor} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.Command(terminal, "--quiet", "--return", "--command", program+" -n -F "+filepath.Join(dir, "neomuttrc"),
		os.DevNull)
	c.Env = append(os.Environ(), "HOME="+dir, "TERM=xterm", "LC_ALL=C.UTF-8")
	p.run(t, c, "")
}

// run runs a program to its end, and fails the test if that takes too long.
func (p Player) run(t testing.TB, c *exec.Cmd, input string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	limited := exec.CommandContext(ctx, c.Path, c.Args[1:]...)
	limited.Env, limited.Stdin = c.Env, strings.NewReader(input)
	if out, err := limited.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", filepath.Base(c.Path), err, out)
	}
}
