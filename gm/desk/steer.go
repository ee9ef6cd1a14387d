package desk

import (
	"errors"
)

const (
	maxOnce = 20 // idempotency keys of acts by mail kept in the head; the log has all of them
)

// errBefore says that an act was done before, with the same idempotency key.
var errBefore = errors.New("the act was done before")
