package adjudicatortest

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
)

// CheckExamples returns an error if an example of a view, for a request of the given kind, would not be filed
// completely, or could not be carried out as far as the player knows. It counts the kinds of examples in seen.
func CheckExamples(v adjudicator.View, kind string, seen map[string]int) error {
	shows, ok := v.(adjudicator.Exemplar)
	if !ok {
		return fmt.Errorf("%T shows no examples", v)
	}
	for _, e := range shows.Examples(kind) {
		seen[e.Kind]++
		text := strings.Join(e.Lines, "\n")
		r := v.Read(kind, "", text)
		left := slices.ContainsFunc(r.Parts, func(p adjudicator.Part) bool {
			return p.Fate != adjudicator.Filed || p.Open()
		})
		if r.Answer == "" || left {
			return fmt.Errorf("asked for %s, the example %q\n%s\nis read as %+v", kind, e.Kind, text, r)
		}
		if err := v.Check(kind, r.Answer); err != nil {
			return fmt.Errorf("asked for %s, the example %q\n%s\nis filed as\n%s\nwhich is wrong: %w", kind, e.Kind,
				text, r.Answer, err)
		}
	}
	return nil
}
