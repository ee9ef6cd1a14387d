package gm

import (
	"fmt"
)

// The names of tasks. That of a letter ends with the number of its log entry.
const (
	TaskDeadline = "deadline" // the time for answers is over
	TaskRemind   = "remind"   // those who are not in get a letter
	TaskGrey     = "grey"     // press that does not say who wrote it goes out
	TaskResolve  = "resolve"  // everybody was in, and the time for second thoughts is over
	TaskOffer    = "offer"    // a standby has not answered
	TaskStart    = "start"    // everybody has signed up: the game begins
	// the game master is told of a game in which nothing happens; once only of one that they have paused
	TaskPaused  = "paused"
	TaskMissing = "missing" // the game master is told who is not in, before the deadline
	TaskNews    = "news"    // and what has come into the inbox of a game, or of a week's lobby
	TaskInbox   = "inbox"   // in the lobby: all game masters are, in a daily letter
	TaskSend    = "send/"
	// one letter about those of a seat that were not answered on their own; the seat's name follows
	TaskDigest = "digest/"
)

// TaskName is the name of the task that sends the letter in a log entry.
func TaskName(entry uint64) string { return fmt.Sprintf("%s%012d", TaskSend, entry) }
