package atlas

// Vocabulary lists the English words of pictures and films that Picture.Words and Film.Words may translate. They may
// also translate the names of seats and reels, and the names of seasons, such as "Spring", whose first letter dates
// old news.
func Vocabulary() []string {
	return append(keyOrder(), "seen now", "all else", "also", "Play", "Pause", "Previous", "Next",
		"Phase", "As seen by")
}
