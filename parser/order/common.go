package order

import _ "embed"

// English has the words of English that all games share: greetings, politeness, corrections, and what turns the sense
// of an order. German has those of German.
var (
	//go:embed common.en
	English string
	//go:embed common.de
	German string
)
