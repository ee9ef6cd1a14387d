package diplomacy_test

import (
	"fmt"

	"deaddrop/adjudicator/diplomacy"
)

// France moves to Burgundy with support, Germany without: one arrives.
func Example() {
	b := diplomacy.Standard()
	at := func(power, code string) diplomacy.Unit {
		return diplomacy.Unit{Power: b.Power(power), Type: diplomacy.Army, At: b.Lookup(code)}
	}
	units := []diplomacy.Unit{at("France", "PAR"), at("France", "MAR"), at("Germany", "MUN")}
	bur := b.Lookup("BUR")
	orders := []diplomacy.Order{
		diplomacy.Moves(units[0].At, bur),
		diplomacy.SupportsMove(units[1].At, units[0].At, bur),
		diplomacy.Moves(units[2].At, bur),
	}
	r := diplomacy.NewResolver(b, diplomacy.Rules{})
	m := r.Resolve(units, orders)
	for i, res := range m.Results {
		fmt.Printf("%s %s %s, %t: %s\n", res.Unit.Type, b.Code(res.Unit.At), res.Order.Verb, res.OK, r.Explain(i))
	}
	// Output:
	// A PAR move, true: attack 2 (A MAR); A MUN goes for it too with 1; it arrives
	// A MAR support, true: the support is given
	// A MUN move, false: attack 1; A PAR goes for it too with 2 (A MAR); it bounces with A PAR
}

// A GM's house rules are the preferred ones with some choices made otherwise.
func ExampleParseRules() {
	rules, err := diplomacy.ParseRules("1982,4.A.3=via")
	if err != nil {
		panic(err)
	}
	fmt.Println(rules)
	// Output:
	// 4.A.2=1982,4.A.3=via,4.D.8=2000
}
