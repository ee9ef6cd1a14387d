package gm_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/letter"
	"deaddrop/gm/solo"
)

// For each seat, 20 letters with TRY are answered a day. The next one says so, and everything else in it is done; the
// orders on file stay. A day later it works again.
func TestTriesOfADay(t *testing.T) {
	m := started(t)
	var answer string
	n := 0
	write := func(now time.Time, text string) string {
		t.Helper()
		n++
		receive(t, m, now, letter.Letter{ID: fmt.Sprint("try", n, "@example.org"), From: "france@example.org", Subject: "[d1]", Text: text})
		answer = ""
		deliver(t, m, now, func(l letter.Letter) {
			if l.To == "france@example.org" {
				answer += strings.Join(strings.Fields(l.Text), " ")
			}
		})
		return answer
	}
	now := noon
	write(now, "A Par-Pic")
	for i := range 20 {
		now = now.Add(time.Minute)
		said := write(now, "TRY\nA Mar-Spa")
		if left := fmt.Sprintf("You have %d TRY letter", 19-i); i < 19 && !strings.Contains(said, left) || !strings.Contains(said, "A Mar-Spa: it goes there") {
			t.Fatalf("letter %d is answered:\n%s", i+1, said)
		}
	}
	if !strings.Contains(answer, "You have no TRY letters left for today.") {
		t.Errorf("the last letter is answered:\n%s", answer)
	}
	said := write(now.Add(time.Minute), "TRY\nA Mar-Spa\nWHY Par\nSTATUS\nZONE Europe/Paris")
	for _, want := range []string{"You have tried orders 20 times within a day, which is as often as you can, so these were not tried.",
		"A Par-Pic", "Europe/Paris"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is missing in the answer to letter 21:\n%s", want, said)
		}
	}
	if strings.Contains(said, "A Mar-Spa: it goes there") {
		t.Errorf("letter 21 is tried:\n%s", said)
	}
	if said := write(noon.Add(24*time.Hour+time.Minute), "TRY\nA Mar-Spa"); !strings.Contains(said, "A Mar-Spa: it goes there") ||
		!strings.Contains(said, "You have 19 TRY letters left for today.") {
		t.Errorf("a day later the answer is\n%s", said)
	}
	// In a game against robots, whose clock stands still while its player thinks, there is no such limit.
	m.TriesPerDay = solo.Tries
	now = noon.Add(25 * time.Hour)
	for range 25 {
		now = now.Add(time.Second)
		write(now, "TRY\nA Mar-Spa")
	}
	if !strings.Contains(answer, "A Mar-Spa: it goes there") {
		t.Errorf("in a game against robots the 25th letter is answered:\n%s", answer)
	}
}
