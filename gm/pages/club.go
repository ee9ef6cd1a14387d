package pages

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"

	"deaddrop/gm/site"
	"deaddrop/templates"
)

// A club is the data of the pages about all games.
type club struct {
	// games by name, except that those that are over are in the order of their ends, the latest first
	Forming, Running, Over []card
	Ratings                []rating
	Scores                 []titleScores
	Updates                []update // the latest first
}

// club collects the data of the club's own pages.
func (s *Site) club(ctx context.Context) (club, error) {
	var c club
	for _, m := range s.made {
		switch m.card.State {
		case "forming":
			if m.card.Wanted > 0 {
				c.Forming = append(c.Forming, m.card)
			}
		case "over":
			c.Over = append(c.Over, m.card)
		default:
			c.Running = append(c.Running, m.card)
		}
	}
	byName := func(a, b card) int { return cmp.Compare(a.Name, b.Name) }
	slices.SortFunc(c.Forming, byName)
	slices.SortFunc(c.Running, byName)
	slices.SortFunc(c.Over, func(a, b card) int { return cmp.Or(b.At.Compare(a.At), byName(a, b)) })
	games, _, err := site.Records(ctx, s.master)
	if err != nil {
		return c, err
	}
	if c.Ratings, c.Scores, err = s.standings(ctx, games); err != nil {
		return c, err
	}
	for _, m := range s.made {
		if u, ok := updateOf(m.card); ok {
			c.Updates = append(c.Updates, u)
		}
	}
	slices.SortFunc(c.Updates, func(a, b update) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(a.Path, b.Path)) })
	c.Updates = c.Updates[:min(len(c.Updates), mostUpdates)]
	return c, nil
}

// A clubPage is the data of club.html.
type clubPage struct {
	page
	club
	Address string // address for letters to the games; "" if none
	List    string // link that opens a letter asking which games take players
}

// A standingsPage is the data of standings.html.
type standingsPage struct {
	page
	Ratings []rating
	Scores  []titleScores
}

// clubPages adds the pages about all games, in all languages, and the files that all pages share.
func (s *Site) clubPages(c club, out Files) error {
	languages := s.master.Words.Languages()
	slices.SortFunc(languages, func(a, b string) int {
		return cmp.Compare(b2i(a != templates.English), b2i(b != templates.English))
	})
	for _, language := range languages {
		head := page{Language: language, Languages: languages, Site: s.o.Title, Feed: "feed.xml"}
		index := clubPage{page: head, club: c, Address: s.master.Address}
		if index.Address != "" {
			index.List = mailto(index.Address, "LIST")
		}
		var err error
		if out[prefix(language)+"index.html"], err = s.theme.render(language, "club.html", index); err != nil {
			return err
		}
		head.Path = "standings/"
		p := standingsPage{page: head, Ratings: c.Ratings, Scores: c.Scores}
		if out[prefix(language)+"standings/index.html"], err = s.theme.render(language, "standings.html", p); err != nil {
			return err
		}
	}
	for _, name := range []string{"style.css", "site.js"} {
		text, err := s.theme.file(name)
		if err != nil {
			return err
		}
		out[name] = text
	}
	var err error
	out["feed.xml"], err = s.feed(s.o.Title, "", c.Updates)
	return err
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// mailto returns a link that opens a letter with one line.
func mailto(address, line string) string {
	return fmt.Sprintf("mailto:%s?subject=%s&body=%s", url.PathEscape(address), url.PathEscape(line), url.PathEscape(line))
}
