package calendar_test

import (
	"reflect"
	"testing"

	"deaddrop/gm/calendar"
)

// A copy of a clock shares none of its lists and tables.
func TestClone(t *testing.T) {
	c := calendar.Clock{Kinds: map[string]calendar.Pace{"x": {}}}
	v := reflect.ValueOf(&c).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.Slice {
			f.Set(reflect.MakeSlice(f.Type(), 1, 1))
		}
	}
	is := c.Clone()
	if !reflect.DeepEqual(c, is) {
		t.Errorf("the copy of %+v is %+v", c, is)
	}
	for i := range v.NumField() {
		f := v.Field(i)
		if k := f.Kind(); k != reflect.Slice && k != reflect.Map {
			continue
		}
		if f.Pointer() == reflect.ValueOf(is).Field(i).Pointer() {
			t.Errorf("%s is shared", v.Type().Field(i).Name)
		}
	}
}
