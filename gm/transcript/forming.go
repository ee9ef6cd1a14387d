package transcript

import (
	"strconv"
	"strings"

	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
)

// open executes a section that announces a game.
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
	return desk.At(p.m, gm.ActOptions{}).Open(p.ctx, p.now, plan, wanted, approve)
}

// forming executes an act of the game master on a game that is beginning or ending.
func (p *player) forming(verb, name, arg string) error {
	at := desk.At(p.m, gm.ActOptions{})
	switch verb {
	case "add":
		address, wish, _ := strings.Cut(arg, " ")
		return at.Apply(p.ctx, p.now, name, game.Player{Address: address}, wish, false)
	case "drop":
		return at.Withdraw(p.ctx, p.now, name, arg)
	case "unstart":
		return at.RevertStart(p.ctx, p.now, name)
	case "end":
		return at.End(p.ctx, p.now, name, arg == "--secret")
	case "reopen":
		return at.Reopen(p.ctx, p.now, name)
	}
	if arg == "--again" {
		return at.Restart(p.ctx, p.now, name)
	}
	return at.Start(p.ctx, p.now, name, arg == "--anyway")
}
