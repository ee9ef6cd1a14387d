package order

import (
	"slices"
	"strings"
	"testing"
)

// bothWays are phrases that may be a wrapper and a mark, and why that does no harm.
var bothWays = map[string]string{
	"u":  "you in English, and in German",
	"er": "a pause in English, he in German",
	"um": "a pause in English, for in German",
}

// No phrase both means nothing and reverses the meaning, or chance would decide how a letter is read.
func TestCommonWords(t *testing.T) {
	of := map[string][]string{} // the classes of each phrase
	for class, p := range phrases {
		if !slices.Contains(wrappers, class) && !slices.Contains(marks, class) && !slices.Contains([]string{"address", "being", "conclusion", "goes on", "pointing"}, class) {
			t.Errorf("no part of the policy knows the class %q", class)
		}
		if !slices.Contains(of[p], class) {
			of[p] = append(of[p], class)
		}
	}
	for p, classes := range of {
		wraps := slices.ContainsFunc(classes, func(c string) bool { return slices.Contains(wrappers, c) })
		marks := slices.ContainsFunc(classes, func(c string) bool { return slices.Contains(marks, c) })
		if wraps && marks && bothWays[p] == "" {
			t.Errorf("%q is of the classes %q", p, classes)
		}
	}
	for p := range bothWays {
		if len(of[p]) < 2 {
			t.Errorf("%q need not be allowed", p)
		}
	}
}

// turners are words that turn, limit or put off the sense of what they stand with.
var turners = strings.Fields(`no not never none nothing nobody nor neither without against instead except unless if until till when once or either
	otherwise else might may maybe perhaps possibly could would should tomorrow later soon yesterday was were had last previous next only
	nicht kein keine nie nichts ohne gegen statt außer wenn falls oder sonst vielleicht könnte würde sollte morgen später bald gestern war
	waren hatte letzte nächste nur erst kaum`)

// harmlessTurns are phrases of wrappers that have such a word, which does nothing within them.
var harmlessTurns = map[string]string{
	"next up":                   "of a list",
	"no chance":                 "a player who doubts their luck",
	"no hope":                   "the same",
	"or tries":                  "a player who doubts their luck",
	"or tries to":               "the same",
	"or try to":                 "the same",
	"for once":                  "this time",
	"if possible":               "an order is for what is possible anyway",
	"if still possible":         "the same",
	"if it is possible":         "the same",
	"if you please":             "please",
	"if i may":                  "politeness",
	"if that's ok":              "politeness",
	"if thats ok":               "politeness",
	"nothing fancy":             "about the letter",
	"nothing special":           "about the letter",
	"once more":                 "again",
	"no matter what":            "in any case",
	"sr no":                     "the head of a table",
	"i would like":              "I want",
	"i would like to":           "I want",
	"i would like that":         "I want",
	"i should like":             "I want",
	"i should like to":          "I want",
	"would like to":             "want",
	"i should prefer that":      "I want",
	"the only change":           "about the letter",
	"only one change":           "about the letter",
	"only change":               "about the letter",
	"guten morgen":              "a greeting",
	"guten morgen zusammen":     "a greeting",
	"talk soon":                 "goodbye",
	"speak soon":                "goodbye",
	"until next time":           "goodbye",
	"til next time":             "goodbye",
	"till next time":            "goodbye",
	"that would be all":         "the end of a list",
	"das war es schon":          "the end of a list",
	"sonst nichts":              "the end of a list",
	"sonst keine änderungen":    "the end of a list",
	"sonst keine änderung":      "the end of a list",
	"keine weiteren änderungen": "the end of a list",
	"sonst alles gleich":        "the end of a list",
	"erst einmal":               "now",
	"we would like":             "I want",
	"we should like":            "I want",
	"i should like to have":     "I want",
	"ich würde gern":            "I want",
	"ich würde gerne":           "I want",
	"ansonsten nichts":          "the end of a list",
	"das war es":                "the end of a list",
	"mehr nicht":                "the end of a list",
	"nur eine änderung":         "about the letter",
}

// A phrase that says nothing has no word in it that turns the sense.
func TestFillersTurnNothing(t *testing.T) {
	for class, p := range phrases {
		if !slices.Contains([]string{"filler", "greet", "thanks", "head", "joint", "subject"}, class) {
			continue
		}
		at := slices.IndexFunc(strings.Fields(p), func(w string) bool { return slices.Contains(turners, w) })
		if at >= 0 && harmlessTurns[p] == "" {
			t.Errorf("%s: %q has %q", class, p, strings.Fields(p)[at])
		}
	}
}

// phrases yields the class and the text of each phrase in the common lexicons.
func phrases(yield func(class, phrase string) bool) {
	for _, file := range []string{English, German} {
		words, _, _ := strings.Cut(file, "[says]")
		for line := range strings.Lines(strings.ReplaceAll(words, ",\n    ", ", ")) {
			class, list, ok := strings.Cut(line, ":")
			if !ok || strings.HasPrefix(line, "##") {
				continue
			}
			class = strings.Trim(strings.TrimSpace(class), "~!")
			for written := range strings.SplitSeq(list, ",") {
				for _, p := range expand(strings.TrimSpace(written)) {
					if !yield(class, p) {
						return
					}
				}
			}
		}
	}
}
