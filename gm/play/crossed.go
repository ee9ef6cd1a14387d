package play

const (
	maxKinds = 6 // the newest questions of a seat whose kinds are remembered
)
