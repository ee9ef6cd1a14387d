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
	Line int // where it stands; 0: nowhere in particular, or it is not known yet
	Text string
}

// Error is the fault without its line.
func (f *Fault) Error() string { return f.Text }

// A block is a table of a pack: its header and the entries below it. The entries before all headers are one, too.
type block struct {
	path   string // "map[0].territory[3]"
	kind   string // "territory"
	head   string // what stands in the header, as a fault names it: "odd 25-26"
	line   int
	keys   []string
	lines  map[string]int // of the keys
	values map[string]string
}

// name is how the block is called.
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

// blocksOf takes a pack apart into its tables, by lines.
func blocksOf(text string) []*block {
	now := &block{lines: map[string]int{}, values: map[string]string{}, line: 1}
	out := []*block{now}
	counts := map[string]int{}
	closing, depth := "", 0
	for i, line := range strings.Split(text, "\n") {
		if closing != "" { // within a text of several lines
			if strings.Contains(line, closing) {
				closing = ""
			}
			continue
		}
		if depth > 0 { // within a list of several lines
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

// open gives a block the path of its header. Of tables that come several times it is that of the latest.
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

// brackets is how many brackets a line opens that it does not close. Those in texts do not count.
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

// lineOf is the line of an entry by the path of its table and its key, or of the table if that has it in a list.
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

// At is an error about a pack with the lines of all faults, as far as they have one: "line 14: ...".
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

// locate finds the line that a fault is about: what stands before its colons is the name of a table, of tables in it or
// of an entry, and what it quotes stands in one of its entries. 0: it is about no line.
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

// quoting is the first of some blocks that has what a fault quotes, unless the block around them has it.
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

// before is the name with which a fault begins that says that something comes twice.
func before(text string) string {
	name, _, _ := strings.Cut(text, " comes twice")
	return name
}

// surest is the block that a fault is most likely about; nil if it is about none. Of two of one name it is the later,
// if the fault is that they are two.
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

// about is how surely a block is what a fault is about; less than 2 if it is not.
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

// headNumber reports whether a header such as "chit 12-14" has the number of a subject such as "chit 13".
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

// spans are the numbers of a header: "11, 13-16".
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

// quotedIn are the texts that a fault quotes.
func quotedIn(text string) []string {
	var out []string
	for _, m := range quotedText.FindAllStringSubmatch(text, -1) {
		if m[1] != "" {
			out = append(out, m[1])
		}
	}
	return out
}

// keyWith is the entry in which a text stands; "" for none. Of a short text it is the whole.
func (b *block) keyWith(text string) string {
	const short = 3
	for _, key := range b.keys {
		if value := b.values[key]; unquoted(value) == text || len(text) >= short && strings.Contains(value, text) {
			return key
		}
	}
	return ""
}

// hasWord reports whether a sentence has a key as a word, in the singular or in the plural.
func hasWord(text, key string) bool {
	if _, err := strconv.Atoi(key); err == nil {
		return false // a count of something else, mostly
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

// within is the line of the entry of a block that a fault is about, or else of its name or its header.
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

// saidNumber is the number that a fault says something is.
var saidNumber = regexp.MustCompile(`\bis (-?\d+)\b`)

var properName = regexp.MustCompile(`[A-Z][a-z]+(?:[ -][A-Z][a-z]+)*`)

// first is the line of a block's name, or of its header where that says what it is.
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

// entry finds a line by an entry before all tables, or by a table or a kind of tables that is named otherwise.
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
	for _, name := range properName.FindAllString(rest, -1) { // one that is missing may be there in other letters
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
				at = b.line // behind which it is missing
			}
		}
		if b.head == bare {
			at = b.within(rest)
		}
	}
	return at
}

var numberText = regexp.MustCompile(`\d+`)
