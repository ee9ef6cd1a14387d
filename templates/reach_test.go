package templates_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/dealers"
	"deaddrop/adjudicator/decatur"
	"deaddrop/adjudicator/dishonest"
	"deaddrop/adjudicator/successors"
	"deaddrop/templates"
)

// A custom template can reach the page and what it contains, but no function, no channel, and no type of a package
// other than those of the rules and of the letters. What it can call changes nothing.
func TestReach(t *testing.T) {
	all := pages(t)
	all["decatur"] = begun(t, decatur.Rules)
	all["successors"] = begun(t, successors.Rules)
	all["dishonest"] = begun(t, dishonest.Rules)
	all["dealers"] = begun(t, dealers.Rules)
	for name, page := range all {
		before := asJSON(t, page)
		seen := map[any]bool{}
		reach(t, name, reflect.ValueOf(&page), seen)
		if after := asJSON(t, page); after != before {
			t.Errorf("%s: what a template can call has changed the page from\n%s\nto\n%s", name, before, after)
		}
	}
}

func asJSON(t *testing.T, page templates.Page) string {
	t.Helper()
	js, err := json.Marshal(page)
	if err != nil {
		t.Fatal(err)
	}
	return string(js)
}

// begun returns a letter of a game that begins.
func begun(t *testing.T, rules *adjudicator.Rules) templates.Page {
	t.Helper()
	seats, err := rules.SeatsFor(max(rules.Min, 3), nil)
	if err != nil {
		t.Fatal(err)
	}
	config, err := rules.Configure(adjudicator.Config{Seats: seats})
	if err != nil {
		t.Fatal(err)
	}
	table := adjudicator.NewTable(adjudicator.Luck{}, adjudicator.Record{})
	p, err := rules.Setup(table, config)
	if err != nil {
		t.Fatal(err)
	}
	return templates.Page{Game: "g1", Rules: rules.Name, Seat: string(config.Seats[0]), View: p.View(config.Seats[0])}
}

// reach follows all that a template can follow from a value.
func reach(t *testing.T, path string, v reflect.Value, seen map[any]bool) {
	t.Helper()
	if !v.IsValid() || strings.Count(path, ".") > 12 {
		return
	}
	switch home := v.Type().PkgPath(); {
	case home == "", home == "time":
	case strings.HasPrefix(home, "deaddrop/adjudicator"), home == "deaddrop/templates", home == "deaddrop/parser":
	default:
		t.Errorf("%s is of %s", path, home)
		return
	}
	if v.Type().PkgPath() == "time" {
		return
	}
	calls(t, path, v, seen)
	switch v.Kind() {
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		t.Errorf("%s is a %s", path, v.Type())
	case reflect.Pointer, reflect.Interface:
		if v.Kind() == reflect.Pointer {
			if seen[v.Interface()] {
				return
			}
			seen[v.Interface()] = true
		}
		reach(t, path, v.Elem(), seen)
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				reach(t, path+"."+f.Name, v.Field(i), seen)
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range min(v.Len(), 3) {
			reach(t, path+"[]", v.Index(i), seen)
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			reach(t, path+"[]", v.MapIndex(key), seen)
		}
	}
}

// calls calls the methods that take nothing, once for each type of value.
func calls(t *testing.T, path string, v reflect.Value, seen map[any]bool) {
	t.Helper()
	if v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer && v.IsNil() || seen[v.Type()] {
		return
	}
	seen[v.Type()] = true
	for i := range v.NumMethod() {
		if m := v.Type().Method(i); m.Type.NumIn() == 1 && m.Type.NumOut() > 0 {
			reach(t, path+"."+m.Name+"()", safely(v.Method(i)), seen)
		}
	}
}

// safely calls a method; one that has nothing to work on may panic, which ends the letter and nothing else.
func safely(f reflect.Value) (out reflect.Value) {
	defer func() { _ = recover() }()
	return f.Call(nil)[0]
}

// Faults in a custom template are reported with their file and line.
func TestWrongTemplates(t *testing.T) {
	for text, want := range map[string]string{
		"\n{{define \"foot\"}}{{if}}x{{end}}{{end}}":                     "own.tmpl:2: missing value for if",
		"\n{{define \"foot\"}}{{shout .}}{{end}}":                        `own.tmpl:2: function "shout" not defined`,
		"{{define \"date\"}}x{{end}}{{define \"weekdays\"}}Mo Tu{{end}}": `template "weekdays" of en has 2 names and not 7`,
	} {
		if _, err := templates.New(fstest.MapFS{"own.tmpl": {Data: []byte(text)}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, and not %s", text, err, want)
		}
	}
	set, err := templates.New(fstest.MapFS{"own.tmpl": {Data: []byte("\n\n{{define \"foot\"}}{{.Secret}}{{end}}")}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err = set.Letter("turn", pages(t)["turn France"]); err == nil {
		t.Error("a template that fails is passed over in silence")
	}
	set.Failed = func(_ string, failed error) { err = failed }
	words, failed := set.Letter("turn", pages(t)["turn France"])
	if failed != nil {
		t.Fatal(failed)
	}
	if err == nil || !strings.Contains(err.Error(), "own.tmpl:3:") || !strings.Contains(err.Error(), "Secret") {
		t.Errorf("a template that asks for what is not there: %v", err)
	}
	if !strings.Contains(words.Text, "\nAnswer this letter") {
		t.Errorf("the letter is not in the program's own wording:\n%s", words.Text)
	}
	if _, err := templates.New(fstest.MapFS{"page.html": {Data: []byte("<p>\n{{.Top")}}); err == nil || !strings.Contains(err.Error(), "page.html:2:") {
		t.Errorf("a layout that can't be read: %v", err)
	}
}
