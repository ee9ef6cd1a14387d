package diplomacy

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
)

// Rules decide questions that rulebooks leave open or have answered differently over the years: one Choice for each
// Issue. The zero value makes the choices that DATC 3.0 prefers, except for Twice, where it makes that of the judges.
// Rules are comparable, and can be written as literals:
//
//	diplomacy.Rules{diplomacy.Paradoxes: diplomacy.Paradox1982}
type Rules [issues]Choice

// A Choice is a possible answer to an Issue; 0 is the preferred one.
type Choice uint8

// An Issue is a question of chapter 4 of the DATC.
type Issue uint8

// The issues with their numbers in the DATC. Those marked R concern the conversion of text to Orders and Adjustments,
// which is not done in this package.
const (
	MultiRoute       Issue = iota // 4.A.1
	Paradoxes                     // 4.A.2
	AdjacentConvoy                // 4.A.3
	LandFallback                  // 4.A.3
	CutByConvoy                   // 4.A.4
	RetreatToOrigin               // 4.A.5
	ConvoyPath                    // 4.A.6 R
	DislodgedRival                // 4.A.7
	CoastOfTwo                    // 4.B.1
	CoastOfOne                    // 4.B.2
	ImpossibleCoast               // 4.B.3
	SupportCoast                  // 4.B.4
	CoastOfUnit                   // 4.B.5
	IdleCoast                     // 4.B.6 R
	NoUnitType                    // 4.C.1 R
	WrongUnitType                 // 4.C.2 R
	BuildType                     // 4.C.3 R
	FleetInland                   // 4.C.4
	NoNationality                 // 4.C.5 R
	WrongNationality              // 4.C.6 R
	Twice                         // 4.D.3; DATC prefers TwiceHolds, judges TwiceLast
	TooManyBuilds                 // 4.D.4
	OneSpaceBuilds                // 4.D.5
	TooManyRemovals               // 4.D.6
	CivilDisorder                 // 4.D.8
	DisorderSupport               // 4.D.9
	IllegalSupport                // 4.E.1
	issues
)

// The choices for each issue, the preferred one first. Issue.About explains them.
const (
	AllRoutes, AnyRoute Choice = 0, 1 // MultiRoute

	Szykman     Choice = 0 // Paradoxes; paradoxes that the other choices leave are resolved by Szykman's rule
	Paradox1971 Choice = 1
	Paradox1982 Choice = 2
	Paradox2000 Choice = 3

	OwnFleet     Choice = 0 // AdjacentConvoy
	ViaOnly      Choice = 1
	Intent1982   Choice = 2
	Opposite1971 Choice = 3 // requires FallbackAlways

	NoFallback        Choice = 0 // LandFallback
	FallbackUnordered Choice = 1
	FallbackAlways    Choice = 2

	SupportStands, SupportIsCut Choice = 0, 1 // CutByConvoy
	OriginOpen, OriginClosed    Choice = 0, 1 // RetreatToOrigin

	PathIgnored  Choice = 0 // ConvoyPath
	PathBinds    Choice = 1
	PathRequired Choice = 2

	RivalUnlessHeadOn, RivalNever   Choice = 0, 1 // DislodgedRival
	TwoCoastsStay, FirstCoast       Choice = 0, 1 // CoastOfTwo
	OneCoastGoes, OneCoastStays     Choice = 0, 1 // CoastOfOne
	WrongCoastStays, WrongCoastGoes Choice = 0, 1 // ImpossibleCoast

	CoastMatches Choice = 0 // SupportCoast
	CoastNeeded  Choice = 1
	CoastIgnored Choice = 2

	Ignored, Refused Choice = 0, 1 // CoastOfUnit, IdleCoast, NoUnitType, WrongUnitType, NoNationality, WrongNationality

	TypeGuessed  Choice = 0 // BuildType
	TypeIfInland Choice = 1
	TypeNeeded   Choice = 2

	FleetFails, FleetIsArmy Choice = 0, 1 // FleetInland

	TwiceLast  Choice = 0 // Twice
	TwiceFirst Choice = 1
	TwiceHolds Choice = 2

	FirstCount Choice = 0 // TooManyBuilds, OneSpaceBuilds, TooManyRemovals
	LastCount  Choice = 1
	NoneCounts Choice = 2

	OwnedCentres Choice = 0 // CivilDisorder
	HomeCentres  Choice = 1
	HomeSteps    Choice = 2

	HoldSupported, HoldUnsupported Choice = 0, 1 // DisorderSupport, IllegalSupport
)

// An issueText is the number, the question and the names of the choices of an issue.
type issueText struct {
	number, about string
	choices       []string
}

var issueTexts = [issues]issueText{
	MultiRoute: {
		"4.A.1", "a convoy over several routes is disrupted when the fleets of all routes are dislodged, or of any",
		words("all any"),
	},
	Paradoxes: {"4.A.2", "a convoy paradox is broken by this rule", words("szykman 1971 1982 2000")},
	AdjacentConvoy: {
		"4.A.3", "an army that could walk goes by convoy if a fleet of its own has orders to carry it or it says " +
			"VIA, or only for VIA, or as in the rules of 1982 or 1971", words("own via 1982 1971"),
	},
	LandFallback: {
		"4.A.3/fallback", "an army that could walk and was to go by convoy walks: never, if no whole route has " +
			"orders, or also if the convoy is disrupted", words("never unordered always"),
	},
	CutByConvoy: {
		"4.A.4", "an army attacks by convoy the unit that supports an attack on itself: that support stands, or is cut",
		words("stands cut"),
	},
	RetreatToOrigin: {
		"4.A.5", "the space that a convoyed attacker came from is open to the retreat of whom it dislodged, or closed",
		words("open closed"),
	},
	ConvoyPath: {"4.A.6", "a convoy route named in an order is ignored, or binds, or is required",
		words("ignored binds required")},
	DislodgedRival: {
		"4.A.7", "a dislodged unit has no effect on where its attacker came from if they met head on, or in any case",
		words("headon always"),
	},
	CoastOfTwo: {
		"4.B.1", "a fleet that can reach two coasts and names none stays, or goes to the first by alphabet",
		words("stays first"),
	},
	CoastOfOne: {"4.B.2", "a fleet that can reach one coast and names none goes there, or stays",
		words("goes stays")},
	ImpossibleCoast: {"4.B.3", "a fleet that names a coast it can't reach stays, or goes to the one that it can",
		words("stays goes")},
	SupportCoast: {
		"4.B.4", "a support of a fleet's move to a coast names that coast or none, or must name it, or is good " +
			"whatever it names", words("matches needed ignored"),
	},
	CoastOfUnit: {"4.B.5", "the wrong coast for the ordered unit is ignored, or makes the order illegal",
		words("ignored illegal")},
	IdleCoast: {"4.B.6", "a coast that does not exist or does not matter is ignored, or makes the order illegal",
		words("ignored illegal")},
	NoUnitType: {"4.C.1", "an order without the type of its unit counts, or is illegal", words("counts illegal")},
	WrongUnitType: {"4.C.2", "an order with the wrong type of its unit counts, or is illegal",
		words("counts illegal")},
	BuildType: {
		"4.C.3", "a build without a type is an army inland and a fleet on a named coast, or only the army, or fails",
		words("guessed inland fails"),
	},
	FleetInland: {"4.C.4", "a fleet to be built inland is not built, or is an army", words("fails army")},
	NoNationality: {
		"4.C.5", "a support or convoy that does not name the power of a foreign unit counts, or is illegal",
		words("counts illegal"),
	},
	WrongNationality: {"4.C.6", "a support or convoy that names the wrong power counts, or is illegal",
		words("counts illegal")},
	Twice: {"4.D.3", "of several legal orders for one unit the last counts, or the first, or none",
		words("last first hold")},
	TooManyBuilds: {"4.D.4", "of more builds than are due the first count, or the last, or none",
		words("first last none")},
	OneSpaceBuilds: {"4.D.5", "of several builds in one space the first counts, or the last, or none",
		words("first last none")},
	TooManyRemovals: {"4.D.6", "of more removals than are due the first count, or the last, or none",
		words("first last none")},
	CivilDisorder: {
		"4.D.8", "removals that were not ordered are of the units farthest from the owned centres by land and sea, " +
			"or from the home centres with fleets at sea, or from these by land and sea", words("2023 2000 homes"),
	},
	DisorderSupport: {"4.D.9", "units of a power without any order can be supported to hold, or can't",
		words("given void")},
	IllegalSupport: {"4.E.1", "a unit with an illegal order can be supported to hold, or can't", words("given void")},
}

func words(s string) []string { return strings.Fields(s) }

// Number returns the number of the issue in DATC: "4.A.2". The second question
// of 4.A.3 is "4.A.3/fallback".
func (i Issue) Number() string { return issueTexts[i].number }

// About returns a line that says what the issue is and what its choices do, in order.
func (i Issue) About() string { return issueTexts[i].about }

// Choices returns the words for the choices of the issue, by Choice.
func (i Issue) Choices() []string { return slices.Clone(issueTexts[i].choices) }

// Issues yields all issues by number.
func Issues() iter.Seq[Issue] {
	return func(yield func(Issue) bool) {
		for i := range issues {
			if !yield(i) {
				return
			}
		}
	}
}

// ruleSets contains named sets of rules: rulebooks, and the choices of other programs as far as they are known.
var ruleSets = map[string]string{
	"datc":         "4.D.3=hold",
	"default":      "",
	"1971":         "4.A.1=any 4.A.2=1971 4.A.3=1971 4.A.3/fallback=always 4.D.8=2000",
	"1982":         "4.A.2=1982 4.A.3=1982 4.D.8=2000",
	"2000":         "4.A.2=2000 4.D.8=2000",
	"2023":         "4.A.2=2000",
	"dptg":         "4.A.3=via",
	"droidippy":    "4.A.3/fallback=unordered 4.D.8=homes",
	"njudge":       "4.A.6=required 4.B.1=first 4.D.8=2000",
	"webdiplomacy": "4.A.3=via",
}

// RuleSets yields the names that ParseRules knows, in alphabetical order, with their rules as text.
func RuleSets() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for _, name := range slices.Sorted(maps.Keys(ruleSets)) {
			if !yield(name, ruleSets[name]) {
				return
			}
		}
	}
}

// ParseRules parses rules from a list separated by commas or spaces: optionally the name of a rule set, then choices
// such as "4.A.2=1982", of which later ones take precedence. An empty list gives the zero Rules. The error names the
// first invalid entry.
func ParseRules(text string) (Rules, error) {
	var r Rules
	for i, entry := range strings.FieldsFunc(text, func(c rune) bool { return c == ',' || c == ' ' }) {
		if i > 0 && !strings.Contains(entry, "=") {
			return Rules{}, fmt.Errorf("%q must come first, as it makes all choices", entry)
		}
		if err := r.take(entry); err != nil {
			return Rules{}, err
		}
	}
	return r, nil
}

func (r *Rules) take(entry string) error {
	number, word, choice := strings.Cut(entry, "=")
	i := slices.IndexFunc(issueTexts[:], func(t issueText) bool { return strings.EqualFold(t.number, number) })
	switch {
	case i >= 0 && !choice:
		return fmt.Errorf("%s needs a choice: %s=%s", issueTexts[i].number, issueTexts[i].number,
			strings.Join(issueTexts[i].choices, " or "))
	case i < 0 && choice:
		return fmt.Errorf("%q is no issue of DATC that has a choice here", number)
	case !choice:
		set, known := ruleSets[strings.ToLower(entry)]
		if !known {
			return fmt.Errorf("there are no rules %q; there are %s, and choices such as 4.A.2=1982",
				entry, strings.Join(slices.Sorted(maps.Keys(ruleSets)), ", "))
		}
		*r = Rules{}
		for e := range strings.FieldsSeq(set) {
			if err := r.take(e); err != nil {
				return err
			}
		}
		return nil
	}
	c := slices.Index(issueTexts[i].choices, strings.ToLower(word))
	if c < 0 {
		return fmt.Errorf("%s is %s; %q is none of these", issueTexts[i].number,
			strings.Join(issueTexts[i].choices, " or "), word)
	}
	r[i] = Choice(c)
	return nil
}

// String returns the choices that are not 0 in the format of ParseRules, or "default" if there are none.
func (r Rules) String() string {
	var entries []string
	for i := range Issues() {
		if r[i] != 0 {
			entries = append(entries, i.Number()+"="+issueTexts[i].choices[r[i]])
		}
	}
	if len(entries) == 0 {
		return "default"
	}
	return strings.Join(entries, ",")
}
