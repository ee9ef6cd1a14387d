package game

import (
	"fmt"
	"time"
)

// A Pause says since when the game master has stopped a game's clock.
type Pause struct {
	Since time.Time
	Left  time.Duration // time that players had left when the pause began
}

const Day24 = 24 * time.Hour

// Lasting returns a duration in words: "2 days and 3 hours".
func Lasting(d time.Duration) string {
	days, hours, minutes := int(d/Day24), int(d%Day24/time.Hour), int(d%time.Hour/time.Minute)
	var parts []string
	for _, p := range []struct {
		n    int
		unit string
	}{{days, "day"}, {hours, "hour"}, {minutes, "minute"}} {
		switch {
		case p.n == 1:
			parts = append(parts, "1 "+p.unit)
		case p.n > 1:
			parts = append(parts, fmt.Sprintf("%d %ss", p.n, p.unit))
		}
	}
	switch {
	case len(parts) == 0:
		return "less than a minute"
	case len(parts) == 3:
		parts = parts[:2]
	}
	return Listed(parts)
}
