package deadman

import (
	"strconv"
	"strings"

	kit "deaddrop/parser/order"
)

// seasonAt returns the number of a phase in the sequence of all seasons, and its year. Winter has the number of the
// next Spring (DM-31).
func seasonAt(phase string) (t, year int) {
	season, y, _ := strings.Cut(phase, " ")
	year, err := strconv.Atoi(y)
	if err != nil {
		return 0, 0 // unreachable: a view always has a phase
	}
	return 2*year + half(season), year
}

// half returns 0 for Spring, 1 for Fall and 2 for Winter.
func half(season string) int {
	switch strings.ToLower(season)[0] {
	case 'f', 'a', 'h':
		return 1
	case 'w':
		return 2
	}
	return 0
}

// farAway is the number of years by which a year must differ from the game's to be the date of the letter instead.
const farAway = 20

// seasonNamed returns the number of the season that a heading names. Without a year it is the present season or the
// next one with that name.
func (a *author) seasonNamed(h *kit.Match, c *kit.Context) (t int, ok bool) {
	asked, year := seasonAt(a.Phase)
	name, _ := h.Get("sn")
	word, digits := c.Word(name.From), ""
	if letters := strings.TrimRight(word, "0123456789m"); len(letters) == 1 { // such as "F02"
		word, digits = letters, strings.TrimSuffix(word[1:], "m")
	} else if strings.HasPrefix(word, "fru") { // "Frühjahr" is the German word for spring
		word = spring
	}
	if y, has := h.Get("yr"); has {
		digits = c.Word(y.From)
	}
	n, err := strconv.Atoi(digits)
	switch {
	case err != nil:
		t = asked + (half(word)+asked)%2
		if _, next := h.Get("nx"); next && t == asked {
			t += 2
		}
		return t, true
	case len(digits) == 2:
		n += year / 100 * 100
	}
	return 2*n + half(word), n >= year-farAway && n <= year+farAway
}
