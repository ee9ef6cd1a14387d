package adjudicator

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"text/template"
)

// Ruled are the options in force in a game: values by name.
type Ruled map[string]string

// Is reports whether an option has one of those values.
func (r Ruled) Is(name string, values ...string) bool { return slices.Contains(values, r[name]) }

// Ruled returns the complete options of a game. An option that is missing gets the value for games that began before
// the option existed.
func (r *Rules) Ruled(options map[string]string) Ruled {
	out := Ruled{}
	for _, o := range r.Options {
		out[o.Name] = cmp.Or(options[o.Name], o.Before, o.Values[0])
	}
	return out
}

// Told returns the summary of the rules under the given options. Doc is a text/template that is executed with them.
// The caller must break the lines of its paragraphs again.
func (r *Rules) Told(ruled Ruled) (string, error) {
	t, err := template.New(r.Name).Option("missingkey=error").Parse(strings.TrimSpace(r.Doc))
	if err != nil {
		return "", fmt.Errorf("the rules of %s in short: %w", r.Name, err)
	}
	var b strings.Builder
	if err := t.Execute(&b, ruled); err != nil {
		return "", fmt.Errorf("the rules of %s in short: %w", r.Name, err)
	}
	return b.String(), nil
}
