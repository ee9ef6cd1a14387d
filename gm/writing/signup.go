package writing

import (
	"fmt"

	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/templates"
)

const (
	MaxSignUpAnswers = 10 // largest number of answers per day to an applicant's letters
)

// Invite tells an applicant the state of their application. Answers to their letters are limited per day.
func Invite(s *gm.Step, a *game.Applicant, stage, notice string, answer *letter.Letter, notes ...string) {
	if answer != nil && !a.Answered.Allow(s.Now, 1, MaxSignUpAnswers) {
		return
	}
	page := PageFor(s, nil, &game.Seat{})
	page.Seats, page.Luck, page.Notice = nil, s.Game.Hash(), notice
	page.SignUp = &templates.SignUp{Stage: stage, Notes: notes, Again: a.Sent > 0}
	if stage == game.StageAsked || stage == game.StageIn {
		page.Ladder = LadderLines(s)
	}
	rules, err := s.Master.RulesOf(s.Game.Rules)
	if err != nil {
		panic(fmt.Sprintf("gm: %s is forming, and has no rules: %v", s.Name, err))
	}
	if u := s.Game.SignUp; u != nil {
		page.SignUp.Wanted = u.Wanted
		for _, name := range u.SeatsFor(rules) {
			page.Seats = append(page.Seats, string(name))
		}
	}
	page.Options = game.Rulings(rules, s.Game.Options)
	page.SignUp.Wishes, page.SignUp.Promised = a.Wishes.String(), string(a.Seat)
	page.SignUp.Settings = settings(s)
	words, err := s.Master.Words.Letter("signup", page)
	if err != nil {
		panic(fmt.Sprintf("gm: writing to somebody who signs up for %s: %v", s.Name, err))
	}
	a.Sent++
	t := letter.Token{Kind: letter.Join, Game: s.Game.Name, Letter: a.Sent}.Signed(s.Master.Key,
		intake.Applicant(a.Address))
	l := letter.Letter{ID: s.Master.MessageID(t.Encrypted(s.Master.Key)), ReplyTo: s.Master.AddressOf(t),
		To: a.Address, Subject: words.Subject, Text: words.Text, HTML: words.HTML, Answer: answer != nil}
	letter.Thread{Root: a.Thread}.Refer(&l, answer)
	s.Out(l)
	if a.Thread == "" {
		a.Thread = l.ID
	}
}

// settings returns what somebody should know about a game before joining, in sentences.
func settings(s *gm.Step) []string {
	c := s.Game.Clock
	turn := "A turn lasts " + game.Lasting(c.Every)
	if c.At != "" {
		turn += ", with deadlines at " + c.At + " (" + c.Location().String() + ")"
	}
	if c.Short > 0 {
		turn += "; short phases last " + game.Lasting(c.Short)
	}
	out := []string{turn + ".", "It ends " + game.EndingWords(c.Ends) + "."}
	c.Grace = 0 // LadderLines describes the grace
	if more := game.Terms(c); more != "" {
		out = append(out, more)
	}
	return append(out, game.PressWords(s.Game.PressRules)...)
}

// tellSignedUp tells all who have confirmed what has changed in the game.
func tellSignedUp(s *gm.Step, notice string) {
	if s.Game.State != game.Forming {
		return
	}
	for _, a := range s.Game.SignUp.Confirmed() {
		Invite(s, a, game.StageIn, notice, nil)
	}
}
