package game

import (
	"deaddrop/gm/letter"
)

// A Choice is a style of maps, with its text for the answer to the command SET.
type Choice struct {
	Style letter.Style
	doc   string
}

// Styles lists the styles, the default first.
var Styles = []Choice{
	{letter.StylePNG, "a picture of the board whenever they report a turn"},
	{letter.StyleSVG, "a drawing of the board attached whenever they report a turn"},
	{letter.StyleText, "a map in plain text, 78 columns wide, whenever they report a turn"},
	{letter.StyleNone, "no map"},
}

// LanguageNames has the names of each language, its own name for itself first.
var LanguageNames = map[string][]string{"en": {"English", "Englisch"}, "de": {"Deutsch", "German"}}

// LanguageName returns a language's own name for itself.
func LanguageName(code string) string {
	if names := LanguageNames[code]; names != nil {
		return names[0]
	}
	return code
}
