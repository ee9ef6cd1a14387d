package deadman

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
	kit "deaddrop/parser/order"
)

// talk is the outcome of a form that is not an order after all.
var talk = kit.Outcome{Talk: true}

func refusal(format string, args ...any) kit.Outcome {
	return kit.Outcome{Refuse: fmt.Sprintf(format, args...)}
}

func question(format string, args ...any) kit.Outcome {
	return kit.Outcome{Ask: fmt.Sprintf(format, args...)}
}

// Sentences for several forms.
const (
	noBuild        = "You have no builds now."
	noDisband      = "In Diplomacy a unit disbands only when it has been dislodged, or is removed in Winter."
	noSetUp        = "There is no set-up in Diplomacy: everybody starts as usual."
	noSpies        = "There is no espionage in Diplomacy: you see the whole board."
	noVotes        = "In this game there are no votes."
	noVotesNow     = "There are no votes in Winter: vote with your orders for Spring or Fall."
	onePerHome     = "Only one unit starts in each home centre (DM-2)."
	oneDestination = "An order can have only one destination. Which one?"
	onlyArmies     = "Only armies are convoyed."
	onlyBuilds     = "In Winter there are only builds and removals; units have orders in Spring."
	openPeeks      = "There are no peeks in Diplomacy: you see the whole board."
	ownSpy         = "You can't spy on yourself." // DM-15
	supportWhich   = "Support which unit? For example: %s S A Mar-Bur."
	convoyWhat     = "Convoy what, and where to? For example: F Nth C A Lon-Nwy."
	unitDoesWhat   = "What should the unit do? If it holds, write H after it."
	whichUnit      = "Which unit do you mean? Name the place where it is."
	whatToDo       = "What should %s do? Write the complete order."
	spyOnWhich     = "Spy on which power? For example: %s E France."
	whereTo        = "Where should %s go? Write the complete order."
	whichType      = "An army or a fleet in %s? Write A %s or F %s."
)

// impossible returns the refusal of something impossible, with the reason.
func impossible(why error) kit.Outcome { return refusal("That is impossible: %v.", why) }

// sentenceOf returns an error as a sentence.
func sentenceOf(err error) string {
	s := err.Error()
	if s = strings.ToUpper(s[:1]) + s[1:]; !strings.HasSuffix(s, ".") && !strings.HasSuffix(s, "?") {
		s += "."
	}
	return s
}

// foreign marks an outcome as being about something that is not the player's.
func foreign(o kit.Outcome) kit.Outcome {
	o.Foreign = true
	return o
}

// noUnit refuses an order for a place without a unit of the player's (DM-39).
func (a *author) noUnit(at diplomacy.Loc) kit.Outcome {
	return foreign(refusal("You have no unit in %s.", a.the(a.Province(at))))
}

// failed reports whether an outcome is refused or queried.
func failed(o kit.Outcome) bool { return o.Refuse != "" || o.Ask != "" }

// filing returns the outcome that files a line.
func filing(key, line string) kit.Outcome {
	return kit.Outcome{Orders: []kit.Order{{Key: key, Line: line}}}
}

// linesOf returns the lines of orders.
func linesOf(orders []kit.Order) []string {
	var out []string
	for _, x := range orders {
		out = append(out, x.Line)
	}
	return out
}

// onFile returns the keys on file that begin with a prefix.
func onFile(c *kit.Context, prefix string) []string {
	return slices.DeleteFunc(c.Sheet.Keys(), func(key string) bool { return !strings.HasPrefix(key, prefix) })
}

// doubt records that a unit's order is queried; doubts reports whether it is. For a fleet on a coast, both its coast
// and its province count.
func (a *author) doubt(c *kit.Context, u diplomacy.Unit) {
	c.Doubted[int(u.At)], c.Doubted[int(a.Province(u.At))] = true, true
}

func (a *author) doubts(c *kit.Context, u diplomacy.Unit) bool {
	return c.Doubted[int(u.At)] || c.Doubted[int(a.Province(u.At))]
}
