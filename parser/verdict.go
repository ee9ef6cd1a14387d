package parser

import (
	"strings"
	"unicode"
)

// A Verdict is the answer to a question of ours that has two: "" is neither.
type Verdict string

const (
	Yes Verdict = "YES"
	No  Verdict = "NO"
)

const maxVerdict = 6 // words: "Yes, that was me, sorry."

var verdicts = map[string]Verdict{
	"yes": Yes, "ja": Yes, "oui": Yes, "si": Yes, "sí": Yes, "sì": Yes, "sim": Yes, "tak": Yes, "да": Yes, "kyllä": Yes, "ano": Yes,
	"confirm": Yes, "confirmed": Yes,
	"no": No, "nein": No, "non": No, "não": No, "nee": No, "nej": No, "nei": No, "nie": No, "нет": No, "ei": No, "ne": No,
}

// verdict is how a letter begins which says little else.
func verdict(lines []string) Verdict {
	if len(lines) == 0 {
		return ""
	}
	first := strings.FieldsFunc(strings.ToLower(lines[0]), func(r rune) bool { return !unicode.IsLetter(r) })
	if len(first) == 0 || len(first) > maxVerdict {
		return ""
	}
	return verdicts[first[0]]
}
