package gm_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
)

// Press that does not say who wrote it waits for a full hour: of two pieces of which the second comes too late
// for the first one's hour, each goes out at its own.
func TestUnsignedPressOneAfterAnother(t *testing.T) {
	m := started(t)
	if err := desk.At(m, gm.ActOptions{}).PressRules(t.Context(), noon, "d1", map[string]string{"sign": "choice"}); err != nil {
		t.Fatal(err)
	}
	heard := map[string]time.Duration{}
	until := func(now time.Time) {
		deliver(t, m, now, func(l letter.Letter) {
			for _, words := range []string{"The first rumour.", "The second rumour."} {
				if l.To == "italy@example.org" && strings.Contains(l.Text, words) {
					heard[words] = now.Sub(noon)
				}
			}
		})
	}
	until(noon)
	for i, words := range []string{"The first rumour.", "The second rumour."} {
		text := fmt.Sprintf("PRESS GREY TO Italy\n%s\nENDPRESS\n", words)
		l := letter.Letter{ID: fmt.Sprintf("%d@example.org", i), From: "france@example.org", Subject: "[d1]", Text: text}
		if err := reception.Receive(t.Context(), m, noon.Add(time.Duration(40*i)*time.Minute), l); err != nil {
			t.Fatal(err)
		}
	}
	for minutes := 41; minutes <= 150; minutes++ {
		until(noon.Add(time.Duration(minutes) * time.Minute))
	}
	if first, second := heard["The first rumour."], heard["The second rumour."]; first != time.Hour || second != 2*time.Hour {
		t.Errorf("they are heard after %v", heard)
	}
}
