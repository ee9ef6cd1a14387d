package order

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// numerals contains the words for numbers from zero on.
var numerals = [][]string{
	{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"},
	{"null", "eins", "zwei", "drei", "vier", "funf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwolf"},
	{"", "", "", "", "", "fuenf", "", "", "", "", "", "", "zwoelf"},
}

// MaxNumber is the largest number that is read; larger ones are read as this one.
const MaxNumber = 1000

// Numeral returns the number that a word without accents stands for: in digits, English or German.
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

// ordinals are the words for the place of something in a sequence, from the first one on.
var ordinals = [][]string{
	{"first", "second", "third", "fourth", "fifth", "sixth"},
	{"1st", "2nd", "3rd", "4th", "5th", "6th"},
	{"erste", "zweite", "dritte", "vierte", "funfte", "sechste"},
	{"ersten", "zweiten", "dritten", "vierten", "funften", "sechsten"},
}

// Ordinal returns the number that a word without accents such as "third" stands for; 0 for another word.
func Ordinal(w string) int {
	for _, words := range ordinals {
		if n := slices.Index(words, w); n >= 0 {
			return n + 1
		}
	}
	return 0
}

// A Complaint is an error in a sentence for the player, to be shown with the line that it is about.
type Complaint string

func (c Complaint) Error() string { return string(c) }

// Complain returns a Complaint with a formatted text.
func Complain(format string, args ...any) error { return Complaint(fmt.Sprintf(format, args...)) }

// maxNotes is the largest number of notes in an answer.
const maxNotes = 50

// Unique returns the notes on a letter without duplicates, at most maxNotes of them.
func Unique(notes []string) []string {
	var out []string
	for _, n := range notes {
		if !slices.Contains(out, n) && len(out) < maxNotes {
			out = append(out, n)
		}
	}
	return out
}
