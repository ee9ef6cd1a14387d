package dishonest

import (
	"strings"
	"testing"

	kit "deaddrop/parser/order"
)

const board = `empty board
board Egypt: UK 2 inf 1 ftr, colony UK; Libya: UK 2 inf 1 arm, colony UK; Balkans: UK 1 inf,
	colony UK; England: UK 2 inf
board Aegean Sea: UK 1 sqn; North Sea: UK 1 flt; Levant: USSR 1 inf, colony USSR
hand UK 3, 4, 9, 10, 12, 41
stock UK 5 supply 6 operations 9 money 2 oil
tile UK Fascism spent
`

func (v View) sketcher() *author { return v.author("turn", sheet{income: income{draw: unsaid}}) }

// A letter that is not understood line by line may be understood as a whole.
func TestSketches(t *testing.T) {
	for letter, want := range map[string]string{
		"The armour from Libya and the fighter in Egypt join hands against the Levant, and it becomes ours: annexed.": "" +
			"TACTICS: ARM Libya-Egypt-Levant; FTR Egypt-Levant / ANNEX Levant",
		"If the USSR comes at Egypt, 3 supply, otherwise one supply is enough.": "" +
			"DEFEND Egypt AGAINST USSR: SUPPLY 3 / DEFEND ANY: SUPPLY 1",
		"Egypt and Libya are defended with 2 supply each, nothing elsewhere.": "" +
			"DEFEND Egypt: SUPPLY 2 / DEFEND Libya: SUPPLY 2 / DEFEND ANY: SUPPLY 0",
		"Supply: 2 in Egypt, 3 in Libya, 1 anywhere else, whenever I am attacked.": "" +
			"DEFEND Egypt: SUPPLY 2 / DEFEND Libya: SUPPLY 3 / DEFEND ANY: SUPPLY 1",
		"Garrison Egypt this turn, Libya next turn, then pass.": "" +
			"GARRISON Egypt / TURN 2 / GARRISON Libya / TURN 3 / PASS",
		// what stands around a move, and where its pieces stand
		"Egypt is what needs help. Everything in Libya, the whole army, marches there. One operation.": "" +
			"TACTICS 1: 2 INF Libya-Egypt; ARM Libya-Egypt",
		"The Levant is what I'm after. The armour of Libya goes in, with the fighter of Egypt, which comes home again.": "" +
			"TACTICS: ARM Libya-Egypt-Levant; FTR Egypt-Levant RETURN Egypt",
		"The Balkans infantry is carried across the Aegean Sea to Egypt, and so is one of the two in Libya, by land.": "" +
			"TACTICS: INF Balkans-Aegean Sea-Egypt; INF Libya-Egypt",
		"Infantry from Egypt to Libya. No, that's no use. To the Levant.": "TACTICS: INF Egypt-Levant",
		"Infantry and armour, Libya to Egypt to the Levant; if it goes wrong they withdraw to Egypt.": "" +
			"TACTICS: INF Libya-Egypt-Levant; ARM Libya-Egypt-Levant / BATTLE Levant: RETREAT Egypt",
		"Sail the squadron to the Ionian Sea.":                          "TACTICS: SQN Aegean Sea-Ionian Sea",
		"Forget the move to the Levant, build two infantry in England.": "MOBILIZE 2 INF AT England",
		"Build an infantry in England; if that's not ok, my ideology instead.": "" +
			"MOBILIZE 1 INF AT England / OR IDEOLOGY",
		// defences
		"For Libya and Egypt: two supply, but never at odds worse than 1 to 2.": "" +
			"DEFEND Libya: SUPPLY 2 IF ODDS >= 1:2 / DEFEND Egypt: SUPPLY 2 IF ODDS >= 1:2",
		"DEFEND Egypt:\nThree supply and card 41.": "DEFEND Egypt: SUPPLY 3 CARD 41",
		// tiles
		"Other people's ideologies: Communism yes, Capitalism the oil, all others no.": "" +
			"SECONDARY Communism: YES / SECONDARY Capitalism: TAKE OIL / SECONDARY ANY: NO",
	} {
		a := asking(t, board).view.(View).sketcher()
		c := kit.Read(a.b.lexicon(), a, kit.NewSheet(), letter)
		if got := strings.Join(a.sketch(letter, c), " / "); want != "" && got != want {
			t.Errorf("%q means %q, and not %q", letter, got, want)
		}
	}
}

// A letter for the income phase that is not understood line by line may be understood as a whole.
func TestIncomeSketches(t *testing.T) {
	for letter, want := range map[string]string{
		"One card will do me. Of my supply three cubes go to the pool, and it's two money that I risk for the League.": "" +
			"DRAW 1 / POOL 3 SUPPLY / BID 2 MONEY",
		"I'm not drawing this time, seven cards is what I hold. The pool: four, oil included.": "DRAW 0 / POOL 4",
		"Fascism would suit me; if that one is gone, Militarism. Japan and I stay allied.": "" +
			"IDEOLOGY Fascism, Militarism / ALLY Japan",
		"Make the bid two oil and one money. Should my bid win, I'd rather have Communism.": "" +
			"BID 1 MONEY 2 OIL / IF BID WON IDEOLOGY Communism",
		"Drei Karten darf man nicht, also zwei. In den Vorrat kommen vier, ein Gebot gibt es von mir nicht.": "" +
			"DRAW 2 / POOL 4 / BID 0",
		"How many cards do you draw?\ntwo\nWhat do you bid?\n1 money": "DRAW 2 / BID 1 MONEY",
		"Where ties come up it is Germany, Japan, then us.":           "TIES Germany, Japan",
		"Last year I drew two cards and bid 3 money.":                 "",
	} {
		a := asking(t, board).view.(View).sketcher()
		a.kind = "income"
		c := kit.Read(a.b.lexicon(), a, kit.NewSheet(), letter)
		if got := strings.Join(a.sketch(letter, c), " / "); got != want {
			t.Errorf("%q means %q, and not %q", letter, got, want)
		}
	}
}
