package writing

import (
	"fmt"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/templates"
)

// blindfolded reports whether a letter to a seat would show secrets of the game to a game master who plays in it.
func blindfolded(s *gm.Step, to *game.Seat) bool {
	return to.Name == adjudicator.GM && s.Game.Blinds(to.Address)
}

// unseen is the answer to a blindfolded game master in place of one that would reveal secrets.
const unseen = "You play in this game, and its game masters who play see no secrets of it. So its answers to the " +
	"game master are not for you, and nothing in your letter was carried out. For your own seat, write a line AS and " +
	"its name above your orders."

// blank returns a page with only that answer.
func blank(s *gm.Step, to *game.Seat) templates.Page {
	page := PageFor(s, nil, to)
	page.Ask, page.Phase, page.Notice = nil, "", unseen
	return page
}

// toFellows sends a letter to the game master to all others who act on the game, and returns the number of
// recipients. Those who play get none if it would reveal secrets, and the person who carried out an act gets no
// notice of it.
func toFellows(s *gm.Step, to *game.Seat, kind string, page templates.Page, l letter.Letter) int {
	secret := s.Game.Blindfold || BlindDeadlines(s)
	sent := 0
	if s.ToDeskOnly {
		return 0
	}
	for i, addr := range s.Master.Desks(s.Game) {
		own := kind == "notice" && page.Ask == nil && addr == s.Options.By
		plays := secret && s.Game.State != game.Over && s.Game.MayPlay(addr)
		if i == 0 || own || plays {
			continue
		}
		id := letter.Letter{ID: fmt.Sprintf("master %s %d %s", s.Name, to.Sent, addr)}
		l.ID, l.To, l.InReplyTo, l.References = s.Master.MessageID("master."+id.Short()), addr, "", nil
		s.Out(l)
		sent++
	}
	return sent
}

// withhold puts a letter for the game master into the inbox, if nobody who may see it got it by mail.
func withhold(s *gm.Step, kind string, page templates.Page) {
	text := strings.TrimSpace(page.Notice + "\n" + page.Quoted)
	if page.Ask != nil {
		text = strings.TrimSpace("The game waits for the game master's answer: " + page.Ask.Kind + ". " + text)
	}
	if kind != "desk" && page.Ask == nil {
		return
	}
	s.Item("", game.Item{Why: "The game master plays, and is not shown this: " + text})
}

// MasterPlays returns a note for the players that a game master plays among them, and what that person can see; "" if
// none does. It does not reveal the seat.
func MasterPlays(s *gm.Step) string {
	switch {
	case !s.Master.MastersWhoPlay(s.Game):
		return ""
	case s.Game.Blindfold:
		return "A game master of this game also plays in it. The program shows that person none of its secrets."
	}
	return "A game master of this game also plays in it, and as game master can see all secrets."
}

// Terms returns what players must know about deadlines, and about a game master who plays; "" if nothing is unusual.
func Terms(s *gm.Step) string {
	return strings.TrimSpace(game.Terms(s.Game.Clock) + " " + MasterPlays(s))
}
