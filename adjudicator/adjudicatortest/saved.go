package adjudicatortest

import (
	"encoding/json"
	"fmt"
	"maps"

	"deaddrop/adjudicator"
)

// Rewritten returns a copy of a position in which some fields, by their JSON names, have other values.
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

// OptionsOf returns the options of a position, which must save them under "Options".
func OptionsOf(p adjudicator.Position) map[string]string {
	var fields struct{ Options map[string]string }
	saved(p, &fields)
	return fields.Options
}

// Winners returns the winners of a position, which must save them under "Winner"; nil if the game is not over.
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
