package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"deaddrop/gm/towntest"
)

// Why a service ended is told in JSON, too, where the log is.
func TestLastWordsInJSON(t *testing.T) {
	w := towntest.New(t)
	w.Configure(t, towntest.Last("[log]\nformat = \"json\""))
	if err := os.WriteFile(fileOf(t, w), []byte("no games"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, complaint, err := gmRun(t, "-c", w.Config, "serve")
	var entry struct{ Level, Msg, Error string }
	if failed := json.Unmarshal([]byte(complaint), &entry); err == nil || failed != nil || entry.Level != "ERROR" || !strings.Contains(entry.Error, "not a store of games") {
		t.Errorf("%v, %v:\n%s", err, failed, complaint)
	}
}
