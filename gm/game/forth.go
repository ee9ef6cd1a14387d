package game

import (
	"strconv"
)

// SameAgain are the words of the command that takes a game back once more, as it was taken back.
func (t RollbackEntry) SameAgain(name string, g *Game) []string {
	undo := []string{"rollback", name, strconv.FormatUint(t.Count, 10)}
	if t.Without {
		undo = append(undo, "--without-orders")
	}
	if len(t.Lucks) > 0 && t.Lucks[len(t.Lucks)-1].From == t.Count || t.Was.State == Over {
		return append(undo, "--new-luck")
	}
	return append(undo, "--same-luck")
}
