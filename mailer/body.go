package mailer

import (
	"bytes"
	"slices"
	"strings"
)

// quality ranks the candidates for the text of a mail, the worst first.
type quality int

const (
	noText    quality = iota
	attached          // a file of plain text, in a mail without any other text
	forwarded         // an attached mail
	otherText         // text of another type that can be read as it is
	fromHTML          // HTML or text/enriched
	plainText
)

// A reading is the state of readText while it collects the text of a mail.
type reading struct {
	all         bool  // read attached files and mails, too
	bytes, html int   // read so far: of any text, and of HTML
	lack        error // why there may be no text
}

// readText returns the text of a mail. It reads attached files and mails only if there is no other text.
func readText(root part) (string, error) {
	var r reading
	text, _, err := r.text(root)
	if err == nil && r.lack != nil && strings.TrimSpace(text) == "" {
		r = reading{all: true}
		text, _, err = r.text(root)
	}
	if err != nil {
		return "", err
	}
	if text, err = unarmour(tidy(text)); err != nil {
		return "", err
	}
	switch {
	case len(text) > MaxText:
		return "", errText
	case text == "":
		return "", r.lack
	}
	return text, nil
}

func (r *reading) text(p part) (string, quality, error) {
	switch {
	case p.kind == "multipart/encrypted":
		return "", noText, errEncrypted
	case p.kind == "multipart/alternative":
		return r.best(p.parts)
	case p.is("multipart/"):
		return r.join(p.parts)
	case p.is("message/"):
		return r.mail(p)
	case isSealed(p):
		if len(p.parts) == 0 {
			r.lack = errEncrypted
			return "", noText, nil
		}
		return r.text(p.parts[0])
	case !isText(p.kind):
		r.miss(p)
		return "", noText, nil
	case isAttachment(p.head) && (!r.all || p.kind == "text/html"):
		r.miss(p)
		return "", noText, nil
	case isAttachment(p.head):
		text, q, err := r.leaf(p)
		return text, min(q, attached), err
	}
	return r.leaf(p)
}

// miss records that a part was not read, for the error message.
func (r *reading) miss(p part) {
	switch {
	case p.kind == "application/pgp-encrypted":
		r.lack = errEncrypted
	case isTNEF(p) && r.lack != errEncrypted:
		r.lack = errTNEF
	case r.lack == nil && len(bytes.TrimSpace(p.body)) > 0:
		r.lack = errNoText
	}
}

// leaf decodes a part that is text.
func (r *reading) leaf(p part) (string, quality, error) {
	if len(p.body) > 3*MaxText && transferEncoding(p.encoding()) == "base64" {
		return "", noText, errText
	}
	b := p.decoded()
	if r.bytes += len(b); r.bytes > 2*MaxText { // decoding may shrink a text, but not by half
		return "", noText, errText
	}
	text := toUTF8(p.param.get("charset"), b)
	switch p.kind {
	case "text/html", "text/enriched", "text/richtext":
	default:
		if p.kind != "text/plain" || p.head.Get("content-type") != "" || !looksLikeHTML(text) {
			break
		}
		p.kind = "text/html"
	}
	switch p.kind {
	case "text/html":
		if r.html += len(text); r.html > maxHTML {
			return "", noText, errHTML
		}
		if text, ok := htmlText(text, maxTags); ok {
			return text, fromHTML, nil
		}
		return "", noText, errHTML
	case "text/enriched", "text/richtext":
		return enrichedText(text, p.kind == "text/enriched"), fromHTML, nil
	case "text/plain":
		if strings.EqualFold(p.param.get("format"), "flowed") {
			text = unflow(text, strings.EqualFold(p.param.get("delsp"), "yes"))
		}
		return text, plainText, nil
	case "text/markdown", "text/x-markdown":
		return text, plainText, nil
	}
	return text, otherText, nil
}

// best returns the text of the part of highest quality, as for multipart/alternative. It does not decode the others.
func (r *reading) best(parts []part) (string, quality, error) {
	order := slices.Clone(parts)
	slices.SortStableFunc(order, func(a, b part) int { return int(expectedQuality(b) - expectedQuality(a)) })
	for _, p := range order {
		text, q, err := r.text(p)
		if err != nil || strings.TrimSpace(text) != "" {
			return text, q, err
		}
	}
	return "", noText, nil
}

// expectedQuality returns the best quality that the text of a part can have, without decoding it.
func expectedQuality(p part) quality {
	switch {
	case p.is("multipart/"):
		best := noText
		for _, child := range p.parts {
			best = max(best, expectedQuality(child))
		}
		return best
	case p.kind == "text/plain", p.kind == "text/markdown":
		return plainText
	case p.kind == "text/html", p.kind == "text/enriched", p.kind == "text/richtext":
		return fromHTML
	case isText(p.kind):
		return otherText
	}
	return noText
}

// join returns the texts of all parts, one below the other.
func (r *reading) join(parts []part) (string, quality, error) {
	var (
		all  []string
		rank quality
	)
	for _, p := range parts {
		text, q, err := r.text(p)
		if err != nil {
			return "", noText, err
		}
		if strings.TrimSpace(text) == "" || len(all) > 0 && sameWords(all[len(all)-1], text) {
			continue // some programs add the same text again, as HTML
		}
		all, rank = append(all, strings.TrimRight(text, "\r\n")), max(rank, q)
	}
	return strings.Join(all, "\n"), rank, nil
}

// mail returns the text of an attached mail as a quotation, since the letter's author did not write it.
func (r *reading) mail(p part) (string, quality, error) {
	r.miss(p)
	switch {
	case !r.all || p.kind == "message/partial":
		return "", noText, nil
	case len(p.parts) == 0: // a report
		text, _, err := r.leaf(p)
		return text, forwarded, err
	}
	text, _, err := r.text(p.parts[0])
	return quote(text), forwarded, err
}

// quote puts "> " before every line.
func quote(text string) string {
	var out strings.Builder
	for line := range strings.Lines(strings.ReplaceAll(text, "\r\n", "\n")) {
		if out.WriteByte('>'); line[0] != '>' && line[0] != '\n' {
			out.WriteByte(' ')
		}
		out.WriteString(line)
	}
	return out.String()
}

// isText reports whether a content type is text to be read. Unknown types of text are read as plain (RFC 2046,
// 4.1.4).
func isText(kind string) bool {
	switch kind {
	case "text/calendar", "text/vcard", "text/x-vcard", "text/directory", "text/css", "text/javascript", "text/rtf",
		"text/x-amp-html", "text/rfc822-headers", "text/xml":
		return false
	}
	return strings.HasPrefix(kind, "text/")
}

// sameWords reports whether two texts have the same words, whatever spaces and line ends are between them.
func sameWords(a, b string) bool {
	if len(a) > 2*len(b)+100 || len(b) > 2*len(a)+100 {
		return false
	}
	next := func(s string) (word, rest string) {
		s = strings.TrimLeft(s, " \t\r\n\u00a0")
		if i := strings.IndexAny(s, " \t\r\n\u00a0"); i >= 0 {
			return s[:i], s[i:]
		}
		return s, ""
	}
	for a != "" || b != "" {
		var x, y string
		x, a = next(a)
		if y, b = next(b); x != y {
			return false
		}
	}
	return true
}

func looksLikeHTML(text string) bool {
	start := strings.ToLower(strings.TrimLeft(text[:min(len(text), 200)], " \t\r\n\ufeff"))
	return strings.HasPrefix(start, "<html") || strings.HasPrefix(start, "<!doctype html")
}
