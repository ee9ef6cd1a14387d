package strict_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"deaddrop/parser/strict"
)

// A trade is what the texts of this test are about: "SELL 2 red apples, red TO Ann FOR 3 AT -4".
type trade struct {
	n      int
	apples []string
	to     string
	price  int
	floor  int
	now    bool
}

const all = -1

var apples = []string{"red", "green", "red apples"}

var verbs = map[string]func(*strict.Text, *trade){
	"SELL ": func(t *strict.Text, x *trade) {
		x.n = strict.Or(t, "ALL", all,
			func() int { return t.Number(1, 99) })
	},
	"SELL HALF": func(_ *strict.Text, x *trade) { x.n = 50 },
}

func read(t *strict.Text) (x trade) {
	if read, ok := strict.Head(t, verbs); ok {
		read(t, &x)
	}
	apple := func() string {
		return apples[strict.Index(t, apples, func(s string) string { return s })]
	}
	x.apples = strict.After(t, " ", func() []string { return strict.Each(t, ", ", apple) })
	x.to = strict.If(t, " TO ", "", func() string { return strict.Word(t, []string{"Ann", "Bob"}) })
	x.price, _ = strict.Maybe(t, " FOR ", func() int { return t.Number(1, 9) })
	x.floor = strict.If(t, " AT ", 7, func() int { return t.Number(-5, 5) })
	if x.now = t.Take(" NOW"); x.now && x.price == 9 {
		t.FailIf(errors.New("nobody pays that now"))
		t.FailIf(errors.New("it is too much"))
	}
	t.FailIf(nil)
	return x
}

func (x trade) String() string {
	out := fmt.Sprintf("SELL %d %s", x.n, strings.Join(x.apples, ", "))
	out = strings.NewReplacer("SELL -1 ", "SELL ALL ", "SELL 50 ", "SELL HALF ").Replace(out)
	if x.to != "" {
		out += " TO " + x.to
	}
	if x.price > 0 {
		out += fmt.Sprint(" FOR ", x.price)
	}
	if x.floor != 7 {
		out += fmt.Sprint(" AT ", x.floor)
	}
	if x.now {
		out += " NOW"
	}
	return out
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"SELL 2 red":                          "",
		"SELL 2 red apples, red TO Ann FOR 3": "",
		"SELL 99 green FOR 9":                 "",
		"SELL ALL green AT -5 NOW":            "",
		"SELL HALF red AT 0":                  "",
		"":                                    `"" is wrong at its end`,
		"SELL":                                `"SELL" can't be read from "SELL" on`,
		"SELL ":                               `"SELL " is wrong at its end`,
		"SELL 2":                              `"SELL 2" is wrong at its end`,
		"sell 2 red":                          `"sell 2 red" can't be read from "sell 2 red" on`,
		"SELL 02 red":                         `"SELL 02 red" is written "SELL 2 red"`,
		"SELL 50 red":                         `"SELL 50 red" is written "SELL HALF red"`,
		"SELL 0 red":                          `"SELL 0 red" can't be read from "0 red" on: 0 is not from 1 to 99`,
		"SELL 100 red":                        `"SELL 100 red" can't be read from "100 red" on: 100 is not from 1 to 99`,
		"SELL 99999999999999999999 " +
			"red": `"SELL 99999999999999999999 red" can't be read from "99999999999999999999 red" on`,
		"SELL -1 red":             `"SELL -1 red" can't be read from "-1 red" on`,
		"SELL 2 red, red":         `"SELL 2 red, red" is wrong at its end: red comes twice`,
		"SELL 2 red,green":        `"SELL 2 red,green" can't be read from ",green" on`,
		"SELL 2 red ":             `"SELL 2 red " can't be read from " " on`,
		"SELL 2 red\n":            `"SELL 2 red\n" can't be read from "\n" on`,
		"SELL 2 blue":             `"SELL 2 blue" can't be read from "blue" on`,
		"SELL 2 red TO Carl":      `"SELL 2 red TO Carl" can't be read from "Carl" on`,
		"SELL 2 red FOR 10":       `"SELL 2 red FOR 10" can't be read from " FOR 10" on`,
		"SELL 2 red FOR 3 TO Ann": `"SELL 2 red FOR 3 TO Ann" can't be read from " TO Ann" on`,
		"SELL 2 red FOR 3 FOR 3":  `"SELL 2 red FOR 3 FOR 3" can't be read from " FOR 3" on`,
		"SELL 2 red FOR 9 NOW":    `"SELL 2 red FOR 9 NOW" is wrong at its end: nobody pays that now`,
		"SELL 2 red FOR 9 NOW AT " +
			"3": `"SELL 2 red FOR 9 NOW AT 3" can't be read from " AT 3" on: nobody pays that now`,
		"SELL 2 red AT 7":   `"SELL 2 red AT 7" can't be read from "7" on: 7 is not from -5 to 5`,
		"SELL 2 red AT -0":  `"SELL 2 red AT -0" is written "SELL 2 red AT 0"`,
		"SELL 2 red AT -":   `"SELL 2 red AT -" can't be read from "-" on`,
		"SELL 2 red AT --3": `"SELL 2 red AT --3" can't be read from "--3" on`,
		"SELL 2 red\x00":    `"SELL 2 red\x00" can't be read from "\x00" on`,
		"SELL 2 red, green, red apples TO Ann, Bob " +
			"": `"SELL 2 red, green, red apples TO Ann, Bob " can't be read from ", Bob " on`,
	} {
		x, err := strict.Parse(text, read, trade.String)
		got := ""
		if err != nil {
			got = err.Error()
		}
		none := trade{}
		if got != want || err == nil && x.String() != text || err != nil && x.String() != none.String() {
			t.Errorf("%q is read as %+v, with the error %q and not %q", text, x, got, want)
		}
	}
}

// A list may have the same twice, and be of anything.
func TestMany(t *testing.T) {
	list := func(t *strict.Text) []int { return strict.Many(t, ", ", func() int { return t.Number(0, 9) }) }
	words := func(list []int) string { return strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", ", "), "[]") }
	if got, err := strict.Parse("3, 3, 1", list, words); err != nil || !slices.Equal(got, []int{3, 3, 1}) {
		t.Errorf("a list is %v, %v", got, err)
	}
	if got, err := strict.Parse("3, 3,", list, words); err == nil {
		t.Errorf("half a list is %v", got)
	}
}

// If the strict reader can't read a text, that is the program's fault.
func TestMust(t *testing.T) {
	if x := strict.Must(strict.Parse("SELL 2 red", read, trade.String)); x.n != 2 {
		t.Errorf("it is %+v", x)
	}
	defer func() {
		if why := fmt.Sprint(recover()); why != `what is on file is not in normal form: "BUY 2" can't be read from "BUY 2" on` {
			t.Errorf("it panics with %s", why)
		}
	}()
	strict.Must(strict.Parse("BUY 2", read, trade.String))
}

// Words that were put back are read first, and after a fault nothing more is read.
func TestText(t *testing.T) {
	_, err := strict.Parse("b", func(t *strict.Text) bool { t.Put("a"); return t.Take("ab") },
		func(bool) string { return "b" })
	if err != nil {
		t.Error(err)
	}
	strict.Parse("abc", func(text *strict.Text) bool {
		text.Check(false)
		var none strict.Text
		if text.Take("a") || text.Number(3, 5) != 3 || strict.Word(text, []string{"a"}) != "" ||
			strict.Index(text, []string{"b", "a"}, strings.ToLower) != 1 {
			t.Error("more is read behind what is wrong")
		}
		if _, ok := strict.Maybe(text, "", func() int { return 1 }); ok {
			t.Error("something may stand behind what is wrong")
		}
		if _, ok := strict.Head(text, map[string]bool{"a": true}); ok {
			t.Error("something begins behind what is wrong")
		}
		return none.Take("a")
	}, func(bool) string { return "" })
}

func TestDistinct(t *testing.T) {
	length := func(s string) int { return len(s) }
	if !strict.Distinct([]string{"a", "bc", ""}, length) || strict.Distinct(slices.Repeat([]string{"a"}, 2), length) {
		t.Error("what is distinct is not, or what is not is")
	}
}
