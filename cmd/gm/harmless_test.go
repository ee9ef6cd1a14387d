package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"deaddrop/gm/refusal"
	"deaddrop/gm/towntest"
)

// Text that others wrote can't control the terminal, wherever it is printed.
func TestHarmless(t *testing.T) {
	const hostile = "a\x1b]52;c;ZXZl\x07b\x9b2J\u009b2J\u202ec\r\x7f\td\n"
	var out bytes.Buffer
	printf(&out, "%s", hostile)
	complain(&out, &refusal.Error{Text: hostile})
	complain(&out, errors.New(hostile))
	if strings.ContainsFunc(out.String(), steers) || !strings.Contains(out.String(), "\td\n") {
		t.Errorf("printed is %q", out.String())
	}
	var js bytes.Buffer
	if err := encode(&js, []string{hostile}); err != nil {
		t.Fatal(err)
	}
	var back []string
	if err := json.Unmarshal(js.Bytes(), &back); err != nil || strings.ContainsFunc(js.String(), steers) || !strings.Contains(back[0], "\u009b2J\u202ec\r\x7f") {
		t.Errorf("as JSON it is %q, and read back %q, %v", js.String(), back, err)
	}
}

// Nor can text in a game's file from elsewhere.
func TestForeignFileIsHarmless(t *testing.T) {
	eitherWay(t, func(t *testing.T, w *towntest.Town) {
		file := mustRun(t, "-c", w.Config, "export", "d1", "-")
		hostile := strings.ReplaceAll(file, `"Subject":"`, `"Subject":"\u001b]52;c;ZXZl\u0007`)
		hostile = strings.ReplaceAll(hostile, `"Name":"d1"`, `"Name":"d2"`)
		hostile = strings.Replace(hostile, `"State":"running"`, `"State":"held","Why":"\u001b[2J"`, 1)
		name := t.TempDir() + "/hostile.json"
		if err := os.WriteFile(name, []byte(hostile), 0o600); err != nil {
			t.Fatal(err)
		}
		mustRun(t, "-c", w.Config, "import", name)
		for _, args := range [][]string{{"show", "d2"}, {"list"}, {"log", "d2", "--whole"}, {"log", "d2", "--json"}, {"history", "d2"}, {"outbox", "d2"}, {"inbox"}} {
			if out := mustRun(t, append([]string{"-c", w.Config}, args...)...); strings.ContainsFunc(out, steers) {
				t.Errorf("gm %s prints %q", strings.Join(args, " "), out)
			}
		}
	})
}
