package gate

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/gm/letter"
	"deaddrop/parser"
)

// Tags for the subject of a letter.
const (
	tagged = "[" + gameName + "]"   // answers the open question
	first  = "[" + gameName + ".1]" // answers the first question that was ever asked
	// anew also answers the open question, but does not reply to a letter. The last letter that the seat got may
	// belong to a question that is closed, if the next question was asked without a letter; a reply to it would only
	// be offered as orders, not filed.
	anew = "orders [" + gameName + "]"
)

// filledIn marks a letter whose lines are to be inserted into the order form of the letter that it answers.
const filledIn = "(form)\n"

// noise returns a letter of any kind that has no lasting effect once the answer that counts has arrived.
func (a *author) noise() letter.Letter {
	switch a.rand.IntN(10) {
	case 0, 1:
		return letter.Letter{Subject: tagged, Text: a.tried()}
	case 2:
		return letter.Letter{Subject: tagged, Text: a.commands() + a.tried()}
	case 3:
		return a.form()
	case 4:
		return a.late()
	case 5:
		return letter.Letter{Subject: a.pick(tagged, "no tag", "[nogame.3] x"),
			Text: a.pick("", "Dear game master, who is winning?\n", "> quoted\n-- \nme\n", "ZONE Europe/Paris\n")}
	case 6:
		return letter.Letter{Subject: tagged, Text: "x", Machine: "Auto-Submitted"}
	case 7:
		return letter.Letter{Subject: tagged, Defect: "it is a picture"}
	case 8:
		return a.forged()
	}
	return a.talk()
}

// tried returns orders that the seat replaces later.
func (a *author) tried() string {
	if a.choice.req == nil || a.choice.how == silent {
		return a.commands()
	}
	words := a.Player(a.view, *a.choice.req, a.rand)
	if !a.sealed() {
		words += "\nWAIT" // otherwise the orders might be acted on
	}
	return words + "\n"
}

// form returns an order form that is sent back with changed orders.
func (a *author) form() letter.Letter {
	l := letter.Letter{Subject: tagged, Text: a.tried()}
	asked := a.choice.req != nil && a.choice.how != silent
	if asked && a.seat == a.watcher && a.sealed() {
		answer := a.view.Read(a.choice.req.Kind, "", a.Player(a.view, *a.choice.req, a.rand)).Answer
		l.Text = filledIn + strings.Join(a.view.Read(a.choice.req.Kind, "", answer).Form, "\n")
	}
	return l
}

// late returns an answer to a question that is closed.
func (a *author) late() letter.Letter {
	if a.n <= 2*len(a.Config.Seats) || a.questions[a.seat] < 2 { // the first question may still be open
		return a.talk()
	}
	return letter.Letter{
		Subject: first, Text: "A Par-Bur\n" + a.commands() + a.pick("", "END\nnothing below is read\n"),
	}
}

// forged returns a letter in somebody else's name.
func (a *author) forged() letter.Letter {
	others := a.others()
	l := letter.Letter{Subject: tagged, Text: "1\nREADY\n"}
	if len(others) == 0 || a.rand.IntN(2) == 0 {
		l.From = "eve@elsewhere.example"
		return l
	}
	l.Text = "AS " + others[a.rand.IntN(len(others))] + "\n" + l.Text
	return l
}

// talk returns a letter that changes nothing on file.
func (a *author) talk() letter.Letter {
	to := a.others()
	if len(to) == 0 || a.rand.IntN(2) == 0 {
		return letter.Letter{Subject: tagged, Text: a.commands()}
	}
	other := to[a.rand.IntN(len(to))]
	words := press(a.pick(other, "ALL BUT "+string(a.watcher)+" and "+other), a.prose())
	return letter.Letter{Subject: tagged, Text: a.pick(words, "MUTE "+other+"\n"+words) + a.commands()}
}

// others returns the seats that the author may write to in secret. The watcher is not among them, since they must get
// the same press in both worlds.
func (a *author) others() []string {
	var out []string
	for _, s := range a.Config.Seats {
		if s != a.seat && s != a.watcher {
			out = append(out, string(s))
		}
	}
	return out
}

func press(to, words string) string { return "PRESS TO " + to + "\n" + words + "\nENDPRESS\n" }

// commands returns commands that change nothing on file, one per line: several if the author is the watcher,
// otherwise one.
func (a *author) commands() string {
	var names []string
	for _, c := range parser.Commands() {
		files := slices.Contains([]string{"CLEAR", "ORDERS", "DIARY", "END", "TRY"}, c.Name)
		waits := c.Name == "READY" || c.Name == "WAIT"
		bare := c.Args == "" || slices.Contains([]string{"MAP", "HISTORY", "SET"}, c.Name)
		// READY and WAIT change something if a turn can end early, or if the seat is to be silent: the rules learn
		// who is ready
		if waits && (!a.sealed() || a.choice.how == silent) {
			continue
		}
		if bare && !files {
			names = append(names, c.Name+a.args(c.Name))
		}
	}
	a.rand.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	n := 1
	if a.seat == a.watcher {
		n = 1 + a.rand.IntN(len(names))
	}
	return strings.Join(names[:n], "\n") + "\n"
}

// args returns arguments for a command: a past or revoked phase, or how maps are wanted.
func (a *author) args(command string) string {
	switch command {
	case "MAP", "HISTORY":
		return a.pick("", fmt.Sprintf(" %d", 1+a.rand.IntN(a.n)))
	case "SET":
		return a.pick("", " MAP PNG", " MAP SVG", " MAP TEXT", " MAP NONE")
	}
	return ""
}

func (a *author) prose() string {
	return strings.Repeat(a.pick("We should talk. ", "Attack! ", "Trust me, ", "Grüße, "), 1+a.rand.IntN(20))
}
