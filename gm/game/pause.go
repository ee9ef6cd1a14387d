package game

import (
	"time"
)

// A Pause says since when the game master has stopped a game's clock.
type Pause struct {
	Since time.Time
	Left  time.Duration // time that players had left when the pause began
}
