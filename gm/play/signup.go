package play

const (
	MaxApplicants = 200 // per game, including those who have withdrawn
)
