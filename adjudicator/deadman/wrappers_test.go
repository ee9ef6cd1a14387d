package deadman_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
)

// wrapped are orders of every form, each as judges write it and as a person would, and what it comes to.
var wrapped = []struct {
	form    string
	section string
	want    string
	orders  []string
}{
	{"hold", german1902, "A Mun H", []string{"A Mun H", "Munich holds"}},
	{"move", german1902, "A Mun-Bur", []string{"A Mun-Bur", "Munich to Burgundy"}},
	{"support", german1902, "A Ruh S Bel-Bur", []string{"Ruhr S Belgium-Bur", "Ruhr supports Belgium to Burgundy"}},
	{"support of a hold", german1902, "A Ruh S Mun", []string{"A Ruh S Mun", "Ruhr supports Munich"}},
	{"convoy", german1902, "F Nth C A Bel-Lon", []string{"F Nth C A Bel-Lon", "North Sea convoys the army in Belgium to London"}},
	{"spy", german1902, "A Ruh E France", []string{"A Ruh E France", "Ruhr spies on France"}},
	{"disband", german1902, "A Ruh DB", []string{"A Ruh DB", "Ruhr disbands"}},
	{"retreat list", german1902, "A Mun R Ber, Tyr", []string{"A Mun R Ber, Tyr", "Munich retreats to Berlin, Tyrolia"}},
	{"peek", german1902, "PAS-Nth", []string{"PAS-Nth", "peek at the North Sea"}},
	{"vote", german1902, "VOTE Draw", []string{"VOTE Draw", "vote for a draw"}},
	{"build", "France, Spring 1903\nunits A Gas\ncentres Par Mar Bre Spa Por\n", "Build A Par", []string{"Build A Par", "build an army in Paris"}},
	{"remove", "France, Spring 1903\nunits A Ser, A Par, F Bre, A Gas, F Aeg\ncentres Par Bre Mar\n", "Remove Ser", []string{"Remove Ser", "remove the army in Serbia"}},
	{"set-up", "England, Spring 1901\n", "SETUP F Edi, A Lvp, F Lon", []string{"SETUP F Edi, A Lvp, F Lon", "Set-up: fleet Edinburgh, army Liverpool, fleet London"}},
	{"standing", german1902, "ALWAYS A Mun H", []string{"ALWAYS A Mun H"}},
	{"next", "Germany, Spring 1902\nunits A Mun, A Kie, F Den\ncentres Mun Kie Den\n", "NEXT A Mun-Bur", []string{"NEXT A Mun-Bur"}},
}

const german1902 = "Germany, Fall 1902\nunits A Mun, A Ruh, F Kie, F Nth\nvotes\n"

// harmless is what people write around an order that says nothing about it.
var harmless = []string{
	"%s", "%s.", "%s!", "  %s  ", "- %s", "* %s", "1. %s", "(%s)", "[%s]",
	"Please %s", "%s please", "%s, please.", "please, %s, thanks",
	"Hi,\n\n%s\n\nThanks,\nTom", "Hello GM! %s. Thanks!", "Dear GM,\n\n%s\n\nKind regards,\nTom", "Good evening,\n%s\nBest wishes",
	"My orders:\n%s", "Orders: %s", "Here are my orders:\n\n%s\n\nCheers", "My final orders are: %s",
	"OK, %s", "So, %s", "Well, %s.", "Right. %s.", "Finally, %s", "First, %s.", "Also %s",
	"%s this turn", "This turn: %s", "%s for now",
	"%s. That's all.", "%s - that's it", "%s. Nothing fancy.",
	"%s\n%s", "%s\n\nSent from my iPhone", "%s\n\nGood luck everyone!", "%s :-)", "%s ;)", "%s lol",
	"Sorry for the delay. %s", "Sorry I'm late!\n%s", "Hope you are well.\n\n%s", "I was away all weekend.\n%s", "%s, wish me luck",
	"%s. Nice game so far!", "Lovely weather here in Leeds.\n\n%s", "%s (thanks for running this)",
	"Could you please enter this:\n%s", "Correction: %s",
	"Hallo Spielleiter,\n\n%s\n\nViele Grüße\nTom", "Bitte %s", "%s, bitte", "Meine Befehle: %s", "Danke! %s", "Diese Runde: %s", "%s. Das war's.",
}

// turning is what turns the sense of an order, or makes it no order.
var turning = []string{
	// That it is not to be.
	"Not %s", "No %s", "Don't %s", "Do not %s", "Under no circumstances %s", "Never %s", "I won't %s", "I refuse to %s", "%s: no", "%s? No way.",
	"%s? no way", "%s? Never.", "%s - no", "%s, but no", "%s, not", "%s... not!", "%s? lol no", "%s, over my dead body", "%s, yeah right", "%s, said nobody ever",
	"%s is off the table", "%s is not happening", "%s is out", "%s can wait", "I'm against %s", "I'd rather die than %s", "As if I would %s", "Anything but %s",
	"Everything except %s", "The opposite of %s", "Just not %s", "Please no %s", "Well, not %s, obviously", "Nobody in his right mind would %s", "%s my foot",
	// That it is taken back.
	"%s. No, wait.", "%s. Scratch that.", "%s - no, forget it", "%s. Just kidding!", "%s (only joking)", "Ignore %s", "Cancel %s", "Forget %s",
	"Disregard %s", "Strike %s", "%s was a mistake", "%s is wrong", "%s (void)", "%s. On second thoughts, no.", "Please delete %s", "Remove the order %s",
	// That somebody asks.
	"%s?", "Should I order %s?", "What about %s?", "What if %s", "Is %s legal?", "Is %s possible", "Did you get %s?", "Why was %s refused?", "Can I still order %s?",
	"Did I order %s", "May I ask what %s would do", "Would %s work?", "How do I write %s",
	// That it depends.
	"If Red lets me, %s", "if Italy agrees, %s", "%s if Russia agrees", "%s unless France attacks", "%s, but only if it is safe", "As long as Austria keeps quiet, %s",
	"Provided that Italy moves away, %s", "In case of an attack, %s", "When he moves out, %s", "Once Denmark is mine, %s", "%s only as a last resort", "%s (unless you hear from me)",
	"Assuming Italy is true to its word: %s", "Otherwise %s", "Or else %s", "%s, depending on Turkey",
	// That it is a thought.
	"I might %s", "Maybe %s", "Perhaps %s", "Possibly: %s", "I'm thinking about %s", "I am tempted to %s", "I considered %s, but no", "I would %s", "I could %s", "I wish I could %s",
	"I haven't decided on %s", "I'm not sure about %s", "%s would be stupid", "%s is too risky", "It would be silly to %s", "Hypothetically %s", "For example, %s", "Example: %s",
	"Draft: %s", "Provisionally %s", "Best case: %s", "Either %s or nothing", "%s or not", "Options:\n%s\nsomething else", "Alternatively, %s", "%s, or maybe not",
	// That it is for another time.
	"Next year %s", "Next turn, perhaps, %s", "Later: %s", "%s, but not yet", "Don't file this yet: %s", "Not now: %s", "The turn after, %s", "Some day %s", "%s soon", "%s tomorrow",
	"Remind me to %s", "I will let you know about %s",
	// That it was.
	"I had %s last turn", "Last turn I ordered %s", "Last turn: %s", "Last year it was %s", "I thought about %s but no", "%s failed", "%s bounced", "I wanted %s", "Previously: %s", "In the last turn there was %s",
	// That somebody else says it.
	"Italy says %s", `Italy wrote: "%s"`, "He wants me to order %s", "England asked for %s, I refuse", "You should order %s", "You could try %s", "I suggest you order %s",
	"Turkey's order was %s", "The report says %s", "According to Austria: %s", "%s, he said", "They expect %s", "Everybody expects %s",
	// In German.
	"Nicht %s", "Auf keinen Fall %s", "Kein %s", "Vielleicht %s", "Wenn Italien mitmacht, %s", "Falls Russland angreift: %s", "Soll ich %s?", "Letzte Runde hatte ich %s", "%s? Nein.",
	"Ich überlege noch: %s", "%s oder auch nicht", "Ich wollte eigentlich %s", "Statt %s lieber nichts", "%s, aber nur wenn nötig", "Nächste Runde %s", "%s war ein Scherz", "Morgen %s",
	"Italien sagt: %s", "Wäre %s erlaubt?", "Ohne %s", "Niemals %s", "Ich würde %s",
}

// unlike are the pairs of a wrapper and a form of which the sheet does not hold, and why.
var unlike = map[string]map[string]string{
	"%s can wait":          {"set-up": "the last fleet of the list can wait, which is to hold"},
	"Everything except %s": {"hold": "the others hold"},
	"Nächste Runde %s":     everyForm("it is filed for the next season, as it says"),
}

// everyForm gives one reason for all forms.
func everyForm(why string) map[string]string {
	out := map[string]string{}
	for _, w := range wrapped {
		out[w.form] = why
	}
	return out
}

// Whatever is harmless around an order leaves it filed, and nothing is asked about it; what turns its sense keeps it off file.
// The same sheet of words goes around an order of every form, so that no form is laxer than another.
func TestWrappers(t *testing.T) {
	type count struct{ kept, of int }
	harm, turn := map[string]count{}, map[string]count{}
	failed := map[string][]string{}
	for _, w := range wrapped {
		a := asking(t, w.section)
		for _, o := range w.orders {
			try := func(kind string, sheet []string, counts map[string]count, fault func(words, order, want string) string) {
				c := counts[w.form]
				for _, words := range sheet {
					c.of++
					if why := fault(words, o, w.want); why == "" {
						c.kept++
					} else if unlike[words][w.form] == "" {
						failed[kind+words] = append(failed[kind+words], o+": "+why)
					}
				}
				counts[w.form] = c
			}
			try("harmless: ", harmless, harm, a.harms)
			try("turning: ", turning, turn, a.takes)
		}
	}
	var table strings.Builder
	fmt.Fprintf(&table, "\n%-20s %17s %20s\n", "form", "harmless, filed", "turning, not filed")
	for _, w := range wrapped {
		fmt.Fprintf(&table, "%-20s %8d of %5d %11d of %5d\n", w.form, harm[w.form].kept, harm[w.form].of, turn[w.form].kept, turn[w.form].of)
	}
	t.Log(table.String())
	for _, sheet := range [][]string{prefixed("turning: ", turning), prefixed("harmless: ", harmless)} {
		for _, words := range sheet {
			if f := failed[words]; len(f) > 0 {
				t.Errorf("%q: %d orders\n\t%s", words, len(f), strings.Join(f, "\n\t"))
			}
		}
	}
}

func prefixed(prefix string, list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = prefix + s
	}
	return out
}

// harms says what is wrong with the reading of an order in harmless words.
func (a asker) harms(words, order, want string) string {
	r := a.view.Read(a.kind, "", strings.ReplaceAll(words, "%s", order))
	if r.Answer != want {
		return fmt.Sprintf("filed %q, %s", r.Answer, fatesOf(r))
	}
	for _, p := range r.Parts {
		if p.Fate != adjudicator.Filed && p.Fate != adjudicator.Talk {
			return fatesOf(r)
		}
	}
	return ""
}

// takes says what is wrong with the reading of an order in words that turn its sense: something is filed, or the words are
// passed over in silence.
func (a asker) takes(words, order, want string) string {
	r := a.view.Read(a.kind, "", strings.ReplaceAll(words, "%s", order))
	lines := strings.Split(r.Answer, "\n")
	switch {
	case slices.Contains(lines, want):
		return "FILED"
	case r.Answer != "" && r.Answer != a.view.Read(a.kind, "", "").Answer:
		return fmt.Sprintf("filed %q", r.Answer)
	case len(r.Parts) == 0:
		return "passed over"
	}
	return ""
}

func fatesOf(r adjudicator.Reading) string {
	var out []string
	for _, p := range r.Parts {
		if p.Fate != adjudicator.Filed {
			out = append(out, fmt.Sprintf("%s %q %s", p.Fate, p.Quote, p.Why))
		}
	}
	return strings.Join(out, "; ")
}
