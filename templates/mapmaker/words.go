package mapmaker

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// split cuts a line into words. A word may contain blanks inside quotation marks, and # begins a comment.
func split(line string) ([]string, error) {
	var out []string
	for {
		line = strings.TrimLeft(line, " \t\r")
		switch {
		case line == "" || line[0] == '#':
			return out, nil
		default:
			end := strings.IndexAny(line, " \t\r\"")
			if end < 0 {
				end = len(line)
			}
			word := line[:end]
			// a value in quotation marks, such as region="Middle Asia"
			if line = line[end:]; line != "" && line[0] == '"' {
				value, rest, closed := strings.Cut(line[1:], `"`)
				if !closed {
					return nil, fmt.Errorf("a quotation mark is not closed")
				}
				word, line = word+value, rest
			}
			out = append(out, word)
		}
	}
}

func texts(args []string, into ...*string) error {
	if len(args) != len(into) {
		return fmt.Errorf("want %d words, not %d", len(into), len(args))
	}
	for i, s := range into {
		*s = args[i]
	}
	return nil
}

// settings parses words of the form key=value and stores the values in the numbers and points that into holds for
// each key.
func settings(args []string, into map[string]any) error {
	for _, word := range args {
		key, value, _ := strings.Cut(word, "=")
		var err error
		switch to := into[key].(type) {
		case *float64:
			*to, err = strconv.ParseFloat(value, 64)
		case *point:
			*to, err = degrees(value)
		default:
			return fmt.Errorf("there is no setting %q", key)
		}
		if err != nil {
			return fmt.Errorf("%s: %q is not what it should be", key, value)
		}
	}
	return nil
}

func degrees(s string) (point, error) {
	x, y, ok := strings.Cut(s, ",")
	lon, err1 := strconv.ParseFloat(x, 64)
	lat, err2 := strconv.ParseFloat(y, 64)
	onGlobe := math.Abs(lat) <= 90 && math.Abs(lon) <= 360
	if !ok || cmp.Or(err1, err2) != nil || !onGlobe {
		return point{}, fmt.Errorf("%q is no longitude,latitude", s)
	}
	return point{lon, lat}, nil
}

func lines(args []string) ([][]point, error) {
	var out [][]point
	for _, word := range args {
		line, err := path(word)
		if err != nil {
			return nil, err
		}
		out = append(out, line)
	}
	return out, nil
}

// path parses a line of points, written lon,lat>lon,lat>lon,lat.
func path(s string) ([]point, error) {
	var out []point
	for word := range strings.SplitSeq(s, ">") {
		p, err := degrees(word)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}
