// Package parser reads what people write: it splits the text of a letter into its tag, its commands, its order form
// and the lines for the game, and finds names in them.
//
// It does not depend on any game or on mail: each game interprets its own orders, and the mailer decodes MIME.
package parser

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Letter is what Read found in a letter's subject and text.
type Letter struct {
	Tags     []Tag     // tags, the most reliable first; some may be texts in brackets added by a mail gateway
	Headline string    // headline of a letter of ours that is quoted, or ""
	Game     string    // the name in a GAME line, in lower case, or ""
	As       string    // the seat in an AS line, as written
	Commands []Command // commands in the order in which they occur
	Lines    []string  // the lines for the game, trimmed and without empty ones
	Faults   []Fault   // commands that can't be carried out as they stand
	Form     *Form     // the first order form in the letter, quoted or not; nil if there is none
	Headless []string  // the lines of a quoted order form that lacks its head
	Subject  []Command // JOIN, LEAVE and OBSERVE in the subject, if the text contains neither commands nor lines
	Verdict  Verdict   // the yes or no that a short letter begins with
	Written  []string  // all lines that the author wrote, without quotations, up to the signature

	asides  []aside
	lastEnd int // index of the last ENDPRESS or ENDDIARY; -1 if there is none
}

// A Command is a line for the game master, not for the game.
type Command struct {
	Name string // one of Commands, in upper case
	Args string // the rest of its line
	Text string // for PRESS and DIARY, the lines up to ENDPRESS or ENDDIARY
	Line string // for JOIN, LEAVE and OBSERVE: the line as written, since it may be prose
	Game string // for JOIN, LEAVE and OBSERVE: the game that is named, in lower case, or ""
	Off  bool   // for OBSERVE: whether to stop watching

	Signed Signing // for PRESS: whether it names its writer
	Quiet  bool    // for PRESS: whether the writer wants no copy
}

// A Signing says whether press names its writer.
type Signing string

// White press names its writer, grey press does not. With "" the game's setting decides.
const (
	White Signing = "white"
	Grey  Signing = "grey"
)

// A Fault is a line that can't be carried out, with a sentence that tells the player why.
type Fault struct{ Line, Text string }

// Limits that no letter with orders comes near. Anything beyond them is not read, and the answer says so.
const (
	maxRaw   = 4000 // number of lines, including quotations and signatures
	maxLines = 400
	maxLine  = 800 // length of a line in bytes
)

var tag = regexp.MustCompile(`\[([A-Za-z0-9][A-Za-z0-9_-]{0,39})(?:\.([0-9]{1,6}))?` +
	`(?:\s+([A-Za-z][A-Za-z .'-]{0,39}))?\](?:\s*([A-Za-z]+)\s*:)?`)

// A Tag names the game, the question and the seat that a letter is for: "[g1] Title: France" in a subject of ours,
// "[g1.12] France: ..." in a headline of ours or wherever a player writes it.
type Tag struct {
	Game     string // name of the game, in lower case
	Question int    // number of the question; 0 if there is none
	Seat     string // the word in or after the tag: the name of a seat, or any other word
	// for a tag without a question: what follows the last colon of the subject, which may be a seat's name
	Last   string
	Quoted bool // whether it was found in the quoted headline or form, not in the subject
}

// String returns the tag as it is written, without the seat.
func (t Tag) String() string {
	if t.Question == 0 {
		return "[" + t.Game + "]"
	}
	return "[" + t.Game + "." + strconv.Itoa(t.Question) + "]"
}

// Read reads a letter's subject and text. Of quotations, signatures and forwarded letters it reads only our
// headline and an order form.
func Read(subject, text string) Letter {
	l := read(subject, text)
	if len(l.Commands) == 0 && len(l.Lines) == 0 {
		l.Subject = slices.DeleteFunc(read("", subject).Commands, func(c Command) bool { return c.Line == "" })
	}
	l.Verdict = verdict(l.Lines)
	return l
}

func read(subject, text string) Letter {
	var l Letter
	if strings.Count(text, "\n") > maxRaw {
		l.Faults = append(l.Faults, Fault{"...", fmt.Sprintf("Your letter has more than %d lines; the rest was not "+
			"read.", maxRaw)})
	}
	lines, asides, form, headline := written(withoutMarkup(text))
	l.Written = lines
	l.Headless = slices.DeleteFunc(headless(strings.Split(Plain(text), "\n")), l.tooLong)
	l.Headline, l.Tags = headline, tags(subject, headline, form)
	if l.Form = form; form != nil {
		form.Lines = slices.DeleteFunc(form.Lines, l.tooLong)
	}
	l.lastEnd = lastEndPress(lines)
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		name, args := command(line)
		switch name {
		case "":
			for ; len(asides) > 0 && asides[0].at <= i; asides = asides[1:] {
				l.asides = append(l.asides, aside{at: len(l.Lines), text: asides[0].text})
			}
			if l.line(line); len(l.Lines) == maxLines {
				l.Faults = append(l.Faults, Fault{line, "Nothing below this line was read: your letter has too " +
					"many lines."})
				return l
			}
		case "END":
			return l
		case "AMEND": // all orders amend those on file anyway
		case "TRY":
			l.Commands = append(l.Commands, Command{Name: name})
			l.line(args)
		case "GAME":
			l.Game = strings.ToLower(strings.Trim(args, "[]"))
		case "AS":
			l.As = args
		case "PRESS":
			i = l.press(lines, i, args)
		case "DIARY":
			i = l.diary(lines, i)
		default:
			c := Command{Name: name, Args: args}
			if name == "JOIN" || name == "LEAVE" || name == "OBSERVE" {
				c.Line = line
				c.Game, c.Off = gameOf(name, args)
			}
			l.Commands = append(l.Commands, c)
		}
	}
	for _, a := range asides {
		l.asides = append(l.asides, aside{at: len(l.Lines), text: a.text})
	}
	return l
}

// Has reports whether a letter has a command of that name.
func (l Letter) Has(name string) bool {
	return slices.ContainsFunc(l.Commands, func(c Command) bool { return c.Name == name })
}

// Without returns the letter with some of its commands, which must be JOIN, LEAVE or OBSERVE, turned back into lines.
func (l Letter) Without(commands ...Command) Letter {
	l.Commands = slices.DeleteFunc(slices.Clone(l.Commands),
		func(c Command) bool { return slices.Contains(commands, c) })
	l.Lines = slices.Clone(l.Lines)
	for _, c := range commands {
		l.Lines = append(l.Lines, c.Line)
	}
	return l
}

// Asks returns the commands of a letter, or those of its subject if the text has nothing to read.
func (l Letter) Asks() []Command {
	if len(l.Commands) > 0 || len(l.Lines) > 0 {
		return l.Commands
	}
	return l.Subject
}

// Named returns the games that a letter names in a GAME line or a tag, the most reliable first.
func (l Letter) Named() []string {
	var out []string
	if l.Game != "" {
		out = append(out, l.Game)
	}
	for _, t := range l.Tags {
		out = append(out, t.Game)
	}
	return out
}

// CommandOf returns the name of the command in a line, or "".
func CommandOf(line string) string {
	name, _ := command(line)
	return name
}

// line adds a line for the game.
func (l *Letter) line(line string) {
	if line != "" && !l.tooLong(line) {
		l.Lines = append(l.Lines, line)
	}
}

// tooLong reports whether a line is too long to be read, and notes the fault.
func (l *Letter) tooLong(line string) bool {
	if len(line) <= maxLine {
		return false
	}
	l.Faults = append(l.Faults, Fault{strings.ToValidUTF8(line[:40], "") + "...", "This line is too long to be read."})
	return true
}

// press reads the press that begins at line i, and returns the index of its last line.
func (l *Letter) press(lines []string, i int, args string) int {
	c := Command{Name: "PRESS"}
	c.Signed, c.Quiet, args = pressHow(args)
	to, ok := cutWord(args, "TO")
	ok = ok && to != ""
	if c.Args = strings.TrimRight(to, ":"); !ok && !l.ends(lines, i) {
		l.Faults = append(l.Faults, Fault{lines[i], "To send press, write a line PRESS TO and the names, your " +
			"words below it, and a line ENDPRESS. Nothing was sent."})
		return i
	}
	body, last := l.block(lines, i)
	switch {
	case last == len(lines):
		l.Faults = append(l.Faults, Fault{lines[i], "The line ENDPRESS is missing below it. Nothing was sent, " +
			"and the lines below were not read as orders."})
	case !ok:
		l.Faults = append(l.Faults, Fault{lines[i], "Say who it is for: PRESS TO ALL, or PRESS TO France, Italy. " +
			"Nothing was sent."})
	case body == "":
		l.Faults = append(l.Faults, Fault{lines[i], "There is nothing between it and ENDPRESS. Nothing was sent."})
	default:
		c.Text = body
		l.Commands = append(l.Commands, c)
	}
	return last
}

// diary reads the diary entry that begins at line i, and returns the index of its last line.
func (l *Letter) diary(lines []string, i int) int {
	body, last := l.block(lines, i)
	switch {
	case last == len(lines):
		l.Faults = append(l.Faults, Fault{lines[i], "The line ENDDIARY is missing below it. Nothing was kept, " +
			"and the lines below were not read as orders."})
	case body == "":
		l.Faults = append(l.Faults, Fault{lines[i], "There is nothing between it and ENDDIARY. Nothing was kept."})
	default:
		l.Commands = append(l.Commands, Command{Name: "DIARY", Text: body})
	}
	return last
}

// ends reports whether a line that ends press follows line i.
func (l *Letter) ends(lines []string, i int) bool {
	return i < l.lastEnd && slices.ContainsFunc(lines[i+1:], isEndPress)
}

// block returns what stands between line i and the line that ends the block, and the index of that line. If the end
// is missing, the rest of the letter is not read, because it may contain either press or orders that nobody else must
// see; last is len(lines) then.
func (l *Letter) block(lines []string, i int) (body string, last int) {
	n := -1
	if i < l.lastEnd {
		n = slices.IndexFunc(lines[i+1:], isEndPress)
	}
	if n < 0 || slices.ContainsFunc(lines[i+1:i+1+n], breaksOff) {
		return "", len(lines)
	}
	return strings.Trim(strings.Join(lines[i+1:i+1+n], "\n"), "\n"), i + 1 + n
}

// breaksOff reports whether another block or an old letter begins at a line, so that the block before it lacks its
// end.
func breaksOff(line string) bool {
	if isPress(line) || isOurs(line) || forwarded(line) {
		return true
	}
	return header([]string{line, "Date: x", ""})
}

// pressHow reads the words between PRESS and TO, which say how it is sent.
func pressHow(args string) (sign Signing, quiet bool, rest string) {
	for {
		word, rest, _ := strings.Cut(args, " ")
		switch strings.ToUpper(strings.Trim(word, ",")) {
		case "GREY", "GRAY", "ANONYMOUS":
			sign = Grey
		case "WHITE", "SIGNED":
			sign = White
		case "QUIET":
			quiet = true
		default:
			return sign, quiet, args
		}
		args = strings.TrimSpace(rest)
	}
}

// command reads a line as a command. The name is "" if the line is not a command, because its first word is not the
// name of one or the rest does not fit.
func command(line string) (name, args string) {
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	if strings.EqualFold(strings.TrimRight(rest, ".!"), "please") {
		rest = ""
	}
	bare := strings.TrimRight(word, ":.!?")
	name = strings.ToUpper(bare)
	switch name {
	case "CLEAR", "WAIT", "END", "WARTEN", "FERTIG", "ENDE":
		if bare != word { // the end of a sentence: "I hope this is / clear."
			return "", ""
		}
	case "ORDERS", "BEFEHLE":
		if word != name { // "Orders:" is a heading, which does not delete anything on file
			return "", ""
		}
	case "WATCH", "COSTS", "CARDS", "FILM":
		if word != name { // in lower case the word is prose, and with a colon a heading
			return "", ""
		}
	}
	if asks, args, ok := hypothetical(word, rest); ok {
		return asks, args
	}
	if name, rest = fromJudge(name, rest); name == "" || name == "AMEND" {
		return name, ""
	}
	usage, ok := usageOf(name)
	if !ok {
		if name, rest, ok = inGerman(bare, rest); !ok {
			return "", ""
		}
		usage, ok = usageOf(name)
	}
	if !ok || !fits(name, rest, usage.Args != "") {
		return "", ""
	}
	return name, rest
}

func usageOf(name string) (Usage, bool) {
	i := slices.IndexFunc(commands, func(u Usage) bool { return u.Name == name })
	if i < 0 {
		return Usage{}, false
	}
	return commands[i], true
}

// fromJudge translates the commands of the old Diplomacy judges. The name is "" for prose that begins with such a word.
func fromJudge(word, rest string) (name, args string) {
	switch word {
	case "SIGNOFF":
		return "END", rest
	case "GAMES":
		return "LIST", rest
	case "BOARD":
		return "MAP", rest
	case "WATCH":
		return "OBSERVE", rest
	case "SIGNON": // "SIGNON ?dm1" asks for a place
		if asked, ok := strings.CutPrefix(rest, "?"); ok {
			return "JOIN", asked
		}
		if n := len(strings.Fields(rest)); n == 1 || n == 2 { // a seat, and possibly a password, which is not needed
			return "STATUS", ""
		}
		return "", ""
	case "BROADCAST":
		_, _, to := pressHow(rest)
		if t := strings.ToUpper(strings.Trim(to, " :.")); t != "" && t != "TO ALL" {
			return "", ""
		}
		return "PRESS", strings.TrimSpace(strings.TrimSuffix(rest, to) + " TO ALL")
	case "AMEND":
		if rest != "" { // such as "Amend my orders: A Mun-Bur"
			return "", ""
		}
	}
	return word, rest
}

var zone = regexp.MustCompile(`^(?i:[a-z]+|[a-z]+/[a-z0-9/_+-]+)$`)

// phase matches the name or the number of a phase, but not a sentence.
var phase = regexp.MustCompile(`^(?:(?i:turn) [0-9]+, \pL+|(?:\pL+ ){0,3}[0-9]+(?: \pL+)?` +
	`(?:, (?i:income|winter|(?:\pL+ [0-9]+|[0-9]+(?:st|nd|rd|th) turn)(?:, \pL+)?))?)\.?$`)

// setting matches what follows SET: a name, and a value.
var setting = regexp.MustCompile(`^(?i:map|letters|language)(?: *[=:]? *\pL+)?\.?$`)

// Setting splits the arguments of SET into a name and a value, both in upper case: "MAP" and "PNG", "LETTERS" and
// "SHORT". The value may be "".
func Setting(args string) (name, value string) {
	words := strings.FieldsFunc(strings.ToUpper(args), func(r rune) bool { return strings.ContainsRune(" =:.", r) })
	words = append(words, "", "")
	return words[0], words[1]
}

// standing matches what follows ON: a kind of question, and either DO and an answer or OFF.
var standing = regexp.MustCompile(`^(?i:([a-z]+)(?:\s+do:?\s+(\S.*)|\s+off))$`)

// Standing splits the arguments of ON into the kind of question, in lower case, and the answer, which is "" for OFF.
func Standing(args string) (kind, answer string) {
	m := standing.FindStringSubmatch(args)
	if m == nil {
		return "", ""
	}
	return strings.ToLower(m[1]), m[2]
}

var game = regexp.MustCompile(`^\[?[A-Za-z0-9_-]+\]?$`)

// observe matches a game's name, perhaps with OFF or a password, or OFF alone.
var observe = regexp.MustCompile(`^\??\[?[A-Za-z0-9_-]+\]?(?:\s+[^\s.!?]+)?$`)

// join matches a game's name, perhaps with a list of seats.
var join = regexp.MustCompile(`^\[?[A-Za-z0-9_-]+\]?(?:[:,]?\s+[\pL\pN*][\pL\pN '*,;/=>()-]*)?\.?$`)

// asBefore matches the continuation of a sentence that begins with "as".
var asBefore = regexp.MustCompile(`^(?i:usual|before|always|ever|planned|agreed|discussed|said|is|it|i|you|we|` +
	`for|to|in|on|the|last)\b`)

// second matches what follows ALSO: an address, perhaps written out as a link by a mail program.
var second = regexp.MustCompile(`^<?([^\s<>@,;:]+@[^\s<>@,;:]*[^\s<>@,;:.])>?[.,;]?(?:\s*<mailto:[^\s<>]+>)?$`)

// SecondAddress returns the address in the arguments of ALSO, which is "" for OFF.
func SecondAddress(args string) string {
	m := second.FindStringSubmatch(args)
	if m == nil {
		return ""
	}
	return m[1]
}

// fits reports whether the rest of a line that begins with a command fits the command, rather than being a sentence.
// takes says whether the command takes arguments.
func fits(word, rest string, takes bool) bool {
	switch word {
	case "PRESS":
		_, _, rest = pressHow(rest)
		if _, to := cutWord(rest, "TO"); to || rest == "" {
			return true
		}
		return few(rest, 1, ".!?") || strings.Contains(rest, ": ")
	case "GAME":
		return game.MatchString(rest)
	case "JOIN":
		return join.MatchString(rest)
	case "OBSERVE":
		return observe.MatchString(rest)
	case "LEAVE":
		return rest == "" || game.MatchString(rest)
	case "ZONE":
		return zone.MatchString(rest)
	case "MAP", "HISTORY":
		return rest == "" || phase.MatchString(rest)
	case "SET":
		return rest == "" || setting.MatchString(rest)
	case "ON":
		return standing.MatchString(rest)
	case "ABSENCE":
		return rest == "" || strings.EqualFold(rest, "OFF") || strings.ContainsAny(rest, "0123456789")
	case "RESIGN":
		return rest == "" || strings.EqualFold(rest, "YES")
	case "ALSO": // otherwise it is prose: "Also, I think that ..."
		return strings.EqualFold(rest, "OFF") || SecondAddress(rest) != ""
	case "LOCK":
		return rest == "" || strings.EqualFold(rest, "OFF")
	case "MUTE":
		return few(rest, 12, ":;.!?")
	case "AS":
		return few(rest, 3, ",:;.!?") && !asBefore.MatchString(rest)
	}
	return (rest != "") == takes
}

// few reports whether a text has from one to most words, and contains none of the given characters.
func few(text string, most int, signs string) bool {
	n := len(strings.Fields(text))
	return 0 < n && n <= most && !strings.ContainsAny(text, signs)
}

func cutWord(s, word string) (rest string, ok bool) {
	first, rest, _ := strings.Cut(s, " ")
	return strings.TrimSpace(rest), strings.EqualFold(first, word)
}

// ours matches the first line of a letter from the game master. If an answer is followed by a letter of ours, that
// begins with this line, in whatever language the player's mail program introduces it.
var ours = regexp.MustCompile(`^\s*[a-z0-9][a-z0-9_-]*, [^:]+: (?:you are|du bist|Sie sind) [^:]+\.\s*$`)

func isOurs(line string) bool { return strings.Contains(line, ", ") && ours.MatchString(line) }

// pressFrom matches the sender in the subject or the headline of our letters with press.
var pressFrom = regexp.MustCompile(`\][^:]*: (?:press from|Presse (?:von|vom)) ((?:the )?\pL[\pL ]*)`)

// PressFrom returns whose press a letter answers, by its subject or by the headline that it quotes.
func PressFrom(subject string) (who string, ok bool) {
	m := pressFrom.FindStringSubmatch(subject)
	if m == nil {
		return "", false
	}
	switch who = strings.TrimSpace(m[1]); who {
	case "Spielleiter":
		who = "the game master"
	case "jemandem":
		who = "somebody"
	}
	return who, true
}

func isPress(line string) bool {
	name, _ := command(strings.TrimSpace(line))
	return name == "PRESS" || name == "DIARY"
}

func isEndPress(line string) bool {
	if len(line) >= 100 {
		return false
	}
	switch strings.ToUpper(strings.Trim(strings.ReplaceAll(line, " ", ""), ".:!")) {
	case "ENDPRESS", "ENDDIARY", "ENDBROADCAST", "ENDPRESSE", "ENDEPRESSE", "ENDTAGEBUCH":
		return true
	}
	return false
}

// lastEndPress returns the index of the last line that ends press, or -1.
func lastEndPress(lines []string) int {
	last := len(lines) - 1
	for last >= 0 && !isEndPress(lines[last]) {
		last--
	}
	return last
}

// gameOf returns the game that JOIN, LEAVE or OBSERVE names, and whether OFF follows: OBSERVE OFF, OBSERVE dm2 OFF.
// It ignores a password, which older judges required.
func gameOf(command, args string) (game string, off bool) {
	for i, word := range strings.Fields(args) {
		switch {
		case command == "OBSERVE" && strings.EqualFold(word, "off"):
			off = true
		case game == "" && (i == 0 || command == "OBSERVE"):
			game = strings.ToLower(strings.Trim(word, "[]:,.?"))
		}
	}
	return game, off
}
