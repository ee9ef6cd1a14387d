package play

import (
	"errors"
)

// ErrMailPending is returned for a deadline that is over, but not for the letters that came before it.
var ErrMailPending = errors.New("letters that came in time may not have been taken in yet")
