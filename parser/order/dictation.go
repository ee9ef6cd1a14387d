package order

// spoken are the signs that a player says who dictates a letter, by their first word and the second, if there is one.
var spoken = map[string]map[string]string{
	"comma": {"": ","}, "full": {"stop": "."}, "fullstop": {"": "."}, "period": {"": "."}, "colon": {"": ":"},
	"semicolon": {"": ";"}, "question": {"mark": "?"}, "newline": {"": "\n"},
	"new": {"line": "\n", "paragraph": "\n\n"}, "komma": {"": ","}, "punkt": {"": "."}, "doppelpunkt": {"": ":"},
	"fragezeichen": {"": "?"}, "neue": {"zeile": "\n"}, "absatz": {"": "\n\n"},
}

const leastSpoken = 2 // words of signs that are said in a letter that was dictated: "full stop"

// isDictated reports whether a letter was dictated: it has names of signs, and no commas or full stops.
func isDictated(text []Lexeme) bool {
	said := 0
	for i, x := range text {
		if x.Word == "," || x.Word == "." {
			return false
		}
		_, n := signOf(text[i:])
		said += n
	}
	return said >= leastSpoken
}

// punctuated puts signs in the place of their names.
func punctuated(text []Lexeme) []Lexeme {
	var out []Lexeme
	for i := 0; i < len(text); {
		sign, n := signOf(text[i:])
		if n == 0 {
			out = append(out, text[i])
			i++
			continue
		}
		kind := Sign
		if sign[0] == '\n' {
			kind = Line
		}
		out = append(out, Lexeme{Word: sign, From: text[i].From, To: text[i+n-1].To, Kind: kind})
		i += n
	}
	return out
}

// signOf is the sign whose name a text begins with, and how many words the name has; 0 if it begins with none.
func signOf(text []Lexeme) (sign string, words int) {
	names := spoken[text[0].Word]
	if len(text) > 1 && names[text[1].Word] != "" {
		return names[text[1].Word], 2
	}
	if names[""] != "" {
		return names[""], 1
	}
	return "", 0
}
