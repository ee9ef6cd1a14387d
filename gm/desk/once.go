package desk

import (
	"errors"
)

// maxOnce is the number of idempotency keys of acts by mail kept in the head; the log has all of them.
const maxOnce = 20

// errBefore says that an act was done before, with the same idempotency key.
var errBefore = errors.New("the act was done before")
