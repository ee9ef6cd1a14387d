package adjudicatortest

import (
	"encoding/json"
	"fmt"
	"maps"

	"deaddrop/adjudicator"
)

// Rewritten is a position with other values in it, by the names that they are saved under.
func Rewritten(rules *adjudicator.Rules, p adjudicator.Position, values map[string]any) adjudicator.Position {
	fields := map[string]any{}
	saved(p, &fields)
	maps.Copy(fields, values)
	js, err := json.Marshal(fields)
	out := rules.Blank()
	if err == nil {
		err = json.Unmarshal(js, out)
	}
	if err != nil {
		panic(fmt.Sprintf("adjudicatortest: %T can't be written anew: %v", p, err))
	}
	return out
}

// OptionsOf are the rulings of a position, which must be saved under "Options".
func OptionsOf(p adjudicator.Position) map[string]string {
	var fields struct{ Options map[string]string }
	saved(p, &fields)
	return fields.Options
}

// Winners are those of a position, which must be saved under "Winner"; none before the game is over.
func Winners(p adjudicator.Position) []string {
	var fields struct{ Winner []string }
	saved(p, &fields)
	return fields.Winner
}

func saved(p adjudicator.Position, into any) {
	js, err := json.Marshal(p)
	if err == nil {
		err = json.Unmarshal(js, into)
	}
	if err != nil {
		panic(fmt.Sprintf("adjudicatortest: %T can't be saved: %v", p, err))
	}
}
