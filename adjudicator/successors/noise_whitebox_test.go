package successors

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// People write words of the game in any order. Whatever comes of it, it is read without a panic, what was taken comes
// back as it is, and so does the form.
func TestNoise(t *testing.T) {
	words := strings.Fields(`MOVE SAIL BUY FIGHT PLAY GIVE RANSOM HOME PASS NONE LOSE ALLY LEND INSIST RETREAT LAND CARRY LEADER BONUS ALL INF CAV EL LEVY FLEET OF TO FROM VIA AT IN AGAINST ROUNDS UNTIL LOSSES ELSE LEAVE
		IF ATTACKED ANYWHERE ON BATTLE ODDS >= 3:2 1:1 WHEN REVOLT TURN STARTS NOW WITH FOR RAID PRICE END Babylonia Susiana Media Persia Thrace Lydia Lower_Egypt Aegean_Sea Red_Sea Cyprian_Sea Babylonia-Assyria Babylonia-Media
		Thrace-Aegean_Sea Babylonia-Assyria-Media India Blue Red Green Yellow White 1 2 3 5 7 15 19 99 0 1: 2: , , , . ; | : - > -> ( ) and or then not all but everything except also delete move cancel 3i 2c x3 second nearest none off
		attack attacked by me retreat fight to the end while not weaker after talents TALENTS UNITS HIT DRAW STORM NOTHING +2 -1 please thanks hello cavalry infantry levies fleets elephants`)
	views := []asker{asking(t, someGame), asking(t, someGame+"writer Blue\nasks standing\n"), asking(t, someGame+"asks home\n"), asking(t, someGame+"writer Blue\nasks battle\nbattle Susiana\n"),
		asking(t, someGame+"asks ruling\n"), asking(t, someGame+"captive Red Blue\noffer\noption minimum=one\noption march=along\n")}
	starts := []string{"", "", "MOVE Babylonia-Assyria ", "SAIL Thrace-Aegean Sea ", "BUY 2 INF ", "FIGHT Susiana ", "IF ATTACKED AT Babylonia ", "INSIST ON BATTLE ", "LEND ", "PLAY 15 ", "RETREAT ", "LOSE ", "GIVE ", "HOME ", "UNITS Red ", "also ", "ALLY "}
	seed := rand.New(rand.NewPCG(1, 2))
	for n := range noise {
		var text strings.Builder
		for range 1 + seed.IntN(3) {
			text.WriteString(starts[seed.IntN(len(starts))])
			for range seed.IntN(9) {
				text.WriteString(strings.ReplaceAll(words[seed.IntN(len(words))], "_", " ") + " ")
			}
			text.WriteString("\n")
		}
		a := views[n%len(views)]
		a.readAgain(t, text.String())
		if a.kind != "turn" {
			continue
		}
		const old = "BUY 1 INF\nMOVE Babylonia-Assyria 1 INF\nLOSE levy"
		amended := a.view.Read("turn", old, text.String())
		if again := a.view.Read("turn", "", amended.Answer); amended.Answer == "" || again.Answer != amended.Answer || len(again.Faults()) > 0 {
			t.Errorf("%q amends to %q, which is read as %q with faults %v", text.String(), amended.Answer, again.Answer, again.Faults())
		}
		if t.Failed() && n > 2000 {
			return
		}
	}
}

const noise = 3000 // letters
