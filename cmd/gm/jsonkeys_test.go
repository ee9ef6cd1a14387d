package main

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"
)

// Programs get the same as encoding/json would write, with the fields' names in lower case and those within a game
// unchanged.
func TestJSONKeys(t *testing.T) {
	type inner struct {
		SignUp int
		Zero   time.Time `json:",omitzero"`
	}
	type outer struct {
		inner
		Name     string            `json:"Named"`
		Empty    string            `json:",omitempty"`
		Not      int               `json:"-"`
		Bytes    []byte            `json:",omitempty"`
		At       time.Time         // which speaks for itself
		Seats    map[string]*inner `json:",omitempty"`
		List     []any
		None     []int
		Span     time.Duration
		Pointing *inner
		hidden   int
	}
	v := outer{inner: inner{SignUp: 2}, Name: "<d1>", Bytes: []byte("x"), At: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		Seats: map[string]*inner{"Turkey": {SignUp: 3}, "France": nil}, List: []any{inner{}, nil, "A", 1.5}, hidden: 1}
	got, err := jsonOf(v)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"signup":2,"named":"\u003cd1\u003e","bytes":"eA==","at":"2026-01-02T03:04:05Z","seats":{"France":null,"Turkey":{"signup":3}},` +
		`"list":[{"signup":0},null,"A",1.5],"none":null,"span":0,"pointing":null}`
	if string(got) != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
	plain, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var a, b map[string]any
	if err := json.Unmarshal([]byte(strings.ToLower(string(plain))), &a); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(strings.ToLower(string(got))), &b); err != nil || !reflect.DeepEqual(a, b) {
		t.Errorf("%v\n%s\n%s", err, got, plain)
	}
}
