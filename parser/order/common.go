package order

import _ "embed"

// English contains the English words that all games share: greetings, politeness, corrections, and words that change
// the meaning of an order. German contains the German ones.
var (
	//go:embed common.en
	English string
	//go:embed common.de
	German string
)
