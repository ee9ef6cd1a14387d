package desk

import (
	"errors"
)

const (
	maxOnce = 20 // acts by mail that a game remembers as done; its log knows more
)

// errBefore is returned by an act that was done before, under the same key.
var errBefore = errors.New("the act was done before")
