package gm

import (
	"fmt"
	"reflect"

	"deaddrop/gm/game"
)

// CheckCache has complain called when a game that a Master keeps in memory is not what it would be if it were read again.
// With nil nothing is checked any more, as in service.
func CheckCache(m *Master, complain func(string)) {
	if m.Cache.check = nil; complain == nil {
		return
	}
	m.Cache.check = func(kept *game.Game, js []byte) {
		read := new(game.Game)
		if err := Decode(js, read); err != nil {
			complain(fmt.Sprintf("what was saved can't be read: %v", err))
			return
		}
		if difference := differ(reflect.ValueOf(kept), reflect.ValueOf(read), "game"); difference != "" {
			complain("kept in memory is not what was saved: " + difference)
		}
	}
}

// differ says where two values differ; "" if they don't.
func differ(a, b reflect.Value, where string) string {
	if reflect.DeepEqual(a.Interface(), b.Interface()) {
		return ""
	}
	switch {
	case (a.Kind() == reflect.Slice || a.Kind() == reflect.Map) && a.Len() == 0 && b.Len() == 0: // nothing asks whether they are nil
		return ""
	case a.Kind() == reflect.Pointer && !a.IsNil() && !b.IsNil():
		return differ(a.Elem(), b.Elem(), where)
	case a.Kind() == reflect.Struct && a.NumField() > 0 && a.Type().Field(0).IsExported():
		for i := range a.NumField() {
			if d := differ(a.Field(i), b.Field(i), where+"."+a.Type().Field(i).Name); d != "" {
				return d
			}
		}
		return ""
	case a.Kind() == reflect.Slice && a.Len() == b.Len():
		for i := range a.Len() {
			if d := differ(a.Index(i), b.Index(i), fmt.Sprintf("%s[%d]", where, i)); d != "" {
				return d
			}
		}
		return ""
	}
	return fmt.Sprintf("%s is %#v and was saved as %#v", where, a.Interface(), b.Interface())
}
