package order

// spoken maps the words that people say for punctuation when they dictate, by the first word and the second one, if
// there is one.
var spoken = map[string]map[string]string{
	"comma": {"": ","}, "full": {"stop": "."}, "fullstop": {"": "."}, "period": {"": "."}, "colon": {"": ":"},
	"semicolon": {"": ";"}, "question": {"mark": "?"}, "newline": {"": "\n"},
	"new": {"line": "\n", "paragraph": "\n\n"}, "komma": {"": ","}, "punkt": {"": "."}, "doppelpunkt": {"": ":"},
	"fragezeichen": {"": "?"}, "neue": {"zeile": "\n"}, "absatz": {"": "\n\n"},
}

const leastSpoken = 2 // number of such words from which on a letter counts as dictated

// isDictated reports whether a letter was dictated: it contains the names of signs, but no commas or full stops.
func isDictated(text []Lexeme) bool {
	said := 0
	for i, x := range text {
		if x.Word == "," || x.Word == "." {
			return false
		}
		_, n := signAt(text, i)
		said += n
	}
	return said >= leastSpoken
}

// punctuated replaces the names of signs by the signs.
func punctuated(text []Lexeme) []Lexeme {
	var out []Lexeme
	for i := 0; i < len(text); {
		sign, n := signAt(text, i)
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

// signAt returns the sign whose name stands at a lexeme, and the number of words in the name, or 0. In telegrams "STOP"
// is one, but not at the beginning of a line.
func signAt(text []Lexeme, i int) (sign string, words int) {
	isStop := text[i].Shouted && text[i].Word == "stop"
	if isStop && i > 0 && text[i-1].Kind != Line {
		return ".", 1
	}
	return signOf(text[i:])
}

// signOf returns the sign whose name a text begins with, and the number of words in the name, or 0.
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
