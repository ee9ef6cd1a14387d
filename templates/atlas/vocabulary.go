package atlas

// Vocabulary lists the English words of pictures and films, for which Words may have others. Besides these, Words may
// have the names of seats and reels, and "Spring", "Fall" and the like, of which old news shows the first letter.
func Vocabulary() []string {
	return append(keyOrder(), "seen now", "all else", "also", "Play", "Pause", "Previous", "Next",
		"Phase", "As seen by")
}
