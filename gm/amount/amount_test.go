package amount_test

import (
	"testing"
	"time"

	"deaddrop/gm/amount"
)

// Amounts are short, and exact enough.
func TestAmounts(t *testing.T) {
	for want, got := range map[string]string{
		"0 letters":   amount.Count(0, "letter", "letters"),
		"1 letter":    amount.Count(1, "letter", "letters"),
		"3 letters":   amount.Count(3, "letter", "letters"),
		"59 s":        amount.Time(59*time.Second + 999*time.Millisecond),
		"5 min":       amount.Time(-5*time.Minute - 30*time.Second),
		"3 h 12 min":  amount.Time(3*time.Hour + 12*time.Minute),
		"1 day 2 h":   amount.Time(26*time.Hour + 59*time.Minute),
		"9 days 0 h":  amount.Time(9 * 24 * time.Hour),
		"10239 bytes": amount.Bytes(10<<10 - 1),
		"10 kB":       amount.Bytes(10 << 10),
		"12 MB":       amount.Bytes(12<<20 + 1000),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
