package game_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/game"
)

// clock is what a machine's clock gives: with a monotonic reading, in a zone that has a name.
func clock() time.Time { return time.Now().In(time.FixedZone("CEST", 2*60*60)) }

// fill sets everything in a value that is saved: each list and each map has one element.
func fill(v reflect.Value) {
	if v.Type() == reflect.TypeFor[time.Time]() {
		v.Set(reflect.ValueOf(clock()))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && f.Tag.Get("json") != "-" {
				fill(v.Field(i))
			}
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key)
		fill(value)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(1)
	case reflect.Uint64, reflect.Uint8:
		v.SetUint(1)
	}
}

// whole returns a game in which everything is set.
func whole() *game.Game {
	g := new(game.Game)
	fill(reflect.ValueOf(g).Elem())
	for i := range g.Record.Told {
		g.Record.Told[i] = adjudicator.EventRecord{Data: json.RawMessage(`{}`)}
	}
	return g
}

// compareTimes complains of each time in a that is not the same in b.
func compareTimes(t *testing.T, a, b reflect.Value, where string) {
	t.Helper()
	if !a.IsValid() || !b.IsValid() {
		t.Errorf("%s is not saved", where)
		return
	}
	if a.Type() == reflect.TypeFor[time.Time]() {
		if a.Interface() != b.Interface() {
			t.Errorf("%s is %#v and is read as %#v", where, a.Interface(), b.Interface())
		}
		return
	}
	switch a.Kind() {
	case reflect.Struct:
		for i := range a.NumField() {
			if f := a.Type().Field(i); f.IsExported() && f.Tag.Get("json") != "-" {
				compareTimes(t, a.Field(i), b.Field(i), where+"."+f.Name)
			}
		}
	case reflect.Pointer:
		compareTimes(t, a.Elem(), b.Elem(), where)
	case reflect.Slice:
		for i := range a.Len() {
			compareTimes(t, a.Index(i), b.Index(i), where+"[]")
		}
	case reflect.Map:
		for _, key := range a.MapKeys() {
			compareTimes(t, a.MapIndex(key), b.MapIndex(key), where+"[]")
		}
	}
}

// A game that is kept in memory has all its times as they would be read again, wherever they are in it.
func TestTimesAreNormalized(t *testing.T) {
	g := whole()
	js, err := json.Marshal(g)
	if err != nil {
		t.Fatal(err)
	}
	if !g.Normalize(js) {
		t.Fatal("it can't be normalized")
	}
	read := new(game.Game)
	if err := json.Unmarshal(js, read); err != nil {
		t.Fatal(err)
	}
	compareTimes(t, reflect.ValueOf(g), reflect.ValueOf(read), "Game")
}

// When the start of a game is taken back, all that belongs to the game stays.
func TestUnstarted(t *testing.T) {
	g := whole()
	g.Secret = []byte("a secret")
	g.Seats = append(g.Seats, &game.Seat{Name: adjudicator.GM})
	u := &game.SignUp{Wanted: 2}
	is := reflect.ValueOf(g.Unstarted(u, []byte("another secret"))).Elem()
	goes := []string{"Why", "Ended", "Formed", "Bulletin", "Lucks", "Void", "Back", "Press", "Grey",
		"Phase", "Count", "Position", "Record", "Open", "Out", "Untold",
		"Deadline", "Remind", "Resolve", "Paused", "Still", "Quiet", "Urged", "Stalled", "Counted", "Delayed"}
	changes := []string{"State", "Seats", "SignUp", "Gallery", "Secret", "Former", "Turns"}
	for _, f := range reflect.VisibleFields(is.Type()) {
		if f.Anonymous {
			continue
		}
		now, was := is.FieldByIndex(f.Index), reflect.ValueOf(g).Elem().FieldByIndex(f.Index)
		same := reflect.DeepEqual(now.Interface(), was.Interface())
		switch {
		case slices.Contains(changes, f.Name):
			if same || now.IsZero() {
				t.Errorf("%s is %v, and was so before", f.Name, now)
			}
		case slices.Contains(goes, f.Name):
			if !now.IsZero() {
				t.Errorf("%s stays: %v", f.Name, now)
			}
		case !same:
			t.Errorf("%s is %v, and was %v", f.Name, now, was)
		}
	}
}
