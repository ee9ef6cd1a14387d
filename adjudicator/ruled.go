package adjudicator

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"text/template"
)

// Ruled are the rulings in force in a game: value by option.
type Ruled map[string]string

// Is reports whether an option has one of those values.
func (r Ruled) Is(name string, values ...string) bool { return slices.Contains(values, r[name]) }

// Ruled are the rulings of a game with those options. One that it lacks is as in games that began when there was no
// such option.
func (r *Rules) Ruled(options map[string]string) Ruled {
	out := Ruled{}
	for _, o := range r.Options {
		out[o.Name] = cmp.Or(options[o.Name], o.Before, o.Values[0])
	}
	return out
}

// Told is the rules in short as a game plays them: Doc is a text/template on the game's rulings. Its paragraphs may be
// longer or shorter than they stand in Doc; whoever shows them breaks their lines.
func (r *Rules) Told(ruled Ruled) (string, error) {
	t, err := template.New(r.Name).Option("missingkey=error").Parse(r.Doc)
	if err != nil {
		return "", fmt.Errorf("the rules of %s in short: %w", r.Name, err)
	}
	var b strings.Builder
	if err := t.Execute(&b, ruled); err != nil {
		return "", fmt.Errorf("the rules of %s in short: %w", r.Name, err)
	}
	return b.String(), nil
}
