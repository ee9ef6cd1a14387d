package writing

import (
	"strings"

	"deaddrop/gm"
	"deaddrop/parser"
	"deaddrop/templates"
)

const (
	mostHouse = 8 // lines of house rules that a first letter has; longer ones are told on request
	lineWidth = 70
)

// house returns the lines of the club's house rules; nil if it has none.
func house(s *gm.Step) []string {
	if s.Game.House == "" {
		return nil
	}
	return strings.Split(parser.Plain(s.Game.House), "\n")
}

// tellHouse adds the club's house rules to a first letter, or that there are some.
func tellHouse(s *gm.Step, page *templates.Page) {
	all, lines := house(s), 0
	for _, line := range all {
		lines += 1 + len(line)/lineWidth
	}
	if lines > mostHouse {
		page.HouseMore = true
		return
	}
	page.House = all
}

// publicPage returns the address of the game's public page; "" if it has none.
func publicPage(s *gm.Step) string {
	if s.Master.PublicPage == nil {
		return ""
	}
	return s.Master.PublicPage(s.Name)
}

// TellFirst adds what only first letters have.
func TellFirst(s *gm.Step, page *templates.Page) {
	page.Luck, page.Terms, page.Ladder, page.PublicPage = s.Game.Hash(), Terms(s), Ladder(s), publicPage(s)
	tellHouse(s, page)
}

// TellLast adds what only last letters have, with the diaries of all players.
func TellLast(s *gm.Step, page *templates.Page, diaries []templates.Diary) {
	page.Luck, page.Diaries, page.PublicPage = s.Game.Secrets(), diaries, publicPage(s)
}
