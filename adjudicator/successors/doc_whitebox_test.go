package successors

import (
	"strings"
	"testing"

	"deaddrop/templates/templatestest"
)

// The examples in the short rules are read as written, for a player who has what they need. TestExamples does the
// same for those in questions.
func TestDocIsRead(t *testing.T) {
	head := `board Babylonia: Red 3 inf 3 cav 1 levy leader; Cyprus: Red 2 inf 1 cav 2 fleet; Phoenicia: Red 1 inf; Susiana: Red 2 inf 1 cav, Blue 1 levy; Media: Red 2 inf 1 cav; Persia: Red 1 cav 1 inf, Blue 1 levy
home Red Babylonia
talents Red 20
chits Red 3, 12, 15
`
	captive := strings.Replace(head, " leader", "", 1) + "captive Red Blue\n"
	var askers []asker
	for _, more := range []string{head, strings.ReplaceAll(head, " leader", "") + "board Media: Red leader\n", captive, head + "asks standing\nmover Blue\n", "asks home\ntalents Red 5\n", head + "asks battle\nbattle Susiana\n", head + "asks ruling\n"} {
		askers = append(askers, asking(t, more))
	}
	forms := 0
	for form := range templatestest.Forms(templatestest.Told(t, Rules)) {
		forms++
		taken := false
		for _, a := range askers {
			r := a.view.Read(a.kind, "", form)
			taken = taken || len(r.Faults()) == 0 && r.Answer != ""
		}
		if !taken {
			t.Errorf("%q is not taken: %+v", form, askers[0].view.Read("turn", "", form))
		}
	}
	if forms < 25 {
		t.Errorf("there are only %d forms", forms)
	}
}
