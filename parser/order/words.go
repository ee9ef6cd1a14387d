package order

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// numerals are numbers from zero on, in words.
var numerals = [][]string{
	{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"},
	{"null", "eins", "zwei", "drei", "vier", "funf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwolf"},
	{"", "", "", "", "", "fuenf", "", "", "", "", "", "", "zwoelf"},
}

// MaxNumber is the highest one that a line may have; what is more is taken for it.
const MaxNumber = 1000

// Numeral is the number that a word without accents is, in digits, in English or in German.
func Numeral(w string) (int, bool) {
	if w == "" {
		return 0, false
	}
	if isDigit(w[0]) {
		if strings.Trim(w, "0123456789") != "" {
			return 0, false
		}
		n, err := strconv.Atoi(w)
		if err != nil { // too many digits
			return MaxNumber, true
		}
		return min(n, MaxNumber), true
	}
	for _, words := range numerals {
		if n := slices.Index(words, w); n >= 0 {
			return n, true
		}
	}
	return 0, false
}

// A Complaint is a sentence for the player, who gets it with the line that it is about.
type Complaint string

func (c Complaint) Error() string { return string(c) }

// Complain makes a complaint.
func Complain(format string, args ...any) error { return Complaint(fmt.Sprintf(format, args...)) }

// maxNotes is what an answer says of a letter at most.
const maxNotes = 50

// Unique are the first notes on a letter, each once.
func Unique(notes []string) []string {
	var out []string
	for _, n := range notes {
		if !slices.Contains(out, n) && len(out) < maxNotes {
			out = append(out, n)
		}
	}
	return out
}
