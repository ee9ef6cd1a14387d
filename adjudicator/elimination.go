package adjudicator

// An Elimination is a view that can say that its seat is out of the game, such as a power without units and centres:
// nothing is asked of it any more.
type Elimination interface {
	View

	IsOut() bool
}

// IsOut reports whether the seat of a view is out of the game, as far as the game has such seats.
func IsOut(v View) bool {
	e, ok := v.(Elimination)
	return ok && e.IsOut()
}
