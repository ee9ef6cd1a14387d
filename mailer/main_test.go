package mailer_test

import (
	"flag"
	"os"
	"testing"
)

// TestMain lets many tests run at once: they wait for servers and timeouts, and compute little.
func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
