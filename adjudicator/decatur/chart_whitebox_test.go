package decatur

import (
	"encoding/json"
	"slices"
	"testing"

	"deaddrop/adjudicator/pack"
)

// The chart has what stands on the board and in the oceans, and who is about to take what from whom.
func TestChart(t *testing.T) {
	s := State{Players: []Player{{Seat: "Red"}, {Seat: "Blue"}}, Locations: []Holding{{"Arabia", "", 0, ""}, {"Egypt", "Blue", 0, Atlantic}, {"India", "Red", 4, ""}, {"Persia", "Red", 2, Indian}, {"South Africa", "Blue", 1, Atlantic}}}
	check := func(v View, want string) {
		t.Helper()
		js, err := json.Marshal(v.Chart())
		if err != nil || string(js) != want {
			t.Errorf("the chart is\n%s\nnot\n%s", js, want)
		}
	}
	const places = `{"Name":"Egypt","Owner":"Blue","Pieces":[{"Kind":"port","Owner":"Blue","Count":1}]},` +
		`{"Name":"India","Owner":"Red","Pieces":[{"Kind":"factor","Owner":"Red","Count":4}]},` +
		`{"Name":"Persia","Owner":"Red","Pieces":[{"Kind":"factor","Owner":"Red","Count":2},{"Kind":"port","Owner":"Red","Count":1}]},` +
		`{"Name":"South Africa","Owner":"Blue","Pieces":[{"Kind":"factor","Owner":"Blue","Count":1}` + `,{"Kind":"port","Owner":"Blue","Count":1}]},` +
		`{"Name":"Atlantic","Pieces":[{"Kind":"fleet","Owner":"Blue","Count":2}]},{"Name":"Indian","Pieces":[{"Kind":"fleet","Owner":"Red","Count":1}]}]`
	check(View{State: s, Seat: "Red"}, `{"Board":"Decatur","Places":[`+places+`}`)
	check(View{State: s, board: &Board{Head: pack.Head{Title: "Another Decatur", Edition: "of mine"}}, Takeover: &Takeover{Contender: "Red", From: "India", To: "Arabia", Won: true}},
		`{"Board":"Another Decatur, of mine","Places":[{"Name":"Arabia"},`+places+`,"Arrows":[{"Kind":"venture","From":"India","To":"Arabia","Owner":"Red"}],`+
			`"Plan":{"House":"Decatur","Sites":[{"Name":"Atlantic","Sea":true},{"Name":"Indian","Sea":true},{"Name":"Pacific","Sea":true}]}}`)
	alike := *House()
	alike.Title, alike.Edition, alike.Precedence = "Another Decatur", "of mine", nil
	check(View{State: s, board: &alike}, `{"Board":"Decatur","Places":[`+places+`}`)
	other := alike
	other.Locations = slices.Clone(alike.Locations)
	other.Locations[0].Commonwealth = Orient
	if got := (View{State: s, board: &other}).Chart(); got.Plan == nil || got.Plan.Sites[0].Marks[0].Kind != "Orient" {
		t.Errorf("another commonwealth is charted as %+v", got)
	}
	check(View{State: s, Takeover: &Takeover{Contender: "Red", From: "Persia", To: "Egypt", Bidding: true}},
		`{"Board":"Decatur","Places":[`+places+`,"Arrows":[{"Kind":"venture","From":"Persia","To":"Egypt","Owner":"Red"}]}`)
	if got := (Truth{State: s}).Chart(); len(got.Places) != 6 || len(got.Arrows) != 0 {
		t.Errorf("the game master's chart is %+v", got)
	}
}
