package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"deaddrop/gm/files"
	"deaddrop/gm/load"
	"deaddrop/gm/refusal"
)

// modelOptions are the options of gm model.
type modelOptions struct {
	games  string
	titles string
	from   string
	site   load.Site
	drawn  float64 // in percent, as are the other fractions
	archiv float64
	busy   float64
	backup float64 // in gigabytes
	mail   float64 // in milliseconds
	write  float64
}

func newModel() *cobra.Command {
	o := modelOptions{site: load.Typical()}
	s := &o.site
	cmd := &cobra.Command{
		Use:   "model",
		Short: "Estimate what a site with many games needs",
		Long: `model estimates what a site needs for a given number of games at once: how many turns and letters they
make, how many processors and how much disk space they take, and whether one machine with a file is enough or several
with a database are needed.

It uses what each title was measured to need on a machine that it names or, with --from, what gm load --json measured
on yours; for maps it uses the built-in figures unless gm load was run with --draw. The rest is assumed: about the
games, the site, and what a file, a database and mail servers can do. All assumptions are printed, and each can be
changed with its flag.

A site has one database at most. It may have many machines on which gm serve works for it.`,
		Example: "  gm model\n  gm model --games 5000 --days 1 --peak 2 --titles deadman\n  gm load --games 2 " +
			"--titles decatur --json figures.json\n  gm model --from figures.json --cores 16",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.OutOrStdout(), cmd) },
	}
	f := cmd.Flags()
	f.StringVar(&o.games, "games", "10000,100000,1000000",
		"the number of games at once; several numbers, separated by commas, for several sites")
	f.StringVar(&o.titles, "titles", "all", "the titles played, each equally often; can't be used with --from")
	f.StringVar(&o.from, "from", "", "a file with the figures of gm load, to use instead of the built-in ones")
	f.Float64Var(&s.Days, "days", s.Days, "days from one turn of a game to the next")
	f.Float64Var(&s.Length, "length", s.Length,
		"turns that a game lasts; running games are half-way on average")
	f.Float64Var(&o.drawn, "maps", s.Maps*100, "percent of the maps in letters that are drawn")
	f.Float64Var(&o.archiv, "archive", s.Archive*100, "size of a finished game in the archive, as a percentage of "+
		"its log")
	f.Float64Var(&s.Database, "database", s.Database, "bytes in the store for each byte of a log, including indexes")
	f.Float64Var(&s.Peak, "peak", s.Peak, "hours in which all of a day's turns end")
	f.IntVar(&s.Cores, "cores", s.Cores, "processors of a machine")
	f.Float64Var(&o.busy, "busy", s.Busy*100, "percent of a machine that may be in use at the peak")
	f.Float64Var(&o.mail, "mail", s.MailCPU*1000,
		"milliseconds of processor time for a letter's way through the mail servers, in or out")
	f.Float64Var(&s.Bolt, "file", s.Bolt, "writes a second that a file can take")
	f.Float64Var(&s.Postgres, "postgres", s.Postgres, "writes a second that one PostgreSQL server with a standby "+
		"can take")
	f.Float64Var(&o.write, "write", s.WriteCPU*1000, "milliseconds of a database server's processor for a write")
	f.Float64Var(&o.backup, "backup", s.Backup/1e9, "GB beyond which a file is too large to copy and open")
	return cmd
}

// run prints the model.
func (o modelOptions) run(out io.Writer, cmd *cobra.Command) error {
	s := o.site
	s.Maps, s.Archive, s.Busy, s.Backup, s.MailCPU, s.WriteCPU = o.drawn/100, o.archiv/100, o.busy/100,
		o.backup*1e9, o.mail/1000, o.write/1000
	if why := s.Check(); why != "" {
		return &refusal.Error{Text: why}
	}
	if o.from != "" && cmd.Flags().Changed("titles") {
		return &refusal.Error{
			Text: "The titles are those in the figures of " + o.from +
				". Leave out --titles, or make figures of other titles with gm load --titles.",
		}
	}
	m, err := o.measured()
	if err != nil {
		return err
	}
	var sites []load.Site
	for word := range strings.SplitSeq(o.games, ",") {
		n, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
		if err != nil || !(n >= 1 && n <= 1e12) {
			return &refusal.Error{Text: fmt.Sprintf("%q is no number of games.", word)}
		}
		s.Games = int(n)
		sites = append(sites, s)
	}
	var assumed [][2]string
	for _, name := range []string{"days", "length", "maps", "archive", "database", "peak", "cores",
		"busy", "mail", "file", "postgres", "write", "backup"} {
		f := cmd.Flags().Lookup(name)
		assumed = append(assumed, [2]string{f.Value.String(), f.Usage + " (--" + name + ")"})
	}
	load.PrintModel(out, m, sites, assumed)
	return nil
}

// measured returns what turns need: from a file, or the built-in values for the titles.
func (o modelOptions) measured() (load.Measured, error) {
	known := load.Known()
	if o.from != "" {
		text, err := files.Read(o.from, maxFile)
		if err != nil {
			return load.Measured{}, unread(o.from, "gm load --json "+o.from+" writes figures there.", err)
		}
		var f load.Figures
		if err := json.Unmarshal(text, &f); err != nil {
			return load.Measured{},
				&refusal.Error{Text: fmt.Sprintf("%s has no figures as gm load --json writes them: %v.", o.from, err)}
		}
		m, err := f.Measured(load.Mean(known))
		if err != nil {
			return m, &refusal.Error{Text: "Nothing can be calculated from " + o.from + ": " + err.Error() + "."}
		}
		m.From = o.from
		return m, nil
	}
	if o.titles == "all" {
		return load.Mean(known), nil
	}
	var chosen []load.Measured
	for name := range strings.SplitSeq(o.titles, ",") {
		r, err := titleNamed(strings.TrimSpace(name))
		if err != nil {
			return load.Measured{}, err
		}
		i := slices.IndexFunc(known, func(m load.Measured) bool { return m.What == r.Name })
		if i < 0 {
			return load.Measured{}, errors.New("there are no figures for " + r.Name)
		}
		if slices.ContainsFunc(chosen, func(m load.Measured) bool { return m.What == r.Name }) {
			return load.Measured{},
				&refusal.Error{
					Text: r.Name +
						" is named twice after --titles. Each title counts equally, so name each only once.",
				}
		}
		chosen = append(chosen, known[i])
	}
	return load.Mean(chosen), nil
}
