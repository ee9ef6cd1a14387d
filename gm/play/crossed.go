package play

const (
	maxKinds = 6 // questions of a seat whose kinds are known
)
