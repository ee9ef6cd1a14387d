package parser

import (
	"slices"
	"strings"
)

// Usage describes a command, which players write on a line of its own, in upper or lower case.
type Usage struct {
	Name string
	Args string // what follows the name, in words; "" if nothing may
	Doc  string // what it does, in words
}

var commands = []Usage{
	{"STATUS", "", "what you have on file, what is missing, the deadline, and what you own"},
	{"ORDERS", "", "in capitals: the orders below it replace everything that is on file (otherwise they change " +
		"only what they name)"},
	{"CLEAR", "", "takes back everything that is on file"},
	{"READY", "", "says that what is on file is all that you want to send"},
	{"WAIT", "", "holds the turn until the deadline, even when everybody is in"},
	{"TRY", "or TRY: and orders", "files nothing, and tells you what the orders of the letter would come to, as far " +
		"as you know"},
	{"SUPPOSE", "player: orders", "with TRY: what others may do, or have on file"},
	{"WHY", "an order, a place or a card", "in capitals: why that happened in the last turns, as far as you may know"},
	{"PRESS", "TO ALL, TO names, or TO ALL BUT names", "sends the lines below it, up to ENDPRESS, to the players " +
		"named at once, or to everybody with the next report; where the game allows it, PRESS GREY TO does not say " +
		"who wrote them, and PRESS QUIET TO sends you no copy"},
	{"MUTE", "names", "stops their press to you, and nobody is told; MUTE GREY stops press that does not say who " +
		"wrote it, MUTE NOBODY undoes all of it"},
	{"DIARY", "", "keeps the lines below it, up to ENDDIARY, for you, and shows them to everybody when the game is " +
		"over"},
	{"GAME", "name", "which game the letter is for, if its subject has no tag"},
	{"AS", "seat", "which seat you write for, if you have more than one"},
	{"MAP", "or MAP phase", "the board as you know it, or as you knew it when that phase began"},
	{"BOARD", "", "like MAP: the board, with everything that is printed on it"},
	{"COSTS", "", "in capitals: what things cost, and what they are worth"},
	{"CARDS", "", "in capitals: the cards of the game, and what each one does"},
	{"FILM", "", "in capitals: the finished game as a film, with as much as a letter can hold"},
	{"HISTORY", "or HISTORY phase", "everything that you have been told in the game so far, or in that phase, " +
		"without the press"},
	{"SET", "MAP, LETTERS or LANGUAGE, and your choice", "changes your letters: SET MAP PNG for a picture of " +
		"the board in your reports (late in a long game, send BOARD to get one), SET MAP SVG for a drawing, SET MAP " +
		"TEXT for a map in plain text, SET MAP NONE for no map; SET LETTERS FULL for your whole position in each report, SET LETTERS SHORT for what matters now; SET " +
		"LANGUAGE English, or Deutsch; SET by itself shows how they are now"},
	{"ZONE", "name", "the time zone for the times in your letters, such as Europe/Paris"},
	{"ON", "kind DO answer", "your answer whenever you are asked for that and send none; ON kind OFF takes it " +
		"back"},
	{"ABSENCE", "days", "moves new deadlines that fall on days when you are away to the days after, as in ABSENCE " +
		"24 Dec to 6 Jan; ABSENCE OFF takes back all your absences"},
	{"LOCK", "or LOCK OFF", "your letters to this game count only with your mail provider's signature; you will be " +
		"asked whether any other letter is yours; LOCK OFF undoes this"},
	{"ALSO", "address or OFF", "letters from that address count as yours as well, once you have answered a letter " +
		"there; answers to them go there, everything else only to your main address; ALSO OFF undoes this"},
	{"RESIGN", "or RESIGN YES", "you leave the game for good: RESIGN asks whether you mean it, RESIGN YES confirms " +
		"it"},
	{"JOIN", "game and preferences", "signs you up for a game that is taking players (LIST names them), with the " +
		"seats that you would like: your favourite first, and OR between those that you like equally"},
	{"LEAVE", "game", "takes back your JOIN, before the game begins"},
	{"OBSERVE", "game or OFF", "lets you watch a game that you are not playing in, if it has observers, and sends " +
		"you everything that is public in it; OBSERVE, the name of the game and OFF end it"},
	{"LIST", "", "the games that are taking players, or that you can watch"},
	{"RULES", "", "the rules of the game in brief"},
	{"HELP", "", "this list"},
	{"END", "", "nothing below it is read (also: SIGNOFF, or a line of two dashes)"},
}

// Commands returns all commands in the order in which help shows them. Among them are YES and GM, which are not
// commands to the parser.
func Commands() []Usage {
	ready := slices.IndexFunc(commands, func(u Usage) bool { return u.Name == "READY" })
	return slices.Insert(slices.Clone(commands), ready, spoken...)
}

// spoken lists words that help shows together with the commands, although they remain lines of the letter: an answer
// to an offer, and words to the game master.
var spoken = []Usage{
	{"YES", "or YES and a number", "puts on file what one of our letters offers you: with the number shown there, " +
		"or without one if there is only one offer and you answer that letter"},
	{"GM", "and your words", "sends your words to the game master, whatever else is in your letter"},
}

// hypotheses are the words for TRY, SUPPOSE and WHY in our languages. They are ordinary words too, so they count only
// in capitals or above a colon, except for TRY alone on its line.
var hypotheses = map[string]string{"TRY": "TRY", "PROBE": "TRY", "SUPPOSE": "SUPPOSE", "ANNAHME": "SUPPOSE", "WHY": "WHY", "WARUM": "WHY"}

// hypothetical reads a line that begins with one of these words; is says whether it does. args is what follows: orders,
// or what the question is about. The name is "" for prose.
func hypothetical(word, rest string) (name, args string, is bool) {
	bare, colon := strings.CutSuffix(strings.TrimRight(word, "?"), ":")
	capitals := bare == strings.ToUpper(bare)
	name, is = hypotheses[strings.ToUpper(bare)]
	switch {
	case is && rest == "" && (name == "TRY" || capitals):
		return name, "", true
	case rest != "" && (colon || capitals):
		return name, strings.TrimRight(rest, "?"), is
	}
	return "", "", is
}

// Tries reports whether the orders of a letter are only to be tried, and so nothing of it is filed.
func (l Letter) Tries() bool { return l.Has("TRY") || l.Has("SUPPOSE") }

// Supposed returns what the letter supposes of other players.
func (l Letter) Supposed() []string {
	var out []string
	for _, c := range l.Commands {
		if c.Name == "SUPPOSE" && c.Args != "" {
			out = append(out, c.Args)
		}
	}
	return out
}
