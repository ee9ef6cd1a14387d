package game

import (
	"deaddrop/gm/letter"
)

// A Choice is a style of maps, as the answer to SET has it.
type Choice struct {
	Style letter.Style
	doc   string
}

// Styles are those that there are, first the usual one.
var Styles = []Choice{
	{letter.StylePNG, "a picture of the board whenever they tell of a turn"},
	{letter.StyleSVG, "a drawing of the board attached whenever they tell of a turn"},
	{letter.StyleText, "a map in plain text, 78 columns wide, whenever they tell of a turn"},
	{letter.StyleNone, "no map"},
}

// LanguageNames are what languages call themselves, and then their other names.
var LanguageNames = map[string][]string{"en": {"English", "Englisch"}, "de": {"Deutsch", "German"}}

// LanguageName is what a language calls itself.
func LanguageName(code string) string {
	if names := LanguageNames[code]; names != nil {
		return names[0]
	}
	return code
}
