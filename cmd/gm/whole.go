package main

import (
	"context"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"deaddrop/gm"
	"deaddrop/gm/site"
	"deaddrop/parser"
)

func newExport(d *console) *cobra.Command {
	return &cobra.Command{
		Use:   "export GAME FILE",
		Short: "Write a whole game into one file",
		Long: `export writes a whole game as JSON, one line for each thing that ever happened in it: its state, its log
and its pending tasks. gm import reads it in on another site, and gm verify checks it. The file contains all secrets of
the game, and its players' addresses and letters. If FILE is -, it is printed. FILE may replace an older export, but
no other file.`,
		Example: "  gm export dm1 dm1.json",
		Args:    cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if args[1] != "-" && d.master == nil { // the service may be in another directory
				if err := anExport.MayWrite(args[1], d.config); err != nil {
					return err
				}
				text, err := d.said(cmd, "export", args[0], "-")
				if err != nil {
					return err
				}
				if err := anExport.Write(args[1], d.config, []byte(text)); err != nil {
					return err
				}
				printf(cmd.OutOrStdout(), "Wrote %s to %s, with all its secrets.\n", args[0], args[1])
				return nil
			}
			return d.do(cmd, func(ctx context.Context, m *gm.Master) error {
				m, err := site.Reading(ctx, m, args[0])
				if err != nil {
					return err
				}
				return site.Export(ctx, m, args[0], cmd.OutOrStdout())
			})
		},
	}
}

func newImport(d *console) *cobra.Command {
	var as string
	var dry bool
	cmd := &cobra.Command{
		Use:   "import FILE",
		Short: "Import a game from a file that gm export wrote",
		Long: `import reads in a game just as it was, and it goes on here: its waiting letters are sent, and its
deadlines apply. So it must not go on in the place that it came from. Replies to letters that were sent from there can
be recognized only by their signatures.

With --as the game gets another name and is a copy, to be looked at: it is held, writes to nobody, and its players'
letters don't reach it until you gm resume it.`,
		Example: "  gm export dm1 dm1.json\n  gm import dm1.json --as dm1-copy",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, err := d.file(args[0], maxWhole); err != nil {
				return unread(args[0], "gm export writes such a file.", err)
			}
			return d.do(cmd, func(ctx context.Context, m *gm.Master) error {
				file, err := d.file(args[0], maxWhole)
				if err != nil {
					return err
				}
				name, err := site.Import(ctx, m, file, as, dry)
				if err != nil {
					return err
				}
				done := "was taken in"
				if dry {
					done = "can be imported"
				}
				printf(cmd.OutOrStdout(), "%s %s.\n", name, done)
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&as, "as", "", "the name of the copy")
	cmd.Flags().BoolVar(&dry, "dry-run", false, "check whether it can be imported, and do nothing")
	return cmd
}

func newVerify(d *console) *cobra.Command {
	cmd := d.reads(&cobra.Command{
		Use:   "verify GAME | FILE.json",
		Short: "Play a game again from its log, and compare what was told",
		Long: `verify plays every phase of a game again, from its first position, with the recorded answers and the luck
from the game's secret, and compares the results with what was told. It also checks that the players were told the
secret's hash before it was used. When a game is over, players can check it themselves with the file that gm export
wrote and the hash in their first letter; that needs no configuration.`,
		Example: "  gm verify dm1\n  gm export dm1 dm1.json\n  gm verify ./dm1.json",
		Args:    cobra.ExactArgs(1),
	}, func(ctx context.Context, m *gm.Master, args []string) (string, any, error) {
		v, err := site.Verify(ctx, m, args[0])
		if err != nil {
			return "", nil, err
		}
		text := verified(v)
		if !v.Sound() {
			text, err = text+"The game does not match its log.\n", errFaults
		}
		return text, v, err
	})
	ofGame := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if d.master != nil || !strings.ContainsAny(args[0], "./\\") { // the name of a game contains no such characters
			return ofGame(cmd, args)
		}
		return d.verifyFile(cmd, args[0], ofGame)
	}
	return cmd
}

// verifyFile imports a game's file into a temporary store, and verifies the game there.
func (d *console) verifyFile(cmd *cobra.Command, path string, ofGame func(*cobra.Command, []string) error) error {
	file, err := d.file(path, maxWhole)
	if err != nil {
		return unread(path, "gm export writes such a file. To name a game instead of a file, use no dot or slash.",
			err)
	}
	dir, err := os.MkdirTemp("", "gm-verify-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	m, err := d.tryMaster(dir)
	if err != nil {
		return err
	}
	defer m.Store.Close()
	name, err := site.Import(cmd.Context(), m, file, "", false)
	if err != nil {
		return err
	}
	d.master = m
	return ofGame(cmd, []string{name})
}

// verified describes the result of a verification.
func verified(v site.Verification) string {
	var b strings.Builder
	printf(&b, "%s, played again:\n", v.Game)
	for _, p := range v.Phases {
		state := "as it was"
		switch {
		case p.Why != "":
			state = "DIFFERS: " + p.Why
		case p.Taken:
			state = "as it was, and taken back later"
		case p.Open:
			state = "as it was, as far as it is played"
		}
		printf(&b, "  %3d  %-20s %3d told  %s\n", p.Number, p.Name, p.Events, parser.Plain(state))
	}
	for _, l := range v.Lucks {
		comes := "comes"
		if l.Former {
			comes = "came, before the game was taken back,"
		}
		printf(&b, "Luck from phase %d on %s from a secret whose SHA-256 is\n  %s", l.From, comes, l.Hash)
		switch {
		case l.Why != "":
			printf(&b, "\n  DOUBTFUL: %s.\n", l.Why)
		default:
			printf(&b, ",\n  as the players were told before anything was played with it.\n")
		}
		if l.Secret != "" {
			printf(&b, "  It is %s.\n", l.Secret)
		}
	}
	if v.Why != "" {
		printf(&b, "DOUBTFUL: %s.\n", v.Why)
	}
	return b.String()
}
