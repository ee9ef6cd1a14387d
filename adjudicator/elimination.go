package adjudicator

// An Elimination is a view that can say that its seat is out of the game, such as a power without units and centres.
// Such a seat is asked nothing any more.
type Elimination interface {
	View

	IsOut() bool
}

// IsOut reports whether the seat of a view is out of the game. It returns false for games without elimination.
func IsOut(v View) bool {
	e, ok := v.(Elimination)
	return ok && e.IsOut()
}
