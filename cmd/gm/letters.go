package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/tools/txtar"

	"deaddrop/adjudicator"
	"deaddrop/examples"
	"deaddrop/gm"
	"deaddrop/gm/config"
	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
	"deaddrop/gm/setup"
	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
	"deaddrop/gm/transcript"
	"deaddrop/templates"
)

func newLetters(d *console) *cobra.Command {
	var o lettersOptions
	cmd := &cobra.Command{
		Use:   "letters [TITLE]",
		Short: "Print every kind of letter, from games that were really played",
		Long: `letters prints a letter of every kind, of every title or of one, as players and game masters get it. They
come from the games in the directory examples, which it plays again. If the configuration names a directory of templates
with wording of your own, the letters use it.

With --html it writes each of them into a directory, as text and as HTML for a browser. They replace letters that it
wrote there before, but no other files.`,
		Example: "  gm letters diplomacy\n  gm letters deadman --html look",
		Args:    cobra.MaximumNArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return titleNames(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.title = strings.Join(args, "")
			words, err := d.wording()
			if err != nil {
				return err
			}
			if o.title != "" && !slices.Contains(titleNames(), o.title) {
				return &refusal.Error{Text: fmt.Sprintf("There is no title %q; there are %s.", o.title,
					adjudicator.Listed(titleNames(), "and"))}
			}
			if o.language != "" && !slices.Contains(words.Languages(), o.language) {
				return &refusal.Error{Text: fmt.Sprintf("There is no wording in %q; there is in %s.", o.language,
					adjudicator.Listed(words.Languages(), "and"))}
			}
			specimens, err := d.playSpecimens(cmd.Context(), words, o.title)
			if err != nil {
				return err
			}
			for _, s := range specimens {
				if err := o.show(cmd, d.config, words, s); err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&o.language, "lang", "", "the language, such as de (English)")
	cmd.Flags().StringVar(&o.html, "html", "", "write them into this directory, as text and as HTML")
	return cmd
}

// lettersOptions are the options of gm letters: which letters are shown, and how.
type lettersOptions struct{ title, language, html string }

// show prints a letter or, with html set, writes it to files.
func (o lettersOptions) show(cmd *cobra.Command, config string, words *templates.Set, s specimen) error {
	s.page.Language = o.language
	w, err := words.Letter(s.kind, s.page)
	if err != nil {
		return err
	}
	if o.html == "" {
		printf(cmd.OutOrStdout(), "=== %s ===\nSubject: %s\n\n%s\n", s.name, w.Subject, w.Text)
		return nil
	}
	if err := os.MkdirAll(o.html, 0o755); err != nil {
		return err
	}
	path := filepath.Join(o.html, s.name)
	page, drawn, err := illustrated(words, s.page, w.HTML, s.name+".png")
	if err != nil {
		return fmt.Errorf("drawing the map of %s: %w", path, err)
	}
	type file struct {
		path string
		text []byte
	}
	// the page comes first, since the other files are recognised by it
	files := []file{{path + ".html", []byte(page)}, {path + ".txt", []byte(w.Text)}}
	if drawn != nil {
		files = append(files, file{path + ".png", drawn})
	}
	for _, f := range files { // check all files before any is written
		if err := aSpecimen.MayWrite(f.path, config); err != nil {
			return err
		}
	}
	for _, f := range files {
		if err := aSpecimen.Write(f.path, config, f.text); err != nil {
			return err
		}
	}
	printf(cmd.OutOrStdout(), "%s.html\n", path)
	return nil
}

// illustrated draws the map of a letter and makes the letter's HTML refer to a file with that name. The file is nil
// if the letter has no map.
func illustrated(words *templates.Set, p templates.Page, html, name string) (page string, drawn []byte, err error) {
	view := p.View
	if p.Then != nil {
		view = p.Then.View
	}
	charted, ok := view.(adjudicator.Charted)
	if p.Picture == nil || p.Picture.ID == "" || !ok {
		return html, nil, nil
	}
	draws := setup.NewDraftsman(words, config.Config{}, slog.New(slog.DiscardHandler))
	file, err := draws.Picture(&letter.Picture{Chart: charted.Chart(), Title: p.Title, Caption: p.Picture.Caption,
		Focus: p.Picture.Focus, Style: letter.StylePNG, Language: p.Language})
	return strings.ReplaceAll(html, "cid:"+p.Picture.ID, name), file.Data, err
}

// wording returns the configured templates, or the program's own if there is no configuration.
func (d *console) wording() (*templates.Set, error) {
	c, err := config.Read(d.config)
	if _, missing := os.Stat(d.config); errors.Is(missing, fs.ErrNotExist) {
		return templates.New()
	}
	if err != nil {
		return nil, err
	}
	return c.Wording()
}

// titleNames returns the names of all titles, as in gm new.
func titleNames() []string {
	var out []string
	for _, r := range titles() {
		out = append(out, r.Name)
	}
	return out
}

// A specimen is a sample letter from a game.
type specimen struct {
	name string // such as "deadman-turn-retreats"
	kind string
	page templates.Page

	eventful, size int // how much its map shows, and its length
}

// eventful rates how much a letter's map shows: orders, and with more weight failed ones, pieces that were found or
// must retreat, and old news.
func eventful(p templates.Page) int {
	charted, ok := p.View.(adjudicator.Charted)
	if !ok {
		return 0
	}
	n := 0
	chart := charted.Chart()
	for _, a := range chart.Arrows {
		n++
		if a.Failed || a.Kind != "move" && a.Kind != "hold" {
			n += 2
		}
	}
	for _, place := range chart.Places {
		if place.Since != "" {
			n++
		}
		for _, piece := range place.Pieces {
			if piece.Mark != "" || piece.Since != "" {
				n += 3
			}
		}
	}
	return n
}

// playSpecimens plays the example games and returns a letter of each kind. The kind includes the question, the
// reader's role and the state of the game. Of several letters of a kind it returns the most eventful one and, of
// equally eventful ones, the longest. Letters that belong to no game are included for each title.
func (d *console) playSpecimens(ctx context.Context, words *templates.Set, title string) ([]specimen, error) {
	files, err := fs.Glob(examples.Stories, "*.txtar")
	if err != nil {
		return nil, err
	}
	more, err := fs.Glob(examples.Stories, "testdata/*.txtar")
	if err != nil {
		return nil, err
	}
	found := map[string]specimen{}
	watched := words.Watched(func(kind string, p templates.Page) {
		if title != "" && p.Rules != "" && p.Rules != title {
			return
		}
		s := specimen{name: specimenName(kind, p), kind: kind, page: p, eventful: eventful(p)}
		if w, err := words.Letter(kind, p); err == nil {
			s.size = len(w.Text)
		}
		if was, ok := found[s.name]; !ok ||
			cmp.Or(cmp.Compare(s.eventful, was.eventful), cmp.Compare(s.size, was.size)) > 0 {
			found[s.name] = s
		}
	})
	for _, file := range append(files, more...) {
		if err := d.playStory(ctx, watched, file); err != nil {
			return nil, fmt.Errorf("playing %s: %w", file, err)
		}
	}
	out := fixedSpecimens()
	for _, s := range found {
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b specimen) int { return cmp.Compare(a.name, b.name) })
	return out, nil
}

// fixedSpecimens returns letters about incidents that do not occur in the examples. They are for people who run
// games, or who play in several.
func fixedSpecimens() []specimen {
	now := time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)
	receipt := &templates.Receipt{Subject: "what I want"}
	return []specimen{
		{name: "lost", kind: "lost",
			page: templates.Page{Now: now, Receipt: receipt,
				Notice: "Its subject has no tag, and you play in several games.",
				Lines:  []string{"[dm1] Deadman Diplomacy: France", "[dc2] Decatur: Red"}}},
		{name: "unproved", kind: "unproved", page: templates.Page{Now: now, Game: "dm2", Title: "Deadman Diplomacy"}},
		{name: "failed", kind: "failed",
			page: templates.Page{Now: now, Notice: "It could not be parsed: unexpected end of file.",
				Lines: []string{"From: somebody@example.org", "Subject: hello"}}},
		{name: "waiting", kind: "waiting",
			page: templates.Page{Now: now, Lines: []string{"dm1/45  2030-01-01 09:30:00  France This player asks to be " +
				"away from 1 March 2030 to 30 March 2030. With the days that they have already had, that would " +
				"make 30; in this game they may have 14 without asking. To let them: gm absence dm1 France 2030-03-01 2030-03-30",
				"lobby/2030-01/3  2030-01-01 11:00:00  eve@example.net  \"hello\": Nobody with that address plays here."}}},
		{name: "stopped", kind: "stopped",
			page: templates.Page{Now: now, Notice: "The clock of this machine went back by three days, so that no " +
				"turn is resolved. If it is right now, gm resume --clock lets all games go on."}},
		{name: "damaged", kind: "damaged",
			page: templates.Page{Now: now, Notice: "Stored data is damaged: loading game dm1: games.db: the file " +
				"is damaged (page 7 is not what it should be): go back to a backup; gm store check says how."}},
		{name: "vouch", kind: "vouch",
			page: templates.Page{Now: now, Receipt: receipt, Quoted: "deadline dm1 +1d",
				Notice: "The mail provider of the address that it names has not confirmed it."}},
		{name: "clerk", kind: "clerk", page: templates.Page{Now: now, Receipt: receipt, Said: []templates.Said{
			{Line: "deadline dm1 +1d", Text: "The deadline of dm1 is Friday 4 January 2030, 20:00 GMT.\n" +
				"To take it back: gm undo dm1"}, {Line: "extnd dm1 24h",
				Text: "There is no command extnd; did you mean extend?", Failed: true}}}},
	}
}

// specimenName returns a name for a kind of letter.
func specimenName(kind string, p templates.Page) string {
	parts := []string{kind}
	if p.Rules != "" {
		parts = []string{p.Rules, kind}
	}
	if p.Ask != nil {
		parts = append(parts, p.Ask.Kind)
	}
	if p.SignUp != nil {
		parts = append(parts, p.SignUp.Stage)
	}
	for _, is := range []struct {
		so   bool
		name string
	}{{p.Desk, "gm"}, {p.First, "first"}, {p.Over, "over"}, {p.Paused, "paused"},
		{p.Receipt != nil && len(p.Receipt.Faults) > 0, "faults"}, {p.Receipt != nil && p.Receipt.Map, "map"}} {
		if is.so {
			parts = append(parts, is.name)
		}
	}
	return strings.Join(parts, "-")
}

// playStory plays an example game, with letters from the given templates.
func (d *console) playStory(ctx context.Context, words *templates.Set, file string) error {
	text, err := examples.Stories.ReadFile(file)
	if err != nil {
		return err
	}
	return d.playText(ctx, words, text)
}

// playText plays a correspondence, with letters from the given templates.
func (d *console) playText(ctx context.Context, words *templates.Set, text []byte) error {
	dir, err := os.MkdirTemp("", "gm-letters-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	db, err := bolt.Open(filepath.Join(dir, "games.db"), bolt.Options{NoSync: true})
	if err != nil {
		return err
	}
	m, err := d.nowhere(unclosed{db})
	if err != nil {
		return err
	}
	m.Words = words
	_, err = transcript.Play(ctx, txtar.Parse(text), func() (*gm.Master, error) { return m, nil })
	return errors.Join(err, db.Close())
}

// unclosed is a store whose Close does nothing.
type unclosed struct{ store.Store }

func (unclosed) Close() error { return nil }
