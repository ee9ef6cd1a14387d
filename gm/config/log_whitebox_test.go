package config

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"deaddrop/gm/towntest"
)

// A log has no passwords, no address but the games' own, and of our letters' Message-IDs not what proves an answer,
// whatever servers write into their errors.
func TestDiscretion(t *testing.T) {
	for _, format := range []string{"", "text", "json"} {
		var b bytes.Buffer
		log := Config{Address: "gm@games.example.org", Log: Log{Format: format}}.Logger(&b)
		log.Debug("nothing of this")
		log.Info("one", "address", "gm@games.example.org", "id", "r.d1.2.3.1.opqrst@games.example.org")
		log.Warn("two", "id", "<abc@mail.example.com>", "error",
			fmt.Errorf("RCPT TO: %w",
				errors.New("550 <ann.o'brien+x@players.example.net>: no such user, ask bob@players.example.net")))
		log.With("games", "postgres://gm:hunter2@db.example.org/games?sslmode=require").Error("three", "why",
			"user=gm password=hunter3 host=db", "n", 3)
		log.Error("three and a half", "error", errors.New("auth=Bearer hunter-6 and {\"refresh_token\": \"hunter.7\"} "+
			"&access_token=hunter8&x"))
		log.Error("four", slog.Group("g", "error", "password = 'hunter four' at amqp://u:hunter5@h"))
		got := b.String()
		for _, kept := range []string{"gm@games.example.org", "abc@mail.example.com", "***@players.example.net",
			"r.d1.2.3.1.***@games.example.org", "postgres://gm@db.example.org/games?sslmode=require", "user=gm",
			"no such user"} {
			if !strings.Contains(got, kept) {
				t.Errorf("%q: %q is lost:\n%s", format, kept, got)
			}
		}
		for _, gone := range []string{"hunter", "opqrst", "brien", "bob", "nothing", "four'"} {
			if strings.Contains(got, gone) {
				t.Errorf("%q: %q is told:\n%s", format, gone, got)
			}
		}
		if isJSON := strings.HasPrefix(got, "{"); isJSON != (format == "json") {
			t.Errorf("%q is written as\n%s", format, got)
		}
	}
}

// Settings of the log that can't be meant so are refused with what could be.
func TestLogSettings(t *testing.T) {
	for text, want := range map[string]string{"format = \"xml\"": "write \"text\" or \"json\"",
		"level = \"loud\"": "write \"debug\"", "color = true": "there is no setting \"log.color\""} {
		w := towntest.New(t)
		w.Configure(t, towntest.Last("[log]\n"+text))
		if _, err := Read(w.Config); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
