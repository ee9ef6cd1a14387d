package adjudicatortest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
)

// A Wrapped is an order in several wordings, and the answer that it should give.
type Wrapped struct {
	Form    string
	Section string // the heading in a file of [Orders]: who is asked, and what
	Want    string // the complete answer
	Orders  []string
}

// harmless lists phrases around an order that do not affect it.
var harmless = []string{
	"%s", "%s.", "%s!", "  %s  ", "- %s", "* %s", "1. %s", "(%s)", "[%s]",
	"Please %s", "%s please", "%s, please.", "please, %s, thanks",
	"Hi,\n\n%s\n\nThanks,\nTom", "Hello GM! %s. Thanks!", "Dear GM,\n\n%s\n\nKind regards,\nTom",
	"Good evening,\n%s\nBest wishes", "My orders:\n%s", "Orders: %s", "Here are my orders:\n\n%s\n\nCheers",
	"My final orders are: %s", "OK, %s", "So, %s", "Well, %s.", "Right. %s.", "Finally, %s", "First, %s.", "Also %s",
	"%s this turn", "This turn: %s", "%s for now", "%s. That's all.", "%s - that's it", "%s. Nothing fancy.", "%s\n%s",
	"%s\n\nSent from my iPhone", "%s\n\nGood luck everyone!", "%s :-)", "%s ;)", "%s lol", "Sorry for the delay. %s",
	"Sorry I'm late!\n%s", "Hope you are well.\n\n%s", "I was away all weekend.\n%s", "%s, wish me luck",
	"%s. Nice game so far!", "Lovely weather here in Leeds.\n\n%s", "%s (thanks for running this)",
	"Could you please enter this:\n%s", "Correction: %s", "Hallo Spielleiter,\n\n%s\n\nViele Grüße\nTom", "Bitte %s",
	"%s, bitte", "Meine Befehle: %s", "Danke! %s", "Diese Runde: %s", "%s. Das war's.",
}

// turning lists phrases that change the meaning of an order, or make it no order.
var turning = []string{
	// The order is negated.
	"Not %s", "No %s", "Don't %s", "Do not %s", "Under no circumstances %s", "Never %s", "I won't %s",
	"I refuse to %s", "%s: no", "%s? No way.",
	"%s? no way", "%s? Never.", "%s - no", "%s, but no", "%s, not", "%s... not!", "%s? lol no",
	"%s, over my dead body", "%s, yeah right", "%s, said nobody ever",
	"%s is off the table", "%s is not happening", "%s is out", "%s can wait", "I'm against %s",
	"I'd rather die than %s", "As if I would %s", "Anything but %s",
	"Everything except %s", "The opposite of %s", "Just not %s", "Please no %s", "Well, not %s, obviously",
	"Nobody in his right mind would %s", "%s my foot",
	// The order is taken back.
	"%s. No, wait.", "%s. Scratch that.", "%s - no, forget it", "%s. Just kidding!", "%s (only joking)",
	"Ignore %s", "Cancel %s", "Forget %s",
	"Disregard %s", "Strike %s", "%s was a mistake", "%s is wrong", "%s (void)", "%s. On second thoughts, no.",
	"Please delete %s", "Remove the order %s",
	// The order is a question.
	"%s?", "Should I order %s?", "What about %s?", "What if %s", "Is %s legal?", "Is %s possible",
	"Did you get %s?", "Why was %s refused?", "Can I still order %s?",
	"Did I order %s", "May I ask what %s would do", "Would %s work?", "How do I write %s",
	// The order depends on a condition.
	"If Red lets me, %s", "if Italy agrees, %s", "%s if Russia agrees", "%s unless France attacks",
	"%s, but only if it is safe", "As long as Austria keeps quiet, %s",
	"Provided that Italy moves away, %s", "In case of an attack, %s", "When he moves out, %s",
	"Once Denmark is mine, %s", "%s only as a last resort", "%s (unless you hear from me)",
	"Assuming Italy is true to its word: %s", "Otherwise %s", "Or else %s", "%s, depending on Turkey",
	// The order is only considered.
	"I might %s", "Maybe %s", "Perhaps %s", "Possibly: %s", "I'm thinking about %s", "I am tempted to %s",
	"I considered %s, but no", "I would %s", "I could %s", "I wish I could %s",
	"I haven't decided on %s", "I'm not sure about %s", "%s would be stupid", "%s is too risky",
	"It would be silly to %s", "Hypothetically %s", "For example, %s", "Example: %s",
	"Draft: %s", "Provisionally %s", "Best case: %s", "Either %s or nothing", "%s or not",
	"Options:\n%s\nsomething else", "Alternatively, %s", "%s, or maybe not",
	// The order is for another time.
	"Next year %s", "Next turn, perhaps, %s", "Later: %s", "%s, but not yet", "Don't file this yet: %s",
	"Not now: %s", "The turn after, %s", "Some day %s", "%s soon", "%s tomorrow",
	"Remind me to %s", "I will let you know about %s",
	// The order is about the past.
	"I had %s last turn", "Last turn I ordered %s", "Last turn: %s", "Last year it was %s", "I thought about %s but no",
	"%s failed", "%s bounced", "I wanted %s", "Previously: %s", "In the last turn there was %s",
	// The order is somebody else's words.
	"Italy says %s", `Italy wrote: "%s"`, "He wants me to order %s", "England asked for %s, I refuse",
	"You should order %s", "You could try %s", "I suggest you order %s",
	"Turkey's order was %s", "The report says %s", "According to Austria: %s", "%s, he said", "They expect %s",
	"Everybody expects %s",
	// The same in German.
	"Nicht %s", "Auf keinen Fall %s", "Kein %s", "Vielleicht %s", "Wenn Italien mitmacht, %s",
	"Falls Russland angreift: %s", "Soll ich %s?", "Letzte Runde hatte ich %s", "%s? Nein.", "Ich überlege noch: %s",
	"%s oder auch nicht", "Ich wollte eigentlich %s", "Statt %s lieber nichts", "%s, aber nur wenn nötig",
	"Nächste Runde %s", "%s war ein Scherz", "Morgen %s", "Italien sagt: %s", "Wäre %s erlaubt?", "Ohne %s",
	"Niemals %s", "Ich würde %s",
}

// Wrappers reads each order within each of these phrases, which are the same for all games, so that no form of order
// is read less strictly than others. Within a harmless phrase, the order must be filed without a question. Within a
// phrase that changes its meaning, it must not be filed, and must not be ignored. unlike lists exceptions by phrase
// and form, with the reason.
func Wrappers(t *testing.T, wrapped []Wrapped, unlike map[string]map[string]string, asking func(t testing.TB,
	section string) Asker) {
	t.Helper()
	sheets := []struct {
		name     string
		wrappers []string
		fault    func(a Asker, letter, want string) string
	}{{"harmless", harmless, Asker.harms}, {"turning", turning, Asker.takes}}
	for _, s := range sheets {
		failed := map[string][]string{}
		for _, w := range wrapped {
			a, kept := asking(t, w.Section), 0
			for _, o := range w.Orders {
				for _, words := range s.wrappers {
					why := s.fault(a, strings.ReplaceAll(words, "%s", o), w.Want)
					switch {
					case why == "":
						kept++
					case unlike[words][w.Form] == "":
						failed[words] = append(failed[words], o+": "+why)
					}
				}
			}
			t.Logf("%s, %s: %d of %d", s.name, w.Form, kept, len(w.Orders)*len(s.wrappers))
		}
		for _, words := range s.wrappers {
			if f := failed[words]; len(f) > 0 {
				t.Errorf("%s: %q: %d orders\n\t%s", s.name, words, len(f), strings.Join(f, "\n\t"))
			}
		}
	}
}

// harms returns what is wrong with the reading of an order in a harmless phrase, or "".
func (a Asker) harms(letter, want string) string {
	r := a.View.Read(a.Kind, a.Old, letter)
	asks := slices.ContainsFunc(r.Parts, func(p adjudicator.Part) bool {
		return p.Fate != adjudicator.Filed && p.Fate != adjudicator.Talk
	})
	if asks || r.Answer != want {
		return fmt.Sprintf("filed %q, %s", r.Answer, unfiled(r))
	}
	return ""
}

// takes returns what is wrong with the reading of an order in a phrase that changes its meaning, or "".
func (a Asker) takes(letter, _ string) string {
	r := a.View.Read(a.Kind, a.Old, letter)
	switch {
	case r.Answer != "" && r.Answer != a.Old && r.Answer != a.View.Read(a.Kind, a.Old, "").Answer:
		return fmt.Sprintf("filed %q", r.Answer)
	case len(r.Parts) == 0:
		return "passed over"
	}
	return ""
}

// unfiled returns the parts of a reading that were not filed.
func unfiled(r adjudicator.Reading) string {
	var out []string
	for _, p := range r.Parts {
		if p.Fate != adjudicator.Filed {
			out = append(out, fmt.Sprintf("%s %q %s", p.Fate, p.Quote, p.Why))
		}
	}
	return strings.Join(out, "; ")
}
