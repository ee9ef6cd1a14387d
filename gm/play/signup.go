package play

const (
	MaxApplicants = 200 // of a game, those included who have left
)
