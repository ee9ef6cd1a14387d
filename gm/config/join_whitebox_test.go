package config

import "testing"

// The bar is a part of the turns in percent; without it nobody is barred.
func TestJoin(t *testing.T) {
	for text, want := range map[string]float64{"20%": 0.2, "0%": 0, "12.5%": 0.125, "100%": 1} {
		if most, is := (Join{MostNMR: text}).Most(); most != want || !is || (Join{MostNMR: text}).check() != nil {
			t.Errorf("%s is %v, %v", text, most, is)
		}
	}
	for _, wrong := range []Join{{MostNMR: "20"}, {MostNMR: "120%"}, {MostNMR: "-1%"}, {MostNMR: "NaN%"}, {LeastTurns: 3}, {MostNMR: "1%", LeastTurns: -1}} {
		if wrong.check() == nil {
			t.Errorf("%+v is taken", wrong)
		}
	}
	if _, is := (Join{}).Most(); is || (Join{}).check() != nil || (Join{}).Least() != 10 {
		t.Error("without a bar there is one")
	}
}

// Notices go where nobody can read along on the way, and nowhere without an address.
func TestNotices(t *testing.T) {
	for _, right := range []Notices{{}, {URL: "https://chat.example.org/hook"}, {URL: "http://127.0.0.1:8080/hook"}, {URL: "http://localhost/x"}} {
		if err := right.check(); err != nil {
			t.Errorf("%+v: %v", right, err)
		}
	}
	for _, wrong := range []Notices{{URL: "http://chat.example.org/hook"}, {URL: "chat.example.org"}, {URL: "ftp://localhost/x"}, {Secret: "x"}, {Except: []string{"dm1"}}} {
		if wrong.check() == nil {
			t.Errorf("%+v is taken", wrong)
		}
	}
}
