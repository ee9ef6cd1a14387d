package parser

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// A Verdict is the answer to a yes-or-no question: Yes, No or "".
type Verdict string

const (
	Yes Verdict = "YES"
	No  Verdict = "NO"
)

const maxVerdict = 6 // largest number of words, as in "Yes, that was me, sorry."

var verdicts = map[string]Verdict{
	"yes": Yes, "yep": Yes, "yeah": Yes, "ja": Yes, "oui": Yes, "si": Yes, "sí": Yes, "sì": Yes, "sim": Yes,
	"tak": Yes, "да": Yes, "kyllä": Yes, "ano": Yes,
	"confirm": Yes, "confirmed": Yes,
	"no": No, "nope": No, "nein": No, "non": No, "não": No, "nee": No, "nej": No, "nei": No, "nie": No, "нет": No,
	"ei": No, "ne": No,
}

// verdict returns the yes or no that a short first line begins with, or "".
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

// PlainVerdict reads a line that says yes or no, perhaps with numbers and polite words: "Yes please", "YES 2",
// "yes, 1 and 3". The verdict of a line that says anything else is "".
func PlainVerdict(line string) (v Verdict, numbers []int) {
	words := strings.FieldsFunc(straight(line),
		func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",.;:!#()", r) })
	if len(words) == 0 || len(words) > maxPlain {
		return "", nil
	}
	for _, word := range words[1:] {
		n, err := strconv.Atoi(word)
		switch {
		case err == nil && n > 0:
			numbers = append(numbers, n)
		case !slices.Contains(polite, word):
			return "", nil
		}
	}
	return verdicts[words[0]], numbers
}

// BeginsWithVerdict reads a line that says yes or no, perhaps with numbers, and then something else, which is returned
// as rest: "YES 2. A Mun H".
func BeginsWithVerdict(line string) (v Verdict, numbers []int, rest string) {
	m := saysFirst.FindStringSubmatch(line)
	if m == nil {
		return "", nil, ""
	}
	v, numbers = PlainVerdict(m[1])
	return v, numbers, m[2]
}

// saysFirst matches a word, perhaps with numbers, and what follows it behind a punctuation mark.
var saysFirst = regexp.MustCompile(`^(\p{L}+(?:\s+\d+(?:\s*(?:,|and|und)\s*\d+)*)?)\s*[.,;:!]+\s+(.+)$`)

const maxPlain = 12 // largest number of words

// polite are words that change nothing about the yes or no before them.
var polite = strings.Fields(`yes please pls plz thanks thank thx you and to number nr it is that's thats that this
	right correct exactly indeed sure i do meant ok okay ja bitte danke und zu nummer genau richtig stimmt`)

// AsksToWait reports whether a text begins by asking that the turn wait: "Hang on, I am not done", "please wait for
// me".
func AsksToWait(words string) bool {
	words = straight(strings.TrimSpace(words))
	return asksToWait.MatchString(words) && !waitsElse.MatchString(words)
}

// straight returns a text in lower case with straight apostrophes.
func straight(words string) string { return strings.ReplaceAll(strings.ToLower(words), "’", "'") }

var (
	asksToWait = regexp.MustCompile(`^(?:(?:yes|no[!.]|stop|ok|okay|please|pls|plz|oh|hey|hi|hello|sorry|dear|gm|` +
		`game master|but|and|so|well|can you|could you|would you|bitte)[ ,.!:;-]*)*` +
		`(?:wait|hang on|hold on|hold it|hold off|hold the (?:turn|game)|don't (?:run|resolve|process)|` +
		`do not (?:run|resolve|process)|(?:one|just a) (?:moment|minute|second|sec)|warte|moment)\b`)

	// waitsElse matches sentences in which something other than the turn waits or is held.
	waitsElse = regexp.MustCompile(`^[^.!?]*\b(?:(?:hang|hold) on to|wait and see|meant|make (?:that|it)|` +
		`wait till next turn|wait until next turn)\b`)
)
