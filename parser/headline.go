package parser

import (
	"regexp"
	"strconv"
	"strings"
)

// headline matches the first line of a letter of ours: "[dm1.4] France: on file for Spring 1901, revision 2". The
// subject of a game's letters never changes, so that mail programs show them as one thread; the news is in the
// headline.
var headline = regexp.MustCompile(`^\[([a-z0-9][a-z0-9_-]{0,39})(?:\.([0-9]{1,6}))?\] ([^:\[\]|>]{1,40}): (\S.*)$`)

// Headline splits the text of one of our letters into its headline and the rest. The headline is "" if there is none.
func Headline(text string) (line, rest string) {
	line, rest, _ = strings.Cut(text, "\n\n")
	if !headline.MatchString(line) {
		return "", text
	}
	return line, rest
}

// A mail program may break the headline that it quotes into up to maxHeadline lines of up to maxBroken bytes.
const (
	maxHeadline = 3
	maxBroken   = 200 // largest length of a part of a broken headline, in bytes
)

// headlineAt reads the headline that begins with the first of the lines, and reports whether the following lines look
// like one of our letters. Our letters print press behind bars, so text from players can't be mistaken for a
// headline.
func headlineAt(lines []string) (line string, goesOn bool) {
	line = unmarked(lines[0])
	name, _, ok := strings.Cut(strings.TrimPrefix(line, "["), "]")
	if !ok || line[0] != '[' || len(line) > maxBroken {
		return "", false
	}
	name, _, _ = strings.Cut(name, ".")
	n := 1
	for ; n < min(len(lines), maxHeadline); n++ {
		more := unmarked(lines[n])
		below := more == "" || more[0] == '|' || strings.HasPrefix(more, name+", ")
		if below || len(more) > maxBroken {
			break
		}
		line += " " + more
	}
	if !headline.MatchString(line) {
		return "", false
	}
	for n < len(lines) && n < maxHeadline+2 && unmarked(lines[n]) == "" {
		n++
	}
	head := ""
	for _, more := range lines[n:min(len(lines), n+maxHeadline)] {
		if more = unmarked(more); len(more) > maxBroken {
			break
		}
		if head = strings.TrimSpace(head + " " + more); strings.HasPrefix(head, name+", ") && ours.MatchString(head) {
			return line, true
		}
	}
	return line, false
}

// unmarked removes the marks that mail programs put before quotations. It keeps bars, which are our own.
func unmarked(line string) string { return strings.TrimSpace(strings.TrimLeft(line, "> \t")) }

// headlineTag reads the tag of a headline.
func headlineTag(line string) (Tag, bool) {
	m := headline.FindStringSubmatch(line)
	if m == nil {
		return Tag{}, false
	}
	question, err := strconv.Atoi(m[2])
	if err != nil {
		question = 0 // the headline contains no number
	}
	return Tag{Game: m[1], Question: question, Seat: m[3], Quoted: true}, true
}

// tags returns the tags of a letter, the most reliable first: those in the subject with a number of a question, which
// the player must have written on purpose; then those of the quoted headline and the form, since our subjects have no
// number; then the others of the subject.
func tags(subject, quoted string, form *Form) []Tag {
	subject = Plain(subject)
	var numbered, others []Tag
	for _, m := range tag.FindAllStringSubmatchIndex(subject, -1) {
		part := func(i int) string { return subject[max(0, m[2*i]):max(0, m[2*i+1])] }
		t := Tag{Game: strings.ToLower(part(1)), Seat: strings.TrimSpace(part(3) + part(4))}
		if question, err := strconv.Atoi(part(2)); err == nil {
			t.Question = question
			numbered = append(numbered, t)
			continue
		}
		t.Last = lastWords(subject[m[1]:], part(4) != "")
		others = append(others, t)
	}
	if t, ok := headlineTag(quoted); ok {
		numbered = append(numbered, t)
	}
	if form != nil {
		t := form.Tag
		t.Quoted = true
		numbered = append(numbered, t)
	}
	return append(numbered, others...)
}

// lastWords returns what follows the last colon behind a tag, such as the seat in "[g1] Title: France - report". Text
// in brackets was added by a gateway and is ignored. colon says that a colon has already been read with the tag.
func lastWords(rest string, colon bool) string {
	rest, _, _ = strings.Cut(rest, " - ") // the kind of letter follows
	if i := strings.IndexAny(rest, "[("); i >= 0 {
		rest = rest[:i]
	}
	if i := strings.LastIndex(rest, ":"); i >= 0 {
		rest, colon = rest[i+1:], true
	}
	if rest = strings.TrimSpace(rest); !colon || len(rest) > 40 {
		return ""
	}
	return rest
}
