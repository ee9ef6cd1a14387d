package play

import (
	"errors"
)

// ErrMailPending is returned when a deadline is past but earlier letters may not have been received yet.
var ErrMailPending = errors.New("letters that came in time may not have been taken in yet")
