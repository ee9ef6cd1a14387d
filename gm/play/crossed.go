package play

const (
	maxKinds = 6 // number of the newest questions of a seat whose kinds are remembered
)
