package mailer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/mailer"
	"deaddrop/mailer/postoffice"
)

// A limited is a sender with limits, and who has got a mail of it, by the mails' IDs.
type limitedSender struct {
	*mailer.Sender
	*clock
	got []string
}

func newLimited(t *testing.T, perMinute, perDay int) *limitedSender {
	t.Helper()
	office := openOffice(t, postoffice.Options{})
	l := &limitedSender{Sender: sender(t, office.SMTP()), clock: &clock{now: taken}}
	l.Sender.Now, l.Rate, l.PerDay = l.clock.Now, perMinute, perDay
	return l
}

// try sends a mail of a class, and returns how long it has to wait; 0: it was sent.
func (l *limitedSender) try(t *testing.T, id string, class mailer.Class) time.Duration {
	t.Helper()
	d := toAnn()
	d.ID = id + "@post.test"
	var wait time.Duration
	l.SendAll(t.Context(), []mailer.Outgoing{{Draft: d, Class: class}}, func(_ int, err error) {
		if err == nil {
			l.got = append(l.got, id)
			return
		}
		if wait = after(t, err); wait == 0 {
			t.Errorf("%s: %v", id, err)
		}
		if why, is := mailer.Limited(err.Error()); !is || !strings.HasPrefix(why, "no more than ") {
			t.Errorf("%s: %v", id, err)
		}
	})
	return wait
}

// Waiting mails are sent by class, and within a class in the order of arrival. None is lost, and no minute has more
// than the limit.
func TestClasses(t *testing.T) {
	l := newLimited(t, 6, 0) // one every ten seconds
	due := map[string]time.Duration{}
	classes := map[string]mailer.Class{"reminder1": mailer.Third, "reminder2": mailer.Third, "report1": mailer.Second,
		"report2": mailer.Second, "answer1": mailer.First, "answer2": mailer.First}
	l.try(t, "begin", mailer.Third)
	for _, id := range []string{"reminder1", "report1", "reminder2", "report2", "answer1", "answer2"} {
		due[id] = l.try(t, id, classes[id])
	}
	var times []time.Time
	for second := time.Duration(0); second < 200 && len(due) > 0; second++ {
		ids := slices.Sorted(func(yield func(string) bool) {
			for id := range due {
				yield(id)
			}
		})
		for _, id := range ids {
			if second*time.Second < due[id] {
				continue
			}
			if wait := l.try(t, id, classes[id]); wait > 0 {
				due[id] = second*time.Second + wait
				continue
			}
			times = append(times, l.clock.Now())
			delete(due, id)
		}
		l.pass(time.Second)
	}
	if want := []string{"begin", "answer1", "answer2", "report1", "report2", "reminder1", "reminder2"}; !slices.Equal(l.got, want) {
		t.Errorf("sent were %q", l.got)
	}
	for i := 1; i < len(times); i++ {
		if times[i].Sub(times[i-1]) < 9*time.Second {
			t.Errorf("%v and %v were too near", times[i-1], times[i])
		}
	}
}

// A part of the daily limit is reserved for reports, and a larger part for answers; after a day the whole limit is
// available again.
func TestPerDay(t *testing.T) {
	l := newLimited(t, 0, 20)
	sent := func(prefix string, class mailer.Class) (n int) {
		for i := range 30 {
			wait := l.try(t, fmt.Sprint(prefix, i), class)
			if wait > 0 {
				if most := 49 * time.Hour; wait > most || wait < 12*time.Hour {
					t.Errorf("%s%d waits for %v", prefix, i, wait)
				}
				continue
			}
			n++
		}
		return n
	}
	if n := sent("reminder", mailer.Third); n != 16 {
		t.Errorf("%d reminders were sent", n)
	}
	l.pass(6 * time.Hour)
	if n := sent("report", mailer.Second); n != 2 {
		t.Errorf("%d reports were sent", n)
	}
	l.pass(6 * time.Hour)
	if n := sent("answer", mailer.First); n != 2 {
		t.Errorf("%d answers were sent", n)
	}
	l.pass(12*time.Hour + time.Second)
	if wait := l.try(t, "answer2", mailer.First); wait != 0 {
		t.Errorf("a day later an answer waits for %v", wait)
	}
	if n := l.Sent(); n != 5 {
		t.Errorf("%d mails count in this day", n)
	}
	for i := range 20 {
		l.try(t, fmt.Sprint("answer", i), mailer.First)
	}
	if wait := l.try(t, "report20", mailer.Second); wait == 0 {
		t.Error("a report went before answers that waited")
	}
}

// Mails that were sent before count as well.
func TestRecall(t *testing.T) {
	l := newLimited(t, 0, 3)
	now := l.clock.Now()
	l.Recall([]time.Time{now.Add(-time.Hour), now.Add(-25 * time.Hour), now.Add(-2 * time.Hour)})
	if wait := l.try(t, "a", mailer.First); wait != 0 {
		t.Errorf("the third of a day waits for %v", wait)
	}
	if wait := l.try(t, "b", mailer.First); wait != 22*time.Hour {
		t.Errorf("the fourth waits for %v", wait)
	}
}

// Each connection carries at most the number of mails in the setting, which is ten by default.
func TestPerConn(t *testing.T) {
	for most, want := range map[int]int{0: 3, 5: 5, 30: 1} {
		office := openOffice(t, postoffice.Options{})
		p := newProxy(t, office.SMTP())
		s := sender(t, p.addr())
		s.PerConn = most
		mails := make([]mailer.Outgoing, 25)
		for i := range mails {
			mails[i].Draft = toAnn()
			mails[i].Draft.ID = fmt.Sprintf("%d@post.test", i)
		}
		s.SendAll(t.Context(), mails, func(i int, err error) {
			if err != nil {
				t.Errorf("mail %d: %v", i, err)
			}
		})
		if got := p.connections(); got != want {
			t.Errorf("with %d a connection there were %d connections, want %d", most, got, want)
		}
	}
}
