package pages

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"slices"
	"time"

	"deaddrop/gm"
	"deaddrop/templates"
)

// mostUpdates is the largest number of entries in a feed.
const mostUpdates = 30

// An update is an entry of a feed.
type update struct {
	Title, Text string
	Path        string // path of the page to which it links
	At          time.Time
}

// updateOf returns the latest news of a game; ok is false if its time is not known.
func updateOf(c card) (u update, ok bool) {
	u = update{Path: dir(templates.English, c.Name), At: c.At}
	switch c.State {
	case "over":
		u.Title, u.Text = c.Name+": over", c.Title+" is over."
	case "forming":
		return u, false
	default:
		u.Title, u.Text = c.Name+": "+c.Phase, "A report of "+c.Title+" is out. It is "+c.Phase+" now."
	}
	return u, !c.At.IsZero()
}

// gameFeed returns the feed of a game, with one entry for each turn.
func (s *Site) gameFeed(t story) ([]byte, error) {
	var all []update
	for _, tn := range t.turns {
		if !tn.At.IsZero() {
			all = append(all, update{Title: t.card.Name + ": " + tn.Phase, Text: "What happened in " + tn.Phase + ".",
				Path: fmt.Sprintf("%sturns/%d/", dir(templates.English, t.card.Name), tn.Number), At: tn.At})
		}
	}
	if u, ok := updateOf(t.card); ok {
		all = append(all, u)
	}
	slices.Reverse(all)
	return s.feed(s.o.Title+": "+t.card.Name, dir(templates.English, t.card.Name), all[:min(len(all), mostUpdates)])
}

// An atom is an Atom feed (RFC 4287).
type atom struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string      `xml:"id"`
	Title   string      `xml:"title"`
	Updated string      `xml:"updated"`
	Author  string      `xml:"author>name"`
	Links   []atomLink  `xml:"link,omitempty"`
	Entries []atomEntry `xml:"entry"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr"`
	Href string `xml:"href,attr"`
}

type atomEntry struct {
	ID      string     `xml:"id"`
	Title   string     `xml:"title"`
	Updated string     `xml:"updated"`
	Links   []atomLink `xml:"link,omitempty"`
	Summary string     `xml:"summary"`
}

// feed returns an Atom feed of the page at a path. Without the address of the site, entries have no links.
func (s *Site) feed(title, path string, updates []update) ([]byte, error) {
	f := atom{ID: s.id(path), Title: title, Author: s.o.Title, Updated: stamp(time.Unix(0, 0))}
	link := func(path string) []atomLink {
		if s.o.URL == "" {
			return nil
		}
		return []atomLink{{"alternate", s.o.URL + path}}
	}
	f.Links = link(path)
	if s.o.URL != "" {
		f.Links = append(f.Links, atomLink{"self", s.o.URL + path + "feed.xml"})
	}
	for i, u := range updates {
		if i == 0 {
			f.Updated = stamp(u.At)
		}
		f.Entries = append(f.Entries, atomEntry{ID: s.id(u.Path + "#" + stamp(u.At)), Title: u.Title, Updated: stamp(u.At),
			Links: link(u.Path), Summary: u.Text})
	}
	var b bytes.Buffer
	b.WriteString(xml.Header)
	e := xml.NewEncoder(&b)
	e.Indent("", " ")
	if err := e.Encode(f); err != nil {
		return nil, fmt.Errorf("writing a feed: %w", err)
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// id returns a permanent identifier of a page, as feeds require one.
func (s *Site) id(path string) string {
	if s.o.URL != "" {
		return s.o.URL + path
	}
	return "urn:deaddrop:" + gm.SiteOf(s.master.Key) + ":" + path
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }
