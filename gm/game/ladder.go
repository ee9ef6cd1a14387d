package game

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"deaddrop/gm/calendar"
	"deaddrop/gm/refusal"
)

// A Ladder is what a game does about missing players, after the clock's reminders and grace and each player's
// standing orders. With the zero value the turn goes on, with the rules' defaults for the missing.
type Ladder struct {
	// number of consecutive phases without a letter after which the seat is offered to a standby; 0: never
	Standby int  `json:",omitempty"`
	Hold    bool `json:",omitempty"` // whether a turn waits for the game master at its end if somebody is missing
	Robot   bool `json:",omitempty"` // whether a robot takes over a seat for which there is no standby
	// days of absence that a player may have in the whole game without approval; 0: defaultAbsence; negative: none
	Absence int `json:",omitempty"`
}

const (
	defaultAbsence = 14
	maxAbsence     = 120
	maxStandby     = 20
)

// Days returns how many days of absence a player may have in the game without approval.
func (l Ladder) Days() int { return max(0, cmp.Or(l.Absence, defaultAbsence)) }

// ParseLadder returns a ladder changed by words such as "standby=2", "standby=off", "then=hold", "then=default",
// "then=robot" and "absence=14".
func ParseLadder(l Ladder, words []string) (Ladder, error) {
	for _, w := range words {
		name, value, _ := strings.Cut(strings.ToLower(w), "=")
		n, err := strconv.Atoi(value)
		within := func(least, most int) bool { return err == nil && least <= n && n <= most }
		switch {
		case name == "standby" && value == "off":
			l.Standby = 0
		case name == "standby" && within(1, maxStandby):
			l.Standby = n
		case name == "then" && slices.Contains([]string{"hold", "default", RobotWord}, value):
			l.Hold, l.Robot = value == "hold", value == RobotWord
		case name == "absence" && within(0, maxAbsence):
			if l.Absence = n; n == 0 {
				l.Absence = -1
			}
		default:
			return l, refusal.New("%q can't be set for missing players; write standby=2 (phases, up to %d) or "+
				"standby=off, then=default, then=hold or then=robot, and absence=%d (days, up to %d).",
				w, maxStandby, defaultAbsence, maxAbsence)
		}
	}
	return l, nil
}

// Words returns the words from which ParseLadder makes this ladder.
func (l Ladder) Words() []string {
	standby, then := "standby=off", "then=default"
	if l.Standby > 0 {
		standby = "standby=" + strconv.Itoa(l.Standby)
	}
	switch {
	case l.Hold:
		then = "then=hold"
	case l.Robot:
		then = "then=" + RobotWord
	}
	return []string{standby, then, "absence=" + strconv.Itoa(l.Days())}
}

// Check returns an error if a ladder does not suit a game.
func (l Ladder) Check(blind bool, ends calendar.Ending) error {
	if l.Robot && l.Standby == 0 {
		return refusal.New("then=robot needs standby=N, such as standby=2: after so many phases without a word from a " +
			"player, and if no standby takes the seat, a robot plays it.")
	}
	if l.Hold && (blind || ends == calendar.AtDeadline) {
		return refusal.New("A turn of this game ends at its deadline, so that nobody learns who is missing. If it " +
			"waited, everybody would, so there is no then=hold.")
	}
	return nil
}

func Phases(n int) string {
	if n == 1 {
		return "a phase"
	}
	return strconv.Itoa(n) + " phases in a row"
}
