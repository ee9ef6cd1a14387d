package dealers

import (
	"slices"
	"strings"

	"deaddrop/adjudicator/queue"
)

// This file sketches changes of turns on file.

// changed returns the lines of a turn on file with the cards that a letter without an action adds, drops or exchanges,
// and
// with the place that it names; nil if it does nothing of that.
func (k *sketch) changed(x scene, filed deed) []string {
	if filed.action == "" || k.era().action(filed.action) == nil {
		return nil
	}
	lines := filed.lines(k.m)
	was := strings.Join(lines, "\n")
	var out, in []mention
	for _, c := range x.cards {
		if c.mode == "drop" {
			out = append(out, c)
		} else {
			in = append(in, c)
		}
	}
	if at := k.assaultAt(filed); at != nowhere && x.target != nowhere {
		for i := range lines {
			lines[i] = strings.Replace(lines[i], "ASSAULT "+k.m.Name(at), "ASSAULT "+k.m.Name(x.target), 1)
		}
	}
	in = slices.DeleteFunc(in, func(c mention) bool { return k.isOn(lines, c) })
	for i, c := range out {
		now := ""
		if i < len(in) {
			now = in[i].card
		}
		lines = exchange(lines, c.card, now)
	}
	more := in[min(len(in), len(out)):]
	if c, ok := k.onlyTrained(lines, more); ok {
		lines, more = exchange(lines, c, more[0].trainee), nil
	}
	changes := strings.Join(lines, "\n") != was || has(k.words, "adding", "final", "reserve", "discard", "keep", "train")
	if len(more) > 0 && !changes {
		return nil
	}
	for _, c := range more {
		lines = k.extended(lines, c)
	}
	if now := strings.Join(lines, "\n"); now == was {
		return nil
	}
	if _, err := parseRest(k.b, k.m, strings.Join(lines, "\n")); err != nil {
		return nil
	}
	return lines
}

// isOn reports whether the lines of a turn already play a card, as often as the writer has it.
func (k *sketch) isOn(lines []string, c mention) bool {
	n := strings.Count(strings.Join(lines, "\n"), c.card)
	return n > 0 && !one(c.mode, "train", "discard", "keep") && n+c.n > max(1, k.held1(c.card))
}

// onlyTrained returns the only card that the lines of a turn train, if another one is to be trained instead.
func (k *sketch) onlyTrained(lines []string, more []mention) (card string, ok bool) {
	if len(more) != 1 || more[0].trainee == "" || !has(k.words, "fix") || has(k.words, "adding") {
		return "", false
	}
	for _, line := range lines {
		if list, is := strings.CutPrefix(line, "TRAIN "); is && !strings.Contains(list, ", ") {
			return list, more[0].mode == "train" || more[0].goal || k.held1(more[0].card) == 0
		}
	}
	return "", false
}

// assaultAt returns the place that a turn attacks; nowhere if none.
func (k *sketch) assaultAt(d deed) Area {
	for _, x := range d.steps {
		if x.kind == stepAssault {
			return x.battle.at
		}
	}
	return nowhere
}

// exchange returns lines with another card in place of one, or without it if there is no other.
func exchange(lines []string, was, now string) (out []string) {
	done := false
	for _, line := range lines {
		word, list, _ := strings.Cut(line, " ")
		at := strings.Index(line, was)
		switch {
		case done || at < 0 || word == "ACTION":
		case now != "":
			line, done = strings.Replace(line, was, now, 1), true
		case word == "PLAY":
			done = true
			continue
		case word == "ASSAULT":
			list = strings.NewReplacer(", "+was, "", was+", ", "", " FIRST "+was, "", " FINAL "+was, "").Replace(list)
			line, done = word+" "+list, true
		default:
			rest, takes := withoutCards(line, []string{was})
			if done = takes; takes && rest == "" {
				continue
			}
			line = rest
		}
		out = append(out, line)
	}
	return out
}

// extended returns the lines of a turn with a further card.
func (k *sketch) extended(lines []string, c mention) []string {
	into := map[string]string{"train": "TRAIN ", "discard": "DISCARD ",
		"keep": "KEEP ", "ready": "READY ", "dismiss": "DISMISS "}[c.mode]
	if into == "" {
		into = " FIRST "
	}
	if c.mode == "final" {
		into = " FINAL "
	}
	for i, line := range lines {
		if at := strings.Index(line, into); at >= 0 {
			end := len(line)
			if last := strings.Index(line, " FINAL "); last > at {
				end = last
			}
			lines[i] = line[:end] + ", " + c.card + line[end:]
			return lines
		}
	}
	switch {
	case one(c.mode, "discard", "keep"):
		return append(lines, tidy{c.mode == "keep", []string{c.card}}.words())
	case c.mode == "final":
		for i, line := range lines {
			if strings.HasPrefix(line, "ASSAULT ") {
				lines[i] = line + " FINAL " + c.card
			}
		}
		return lines
	case !one(c.mode, "", "play", "fight"), k.b.card(c.card) == nil:
		return lines
	}
	p, _, bad := k.settled(play{card: c.card, value: unsaid}, k.b.groupOf(k.b.boxNamed(lines[0]).Name))
	if failed(bad) {
		return lines
	}
	return slices.Insert(lines, 1, "PLAY "+p.words(unsaid))
}

// filedTurn returns the turn on file before the letter; ok is false if there is none.
func (k *sketch) filedTurn() (d deed, ok bool) {
	var turns queue.Queue[deed]
	if x, err := parseSheet(k.b, k.m, k.filed); err == nil {
		turns = x.turns
	}
	if len(turns) == 0 || len(turns[0]) == 0 {
		return d, false
	}
	return turns[0][0], true
}

// filedTurns returns how many turns are on file before the letter.
func (k *sketch) filedTurns() int {
	x, err := parseSheet(k.b, k.m, k.filed)
	if err != nil {
		return 0
	}
	return len(x.turns)
}
