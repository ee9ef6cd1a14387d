package pack

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// A Fault is something that is wrong with a pack.
type Fault struct {
	Line int // its line; 0 if unknown
	Text string
}

// Error returns the fault without its line.
func (f *Fault) Error() string { return f.Text }

// A block is a table of a pack: its header and its entries. The entries before the first header also are a block.
type block struct {
	path   string // such as "map[0].territory[3]"
	kind   string // such as "territory"
	head   string // the header as faults refer to it: "odd 25-26"
	line   int
	keys   []string
	lines  map[string]int // lines of the entries, by key
	values map[string]string
}

// name returns the name entry of the block.
func (b *block) name() string {
	for _, key := range []string{"name", "title", "seat"} {
		if v, ok := b.values[key]; ok {
			return unquoted(v)
		}
	}
	return ""
}

func unquoted(value string) string {
	value = strings.TrimSpace(value)
	if len(value) > 1 && (value[0] == '"' || value[0] == '\'') {
		if end := strings.IndexByte(value[1:], value[0]); end >= 0 {
			return value[1 : 1+end]
		}
	}
	return value
}

var (
	headerLine = regexp.MustCompile(`^\s*\[\[?\s*([^\[\]]+?)\s*\]\]?\s*(#.*)?$`)
	keyLine    = regexp.MustCompile(`^\s*("[^"]*"|'[^']*'|[A-Za-z0-9_.-]+)\s*=\s*(.*)$`)
)

// blocksOf splits a pack into its tables, line by line.
func blocksOf(text string) []*block {
	now := &block{lines: map[string]int{}, values: map[string]string{}, line: 1}
	out := []*block{now}
	counts := map[string]int{}
	closing, depth := "", 0
	for i, line := range strings.Split(text, "\n") {
		if closing != "" { // inside a text of several lines
			if strings.Contains(line, closing) {
				closing = ""
			}
			continue
		}
		if depth > 0 { // inside a list of several lines
			depth += brackets(line)
			continue
		}
		if m := headerLine.FindStringSubmatch(line); m != nil {
			now = &block{lines: map[string]int{}, values: map[string]string{}, line: i + 1}
			now.open(m[1], strings.Contains(line, "[["), counts)
			out = append(out, now)
			continue
		}
		m := keyLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		key := unquoted(m[1])
		if _, twice := now.lines[key]; !twice {
			now.keys = append(now.keys, key)
			now.lines[key], now.values[key] = i+1, m[2]
		}
		for _, quotes := range []string{`"""`, "'''"} {
			if rest, ok := strings.CutPrefix(m[2], quotes); ok && !strings.Contains(rest, quotes) {
				closing = quotes
			}
		}
		if closing == "" {
			depth = max(0, brackets(m[2]))
		}
	}
	return out
}

// open sets the path of a block from its header. For tables that occur several times, it includes the latest index.
func (b *block) open(header string, list bool, counts map[string]int) {
	parts := strings.Split(header, ".")
	for i, part := range parts {
		part = unquoted(part)
		b.kind = strings.ToLower(part)
		path := strings.TrimPrefix(b.path+"."+part, ".")
		n := counts[path]
		if list && i == len(parts)-1 {
			n++
			counts[path] = n
		}
		if n > 0 {
			path += fmt.Sprintf("[%d]", n-1)
		}
		b.path = path
	}
	b.head = strings.ReplaceAll(header, ".", " ")
	if strings.Contains(header, `"`) {
		b.head = strings.ReplaceAll(b.head, `"`, "")
	}
}

// brackets returns the number of brackets that a line opens minus those that it closes, ignoring text in quotes.
func brackets(line string) int {
	depth, quote := 0, rune(0)
	for _, c := range line {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '#':
			return depth
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		}
	}
	return depth
}

// lineOf returns the line of an entry, by the path of its table and its key, or the line of the table if the entry is
// in a list.
func lineOf(blocks []*block, path string) int {
	for p := path; p != ""; {
		for _, b := range blocks {
			if b.path == p {
				return b.line
			}
			if key, ok := strings.CutPrefix(p, b.path); ok && (b.path == "" || strings.HasPrefix(key, ".")) {
				key = strings.TrimPrefix(key, ".")
				if at, ok := b.lines[key]; ok {
					return at
				}
			}
		}
		cut := strings.LastIndexAny(p, ".[")
		if cut < 0 {
			break
		}
		p = p[:cut]
	}
	return 0
}

// At returns an error about a pack with line numbers added to all faults where possible: "line 14: ...".
func At(text []byte, err error) error {
	if err == nil {
		return nil
	}
	list := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		list = joined.Unwrap()
	}
	blocks := blocksOf(string(straightened(text)))
	r := Reader{}
	for _, one := range list {
		line, said := 0, one.Error()
		if f, ok := one.(*Fault); ok {
			line = f.Line
		}
		if line == 0 {
			line = locate(blocks, said)
		}
		if line > 0 {
			said = fmt.Sprintf("line %d: %s", line, said)
		}
		r.Fault("%s", said)
	}
	return r.Err()
}

// locate returns the line that a fault is about, or 0 if unknown. The text before the colons of the fault is the name
// of a table, of a table inside it or of an entry; quoted text occurs in one of the entries.
func locate(blocks []*block, fault string) int {
	subject, rest, ok := strings.Cut(fault, ": ")
	if !ok {
		return 0
	}
	best := surest(blocks, subject, rest)
	if best == nil {
		return entry(blocks, subject, rest)
	}
	for {
		next, further, ok := strings.Cut(rest, ": ")
		if !ok {
			next, further = before(rest), rest
		}
		var inner []*block
		for _, b := range blocks {
			if strings.HasPrefix(b.path, best.path+".") {
				inner = append(inner, b)
			}
		}
		b := surest(inner, next, further)
		if b == nil {
			return quoting(inner, best, rest).within(rest)
		}
		best, rest = b, further
	}
}

// quoting returns the first block in which a text quoted by a fault occurs, unless the block around them contains it.
func quoting(inner []*block, around *block, fault string) *block {
	for _, quoted := range quotedIn(fault) {
		if around.keyWith(quoted) != "" {
			return around
		}
		for _, b := range inner {
			if b.keyWith(quoted) != "" {
				return b
			}
		}
	}
	return around
}

// before returns the name at the beginning of a fault about a duplicate.
func before(text string) string {
	name, _, _ := strings.Cut(text, " comes twice")
	return name
}

// surest returns the block that a fault is most likely about, or nil. If the fault is that two blocks have the same
// name, it is the later one.
func surest(blocks []*block, subject, rest string) *block {
	var best *block
	most := 1
	twice := strings.Contains(rest, "twice") || strings.Contains(rest, "its name is that")
	for _, b := range blocks {
		n := b.about(subject, rest)
		if n > most || n == most && twice {
			best, most = b, n
		}
	}
	return best
}

// about returns how likely a fault is about a block; less than 2 means that it is not.
func (b *block) about(subject, rest string) int {
	bare, _, _ := strings.Cut(subject, " (")
	name := b.name()
	sure := 0
	switch {
	case b.path == "":
		return 0
	case name != "" && (name == subject || name == bare || b.kind+" "+name == bare):
		sure = 4
	case subject == "a "+b.kind+" without a name" && name == "":
		sure = 6
	case b.head == subject || b.head == bare || headNumber(b.head, subject):
		sure = 5
	case name != "" && strings.HasPrefix(bare, name+" "):
		sure = 2
	default:
		return 0
	}
	for _, quoted := range quotedIn(rest) {
		if b.keyWith(quoted) != "" {
			sure += 3
		}
	}
	for _, key := range b.keys {
		if hasWord(rest, key) {
			sure++
		}
	}
	return sure
}

// headNumber reports whether a header such as "chit 12-14" includes the number of a subject such as "chit 13".
func headNumber(head, subject string) bool {
	kind, numbers, ok := strings.Cut(head, " ")
	of, number, there := strings.Cut(subject, " ")
	n, err := strconv.Atoi(number)
	if !ok || !there || kind != of || err != nil {
		return false
	}
	for _, span := range spans(numbers) {
		if span[0] <= n && n <= span[1] {
			return true
		}
	}
	return false
}

// spans parses the ranges of numbers in a header: "11, 13-16".
func spans(numbers string) [][2]int {
	var out [][2]int
	for _, part := range List[string](numbers) {
		first, last, found := strings.Cut(part, "-")
		if !found {
			last = first
		}
		low, err := strconv.Atoi(first)
		high, failed := strconv.Atoi(last)
		if err == nil && failed == nil {
			out = append(out, [2]int{low, high})
		}
	}
	return out
}

var quotedText = regexp.MustCompile(`"([^"]*)"`)

// quotedIn returns the texts that a fault quotes.
func quotedIn(text string) []string {
	var out []string
	for _, m := range quotedText.FindAllStringSubmatch(text, -1) {
		if m[1] != "" {
			out = append(out, m[1])
		}
	}
	return out
}

// keyWith returns the key of the entry that contains a text, or "". A short text must be the whole value.
func (b *block) keyWith(text string) string {
	const short = 3
	for _, key := range b.keys {
		if value := b.values[key]; unquoted(value) == text || len(text) >= short && strings.Contains(value, text) {
			return key
		}
	}
	return ""
}

// hasWord reports whether a sentence contains a key as a word, in the singular or plural.
func hasWord(text, key string) bool {
	if _, err := strconv.Atoi(key); err == nil {
		return false // the word mostly counts something else
	}
	key = strings.ToLower(key)
	for _, word := range wordsOf(strings.ToLower(text)) {
		if word == key || word+"s" == key || word == key+"s" {
			return true
		}
	}
	return strings.Contains(key, " ") && strings.Contains(strings.ToLower(text), key)
}

func wordsOf(text string) []string {
	return strings.FieldsFunc(text, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '-' })
}

// within returns the line of the entry of a block that a fault is about, or else of its name or header.
func (b *block) within(fault string) int {
	for _, quoted := range quotedIn(fault) {
		if key := b.keyWith(quoted); key != "" {
			return b.lines[key]
		}
		if at, ok := b.lines[quoted]; ok {
			return at
		}
	}
	if m := saidNumber.FindStringSubmatch(fault); m != nil {
		number := regexp.MustCompile(`(^|[^0-9-])` + m[1] + `($|[^0-9])`)
		for _, key := range b.keys {
			if number.MatchString(b.values[key]) {
				return b.lines[key]
			}
		}
	}
	for _, key := range b.keys {
		if key != "name" && key != "title" && hasWord(fault, key) {
			return b.lines[key]
		}
	}
	for _, word := range properName.FindAllString(fault, -1) {
		if key := b.keyWith(word); key != "" && key != "name" {
			return b.lines[key]
		}
	}
	return b.first()
}

// saidNumber matches the value of a number in a fault.
var saidNumber = regexp.MustCompile(`\bis (-?\d+)\b`)

var properName = regexp.MustCompile(`[A-Z][a-z]+(?:[ -][A-Z][a-z]+)*`)

// first returns the line of a block's name, or of its header if that identifies it.
func (b *block) first() int {
	if strings.HasSuffix(b.path, "]") {
		for _, key := range []string{"name", "title", "seat"} {
			if at, ok := b.lines[key]; ok {
				return at
			}
		}
	}
	return b.line
}

// entry finds a line by the name of an entry before all tables, or of a table or kind of table that the fault calls
// by another name.
func entry(blocks []*block, subject, rest string) int {
	bare, _, _ := strings.Cut(subject, " (")
	if at, ok := blocks[0].lines[bare]; ok {
		return at
	}
	var of []*block
	for _, b := range blocks[1:] {
		kind, _, _ := strings.Cut(plainPath(b.path), ".")
		if kind == bare || kind+"s" == bare || strings.HasSuffix(bare, " "+kind) {
			of = append(of, b)
		}
	}
	numbers := numberText.FindAllString(rest, -1)
	for _, b := range of {
		for _, key := range b.keys {
			if hasWord(rest, key) && slices.ContainsFunc(List[string](b.value(key)), func(part string) bool {
				return slices.Contains(numbers, part)
			}) {
				return b.lines[key]
			}
		}
	}
	for _, name := range properName.FindAllString(rest, -1) { // a missing name may be there in another spelling
		for _, b := range of {
			if steps := distance(name, b.name()); 0 < steps && steps <= 2 {
				return b.first()
			}
		}
	}
	_, missing, ok := strings.Cut(rest, "missing: ")
	least, _ := strconv.Atoi(numberText.FindString(missing))
	at := 0
	for _, b := range of {
		_, header, _ := strings.Cut(b.head, " ")
		for _, span := range spans(header) {
			if ok && span[0] < least {
				at = b.line // the line after which it is missing
			}
		}
		if b.head == bare {
			at = b.within(rest)
		}
	}
	return at
}

var numberText = regexp.MustCompile(`\d+`)
