package templates

import (
	htmltemplate "html/template"
	"regexp"
	"slices"
	"strings"
)

// A sheet is the style sheet of the layout, as a list of rules. A letter includes only the rules that it needs:
// otherwise most of a short letter would be style.
type sheet []styleRule

type styleRule struct {
	media     string // media query, such as "@media (max-width: 480px)"; "" for none
	selectors []selector
	says      string // declarations, such as "margin:0;color:#fff"
}

// A selector lists elements and classes, all of which must occur in a page for its rule to have an effect.
type selector struct {
	text  string
	needs []string // elements and classes, such as "td" or ".note"
}

var (
	styleBlock = regexp.MustCompile(`(?s)<style>(.*?)</style>`)
	// parts of a selector that are neither elements nor classes
	beside    = regexp.MustCompile(`:[\w-]+(?:\([^)]*\))?|\[[^\]]*\]|#[\w-]+`)
	needed    = regexp.MustCompile(`\.?[A-Za-z][\w-]*`)
	usedNames = regexp.MustCompile(`<([a-z][a-z0-9]*)|class="([^"]*)"`)
)

// readSheet parses a style sheet of rules, some of them inside @media.
func readSheet(css string) sheet {
	var out sheet
	media := ""
	for {
		css = strings.TrimSpace(css)
		if rest, ends := strings.CutPrefix(css, "}"); ends {
			css, media = rest, ""
			continue
		}
		head, rest, ok := strings.Cut(css, "{")
		if !ok {
			return out
		}
		if head = strings.TrimSpace(head); strings.HasPrefix(head, "@media") {
			css, media = rest, head
			continue
		}
		says, rest, _ := strings.Cut(rest, "}")
		r := styleRule{media: media, says: dense(says)}
		for text := range strings.SplitSeq(head, ",") {
			text = strings.TrimSpace(text)
			r.selectors = append(r.selectors, selector{text, needed.FindAllString(beside.ReplaceAllString(text, ""), -1)})
		}
		out, css = append(out, r), rest
	}
}

// dense removes spaces from declarations.
func dense(says string) string {
	says = strings.Join(strings.Fields(says), " ")
	return strings.TrimSuffix(strings.NewReplacer("; ", ";", ": ", ":").Replace(says), ";")
}

// of returns the rules that apply to a page in which the given names are used, one per line.
func (s sheet) of(used map[string]bool) htmltemplate.CSS {
	var b strings.Builder
	media := ""
	for _, r := range s {
		var matter []string
		for _, at := range r.selectors {
			if !slices.ContainsFunc(at.needs, func(name string) bool { return !used[name] }) {
				matter = append(matter, at.text)
			}
		}
		if len(matter) == 0 {
			continue
		}
		if r.media != media {
			if media != "" {
				b.WriteString("}\n")
			}
			if media = r.media; media != "" {
				b.WriteString(media + "{\n")
			}
		}
		b.WriteString(strings.Join(matter, ",") + "{" + r.says + "}\n")
	}
	if media != "" {
		b.WriteString("}\n")
	}
	return htmltemplate.CSS(b.String())
}

// addUsed adds the elements and classes in a part of a page to used.
func addUsed(used map[string]bool, part []byte) {
	for _, m := range usedNames.FindAllSubmatch(part, -1) {
		if len(m[1]) > 0 {
			used[string(m[1])] = true
		}
		for class := range strings.FieldsSeq(string(m[2])) {
			used["."+class] = true
		}
	}
}
