package transcript

import (
	"strconv"
	"strings"

	"deaddrop/gm"
)

// open announces a game as its section says.
func (p *player) open(rest, body string) error {
	var lines []string
	wanted, approve := 0, false
	for line := range strings.Lines(body) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch key {
		case "wanted":
			n, err := strconv.Atoi(value)
			if err != nil {
				return err
			}
			wanted = n
		case "approve":
			approve = value == "yes"
		default:
			lines = append(lines, line)
		}
	}
	plan, err := p.plan(rest, strings.Join(lines, ""))
	if err != nil {
		return err
	}
	return p.m.AtDesk(gm.Manner{}).Open(p.ctx, p.now, plan, wanted, approve)
}

// forming carries out an act on a game that begins, or ends, as the game master has it.
func (p *player) forming(verb, game, arg string) error {
	at := p.m.AtDesk(gm.Manner{})
	switch verb {
	case "add":
		address, wish, _ := strings.Cut(arg, " ")
		return at.Apply(p.ctx, p.now, game, gm.Player{Address: address}, wish, false)
	case "drop":
		return at.Withdraw(p.ctx, p.now, game, arg)
	case "unstart":
		return at.Unstart(p.ctx, p.now, game)
	case "end":
		return at.End(p.ctx, p.now, game, arg == "--secret")
	case "reopen":
		return at.Reopen(p.ctx, p.now, game)
	}
	if arg == "--again" {
		return at.Again(p.ctx, p.now, game)
	}
	return at.Start(p.ctx, p.now, game, arg == "--anyway")
}
