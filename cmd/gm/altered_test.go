package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
)

// renamed returns an edition with other names of places; its head, which explains it, stays.
func renamed(text string, pairs ...string) string {
	at := strings.Index(text, "\ntitle")
	head, body := text[:at], text[at:]
	for i := 0; i < len(pairs); i += 2 {
		body = regexp.MustCompile(`([",=;] ?)`+pairs[i]+`([",:])`).ReplaceAllString(body, "${1}"+pairs[i+1]+"${2}")
		body = regexp.MustCompile(`([",=;] ?)`+pairs[i]+`([",:])`).ReplaceAllString(body, "${1}"+pairs[i+1]+"${2}")
	}
	return head + body
}

// listed edits the lists of links and seas of a place of an edition.
func listed(t *testing.T, text, name string, edit func(list []string) []string) string {
	t.Helper()
	entry := regexp.MustCompile(`(?m)^(name +)= "` + name + `"\n(?:.+\n)*?links +=? ?= "(.*)"$`)
	m := entry.FindStringSubmatchIndex(text)
	if m == nil {
		t.Fatalf("there is no %s with links", name)
	}
	var list []string
	if was := text[m[4]:m[5]]; was != "" {
		list = strings.Split(was, ", ")
	}
	return text[:m[4]] + strings.Join(edit(list), ", ") + text[m[5]:]
}

// relinked returns an edition in which two places are next to each other that were not, or the other way round.
func relinked(t *testing.T, text, x, y string) string {
	t.Helper()
	for _, ends := range [][2]string{{x, y}, {y, x}} {
		text = listed(t, text, ends[0], func(list []string) []string {
			if i := slices.Index(list, ends[1]); i >= 0 {
				return slices.Delete(list, i, i+1)
			}
			return append(list, ends[1])
		})
	}
	return text
}

// dropped returns an edition without a place.
func dropped(text, name string) string {
	text = regexp.MustCompile(`\[\[[a-z.]+\]\]\nname +=? ?= "`+name+`"\n(?:.+\n)*\n?`).ReplaceAllString(text, "")
	return regexp.MustCompile(`(?m)^((?:links|seas|arrows) +=? ?= ")(.*)"$`).ReplaceAllStringFunc(text, func(line string) string {
		at := strings.Index(line, `"`) + 1
		list := slices.DeleteFunc(strings.Split(strings.TrimSuffix(line[at:], `"`), ", "), func(s string) bool { return s == name })
		return line[:at] + strings.Join(list, ", ") + `"`
	})
}

// An edition whose board differs from the house's has its picture, and gm pack says what is drawn. All that its seats see
// is drawn by what each of them knows, on the same board.
func TestPicturesOfAlteredEditions(t *testing.T) {
	houseOf := func(title string) string {
		rules, err := titleNamed(title)
		if err != nil {
			t.Fatal(err)
		}
		return string(rules.House)
	}
	decatur, successors, dishonest, dealers := houseOf("decatur"), houseOf("successors"), houseOf("dishonest"), houseOf("dealers")
	const allShapes = "has the shapes of the house map for all "
	for _, e := range []struct{ title, name, text, says, drawn string }{
		{"decatur", "renamed", renamed(decatur, "Maghreb", "Barbary Coast", "Sumatra", "Golden Isle"), allShapes + "33", "Barbary"},
		{"decatur", "relinked", relinked(t, relinked(t, decatur, "India", "Turkestan"), "Congo Basin", "East Africa"), allShapes + "33", "neighbours"},
		{"decatur", "fewer", dropped(decatur, "Borneo"), allShapes + "32", "Japan"},
		{"decatur", "more", decatur + "\n[[location]]\nname = \"Madagascar\"\nregion = \"Africa\"\ncommonwealth = \"British\"\ncoast = \"Indian\"\nlinks = \"\"\n",
			"for 33 places, and a schematic for 1: Madagascar", "Madagascar"},
		{"successors", "renamed", renamed(successors, "Bithynia", "Mysia", "Euxine Sea", "Pontic Sea"), allShapes + "52", "PONTIC SEA"},
		{"successors", "relinked", strings.Replace(relinked(t, successors, "Media", "Parthia"), "value   = 3", "value   = 4", 1), allShapes + "52", "no way"},
		{"successors", "fewer", dropped(successors, "Cyprus"), allShapes + "51", "Syria"},
		{"dishonest", "renamed", renamed(dishonest, "Tibet", "Himalaya Lands", "Sea of Japan", "East Sea"), allShapes + "102", "EAST SEA"},
		{"dishonest", "relinked", relinked(t, dishonest, "Sahara", "Ethiopia"), allShapes + "102", "neighbours"},
		{"dishonest", "fewer", dropped(dishonest, "Sargasso Sea"), allShapes + "101", "Sahara"},
		{"dealers", "renamed", renamed(dealers, "Minsk", "Novgorod"), allShapes + "60", "Novgorod"},
		{"dealers", "relinked", strings.Replace(relinked(t, dealers, "Minsk", "Warsaw"), "difficulty = 3", "difficulty = 2", 1), allShapes + "60", "no way"},
		{"dealers", "fewer", dropped(dealers, "Umea"), allShapes + "59", "Minsk"},
	} {
		t.Run(e.title+"/"+e.name, func(t *testing.T) {
			if e.text == houseOf(e.title) {
				t.Fatal("it is the house edition")
			}
			picture := filepath.Join(t.TempDir(), "board.svg")
			out := mustRun(t, "pack", e.title, written(t, []byte(e.text)), "--picture", picture)
			if !strings.Contains(out, e.says) || !strings.Contains(out, "Wrote "+picture+".") {
				t.Errorf("gm pack says\n%s", out)
			}
			if svg := mustRead(t, picture); !bytes.Contains(svg, []byte(">"+strings.Fields(e.drawn)[0])) {
				t.Errorf("the picture lacks %q", e.drawn)
			}
			sameBoard(t, e.title, []byte(e.text))
		})
	}
}

// sameBoard checks that all seats see the same board of an edition, and that it tells nothing of what stands on it.
func sameBoard(t *testing.T, title string, text []byte) {
	t.Helper()
	rules, _ := titleNamed(title)
	seats, err := rules.SeatsFor(rules.Min, text)
	if err != nil {
		t.Fatal(err)
	}
	var plans []*adjudicator.Plan
	for _, secret := range []string{"one", "another"} {
		c, err := rules.Configure(adjudicator.Config{Seats: seats, Pack: text})
		if err != nil {
			t.Fatal(err)
		}
		p, err := rules.Setup(adjudicator.NewTable(adjudicator.Luck{Secret: []byte(secret)}, adjudicator.Record{}), c)
		if err != nil {
			t.Fatal(err)
		}
		for _, seat := range append(slices.Clone(seats), adjudicator.GM, adjudicator.Observer) {
			plans = append(plans, p.View(seat).(adjudicator.Charted).Chart().Plan)
		}
	}
	for i, plan := range plans {
		if plan == nil || !reflect.DeepEqual(plan, plans[0]) {
			t.Errorf("view %d has another board: %v", i, fmt.Sprint(plan)[:80])
		}
	}
}

// An edition brings its own map; one that does not fit is refused.
func TestOwnMap(t *testing.T) {
	house, err := titleNamed("decatur")
	if err != nil {
		t.Fatal(err)
	}
	file := string(mustRead(t, filepath.Join("..", "..", "templates", "mapmaker", "maps", "decatur.map")))
	with := func(drawn string) string {
		return written(t, []byte(strings.Replace(string(house.House), "\nprecedence", "\npicture = '''\n"+drawn+"'''\n\nprecedence", 1)))
	}
	picture := filepath.Join(t.TempDir(), "board.png")
	out := mustRun(t, "pack", "decatur", with(strings.Replace(file, "noise=0.4", "noise=0.2", 1)), "--picture", picture)
	if !strings.Contains(out, "Its picture is the edition's own map.") || !bytes.HasPrefix(mustRead(t, picture), []byte("\x89PNG")) {
		t.Errorf("gm pack says\n%s", out)
	}
	for want, drawn := range map[string]string{"the map lacks Japan": strings.Replace(file, "land Japan Japan", "land Nippon Japan", 1), "can't be drawn": "land x y z\n"} {
		if _, complaint, err := gmRun(t, "pack", "decatur", with(drawn)); err == nil || !strings.Contains(complaint, want) {
			t.Errorf("gm pack says %v\n%s\nand not %q", err, complaint, want)
		}
	}
}

func mustRead(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
