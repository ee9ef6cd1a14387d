package pack

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// straightened replaces the curly quotation marks of word processors in a pack by straight ones. Inside a text that
// begins with a straight mark, curly ones are kept, except at the end of a line that would otherwise lack its closing
// mark.
func straightened(text []byte) []byte {
	if !strings.ContainsAny(string(text), "“”„‟«»‘’‚") {
		return text
	}
	lines := strings.Split(string(text), "\n")
	for i, line := range lines {
		lines[i] = straightLine(line)
	}
	return []byte(strings.Join(lines, "\n"))
}

func straightLine(line string) string {
	curly := func(c rune) bool { return strings.ContainsRune("“”„‟«»", c) }
	runes := []rune(line)
	open := rune(0)
	last := -1 // position of the last curly mark inside such a text
	for i, c := range runes {
		switch {
		case open == 0 && c == '#':
			return string(runes)
		case open == 0 && curly(c):
			runes[i], open = '"', '“'
		case open == 0 && strings.ContainsRune("‘’‚", c):
			runes[i], open = '\'', '‘'
		case open == 0 && (c == '"' || c == '\''):
			open, last = c, -1
		case open == '“' && (curly(c) || c == '"'):
			runes[i], open = '"', 0
		case open == '‘' && (strings.ContainsRune("‘’", c) || c == '\''):
			runes[i], open = '\'', 0
		case open == '"' && curly(c):
			last = i
		case open == c:
			open = 0
		}
	}
	if open == '"' && last >= 0 {
		runes[last] = '"'
	}
	return string(runes)
}

// unreadable explains in plain words why a text is not valid TOML.
func unreadable(text string, err error) error {
	var p toml.ParseError
	if !errors.As(err, &p) {
		return err
	}
	lines := strings.Split(text, "\n")
	at := min(max(p.Position.Line, 1), len(lines))
	// An error at the end of a line may be reported for the next one.
	for _, n := range []int{at, at - 1} {
		if n < 1 {
			continue
		}
		if said := slip(lines[n-1]); said != "" {
			return &Fault{n, said}
		}
	}
	for n, line := range lines[:at] { // an unclosed text is only detected where the next one begins
		if said := slip(line); said != "" && n >= at-40 {
			return &Fault{n + 1, said}
		}
	}
	if m := givenTwice.FindStringSubmatch(p.Message); m != nil && headerLine.MatchString(lines[at-1]) {
		return &Fault{at, fmt.Sprintf("the table %s is there twice", strings.TrimSpace(lines[at-1]))}
	}
	if m := givenTwice.FindStringSubmatch(p.Message); m != nil {
		return &Fault{at, fmt.Sprintf("%q is there twice in the same table", m[1][strings.LastIndexByte(m[1], '.')+1:])}
	}
	return &Fault{at, fmt.Sprintf("this can't be read: %s", strings.TrimSuffix(p.Message, "."))}
}

var (
	commaNumber = regexp.MustCompile(`^\d+,\d+\s*(#.*)?$`)
	plainNumber = regexp.MustCompile(`^[+-]?\d+$`)
	manyZeros   = regexp.MustCompile(`^[+-]?0\d+$`)
	bareWord    = regexp.MustCompile(`^[A-Za-z(*?][^"']*$`)
	badHeader   = regexp.MustCompile(`^\s*\[`)
	colonEntry  = regexp.MustCompile(`^\s*([A-Za-z][A-Za-z ]*)\s*:\s*\S`)
	lonelyKey   = regexp.MustCompile(`^\s*([A-Za-z][A-Za-z0-9_-]*)(\s+["'\d].*)?$`)
	givenTwice  = regexp.MustCompile(`^Key '(.*)' has already been defined`)
	spacedKey   = regexp.MustCompile(`^\s*([A-Za-z]+(?: [A-Za-z]+)+)\s*=`)
)

// slip returns what is wrong with a line that is not valid TOML, or "" if nothing is found.
func slip(line string) string {
	line = strings.TrimRight(line, "\r")
	trimmed := strings.TrimSpace(line)
	switch {
	case trimmed == "" || trimmed[0] == '#':
		return ""
	case badHeader.MatchString(line) && !headerLine.MatchString(line), unequal(trimmed):
		return fmt.Sprintf("the header %s must be closed by as many brackets as open it, such as [[location]]", trimmed)
	case badHeader.MatchString(line):
		return ""
	}
	if m := spacedKey.FindStringSubmatch(line); m != nil {
		return fmt.Sprintf("the name %q has a blank, so it needs quotation marks: \"%s\" = ...", m[1], m[1])
	}
	if m := keyLine.FindStringSubmatch(line); m != nil {
		return valueSlip(unquoted(m[1]), strings.TrimSpace(m[2]))
	}
	if m := colonEntry.FindStringSubmatch(line); m != nil {
		return fmt.Sprintf("%q needs an equals sign, and no colon: %s = ...", m[1], m[1])
	}
	if m := lonelyKey.FindStringSubmatch(line); m != nil {
		return fmt.Sprintf("%q needs an equals sign and a value: %s = ...", m[1], m[1])
	}
	return ""
}

// unequal reports whether the brackets at the two ends of a header differ.
func unequal(line string) bool {
	line, _, _ = strings.Cut(line, "#")
	line = strings.TrimSpace(line)
	return strings.HasPrefix(line, "[") && strings.HasPrefix(line, "[[") != strings.HasSuffix(line, "]]")
}

// valueSlip returns what is wrong with the value of an entry, or "".
func valueSlip(key, value string) string {
	bare, _, _ := strings.Cut(value, "#")
	bare = strings.TrimSpace(bare)
	lower := strings.ToLower(bare)
	switch {
	case bare == "":
		return fmt.Sprintf(`%q has no value; if it is to be empty, write %s = ""`, key, key)
	case bare != lower && (lower == "true" || lower == "false"):
		return fmt.Sprintf("%q is written in small letters: %s", key, lower)
	case lower == "yes" || lower == "no":
		return fmt.Sprintf("%q must be true or false; it is %s", key, bare)
	case commaNumber.MatchString(value):
		return fmt.Sprintf("%q must be a number without a comma, such as 3; it is %s", key, bare)
	case manyZeros.MatchString(bare):
		return fmt.Sprintf("%q must be a number without a zero before it, such as 3; it is %s", key, bare)
	case strings.Count(bare, "{") > strings.Count(bare, "}"):
		return fmt.Sprintf("of %q a { is not closed by a } on the same line", key)
	case strings.HasPrefix(value, `"`) && !strings.HasPrefix(value, `"""`):
		return textSlip(key, value)
	case bareWord.MatchString(bare) && lower != "true" && lower != "false":
		return fmt.Sprintf(`%q needs quotation marks around its text: %s = "%s"`, key, key, strings.Trim(bare, `"'`))
	case bareWord.MatchString(strings.TrimRight(bare, `"'`)) && lower != "true" && lower != "false":
		return fmt.Sprintf(`the text of %q has no quotation mark at its beginning: %s = "%s"`, key, key,
			strings.Trim(bare, `"'`))
	case plainNumber.MatchString(bare) || !('0' <= bare[0] && bare[0] <= '9'):
		return ""
	}
	return fmt.Sprintf(`%q must be a number, such as 3, or a text in quotation marks; it is %s`, key, bare)
}

// textSlip returns what is wrong with a quoted text, or "".
func textSlip(key, value string) string {
	end := -1
	for i := 1; i < len(value); i++ {
		if value[i] == '\\' {
			i++
		} else if value[i] == '"' {
			end = i
			break
		}
	}
	if end < 0 {
		return fmt.Sprintf("the text of %q has no quotation mark at its end", key)
	}
	if rest := strings.TrimSpace(value[end+1:]); rest != "" && rest[0] != '#' {
		return fmt.Sprintf("behind the text of %q stands %s, which belongs before the last quotation mark, or on "+
			"a line of its own", key, rest)
	}
	return ""
}

// fitting adds faults for entries that do not match a type: unknown ones, and those with values of another type.
func (r *Reader) fitting(blocks []*block, value any, t reflect.Type, path string) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.Struct:
		r.fitStruct(blocks, value, t, path)
	case reflect.Map:
		table, ok := value.(map[string]any)
		if !ok {
			r.mismatch(blocks, path, value, "a table of its own, headed by ["+plainPath(path)+"]")
			return
		}
		for _, key := range sortedNames(table) {
			r.fitting(blocks, table[key], t.Elem(), joined(path, key))
		}
	case reflect.Slice:
		list := reflect.ValueOf(value)
		if list.Kind() != reflect.Slice {
			r.mismatch(blocks, path, value, "a list, such as [[x]] tables or [a, b]")
			return
		}
		for i := range list.Len() {
			r.fitting(blocks, list.Index(i).Interface(), t.Elem(), fmt.Sprintf("%s[%d]", path, i))
		}
	case reflect.String:
		if _, ok := value.(string); !ok {
			r.mismatch(blocks, path, value, `a text in quotation marks, such as "3"`)
		}
	case reflect.Int:
		if _, ok := value.(int64); !ok {
			r.mismatch(blocks, path, value, "a number, such as 3")
		}
	case reflect.Bool:
		if _, ok := value.(bool); !ok {
			r.mismatch(blocks, path, value, "true or false, without quotation marks")
		}
	}
}

func (r *Reader) fitStruct(blocks []*block, value any, t reflect.Type, path string) {
	table, ok := value.(map[string]any)
	if !ok {
		if list, is := value.([]map[string]any); is && len(list) > 0 {
			r.mismatch(blocks, path, value, "one table, with a header in single brackets: ["+plainPath(path)+"]")
			return
		}
		r.mismatch(blocks, path, value, "a table of its own")
		return
	}
	fields := fieldsOf(t)
	seen := map[string]string{}
	for _, key := range sortedNames(table) {
		lower := strings.ToLower(key)
		if other, twice := seen[lower]; twice {
			r.faults = append(r.faults, &Fault{lineOf(blocks, joined(path, other)), fmt.Sprintf("%s: it is written as %s, too; "+
				"write %s each time", other, key, lower)})
		}
		seen[lower] = key
		if of, ok := fields[lower]; ok {
			r.fitting(blocks, table[key], of, joined(path, key))
			continue
		}
		r.unknown(blocks, table, key, path, sortedNames(fields))
	}
}

// unknown adds the fault that an entry does not exist.
func (r *Reader) unknown(blocks []*block, table map[string]any, key, path string, known []string) {
	at := lineOf(blocks, joined(path, key))
	offer := offered(key, known)
	if path == "" {
		r.faults = append(r.faults, &Fault{at, key + ": there is no such entry in a pack" + offer})
		return
	}
	if key == "gm" {
		offer = `; it belongs into an effect: effect = [{ gm = "..." }]`
	}
	kind := plainPath(path)
	where, in := strings.ReplaceAll(kind, ".", " "), "it"
	if strings.HasSuffix(path, "]") { // one of several tables
		name, _ := table["name"].(string)
		kind = kind[strings.LastIndexByte(kind, '.')+1:]
		where, in = Named(kind, name), article(kind)+" "+kind
	}
	r.faults = append(r.faults, &Fault{at, fmt.Sprintf("%s: there is no entry %q in %s%s", where, key, in, offer)})
}

func article(word string) string {
	if strings.ContainsRune("aeiou", rune(word[0])) {
		return "an"
	}
	return "a"
}

// offered returns the entry that may have been meant by an unknown one, or a list of all entries.
func offered(key string, known []string) string {
	lower := strings.ToLower(key)
	for _, k := range known {
		if distance(lower, k) <= 1+len(k)/5 {
			return fmt.Sprintf("; do you mean %q?", k)
		}
	}
	return ""
}

// fieldsOf returns the entries that a struct reads, by their names in lower case.
func fieldsOf(t reflect.Type) map[string]reflect.Type {
	out := map[string]reflect.Type{}
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			for name, of := range fieldsOf(f.Type) {
				out[name] = of
			}
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("toml"), ",")
		if name == "-" {
			continue
		}
		if name == "" {
			name = f.Name
		}
		out[strings.ToLower(name)] = f.Type
	}
	return out
}

func (r *Reader) mismatch(blocks []*block, path string, value any, wanted string) {
	key := plainPath(path)
	key = key[strings.LastIndexByte(key, '.')+1:]
	r.faults = append(r.faults, &Fault{lineOf(blocks, path), fmt.Sprintf("%q must be %s; it is %s", key, wanted,
		called(value))})
}

// called returns the word for the type of a value in faults.
func called(value any) string {
	switch v := value.(type) {
	case string:
		return "a text"
	case int64:
		return "a number"
	case float64:
		return fmt.Sprintf("%v, which is no whole number", v)
	case bool:
		return fmt.Sprint(v)
	case map[string]any:
		return "a table"
	case []any, []map[string]any:
		return "a list"
	}
	return "a date or a time"
}

func joined(path, key string) string { return strings.TrimPrefix(path+"."+key, ".") }

var indexes = regexp.MustCompile(`\[\d+\]`)

// plainPath returns a path without indexes, as in a header.
func plainPath(path string) string { return indexes.ReplaceAllString(path, "") }

func sortedNames[V any](m map[string]V) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// distance returns the edit distance between two words: insertions, deletions, replacements and swaps of letters.
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for k := range rows[0] {
		rows[0][k] = k
	}
	for i := 1; i <= len(a); i++ {
		for k := 1; k <= len(b); k++ {
			other := 1
			if a[i-1] == b[k-1] {
				other = 0
			}
			rows[i][k] = min(rows[i-1][k]+1, rows[i][k-1]+1, rows[i-1][k-1]+other)
			if i > 1 && k > 1 && a[i-1] == b[k-2] && a[i-2] == b[k-1] {
				rows[i][k] = min(rows[i][k], rows[i-2][k-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
