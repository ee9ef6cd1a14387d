package gm

import (
	"fmt"
)

// Names of tasks. The name of a task that sends a letter ends with the number of the letter's log entry.
const (
	TaskDeadline = "deadline" // the time for answers is over
	TaskRemind   = "remind"   // send reminders to players who have not answered
	TaskGrey     = "grey"     // send anonymous press
	TaskResolve  = "resolve"  // resolve the turn, as everybody has answered and the time for second thoughts is over
	TaskOffer    = "offer"    // the time is over for a standby to accept a seat
	TaskStart    = "start"    // begin the game, as enough players have signed up
	// tell the game master about a game in which nothing happens; only once if they have paused it
	TaskPaused  = "paused"
	TaskMissing = "missing" // tell the game master before the deadline who has not answered
	TaskNews    = "news"    // tell the game master what has come into the inbox of a game, or of a week's lobby
	TaskInbox   = "inbox"   // send all game masters their daily letter; a task of the lobby
	TaskRobots  = "robots"  // let robots answer what they are asked
	TaskSend    = "send/"
	// send one letter about a seat's letters that were not answered individually; the seat's name follows
	TaskDigest = "digest/"
)

// TaskName returns the name of the task that sends the letter in a log entry.
func TaskName(entry uint64) string { return fmt.Sprintf("%s%012d", TaskSend, entry) }
