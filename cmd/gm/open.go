package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"deaddrop/gm"
	"deaddrop/gm/config"
	"deaddrop/gm/serve/control"
	"deaddrop/gm/setup"
	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
)

// do carries out a command of the game master. If a service is running, the service carries it out, so that only one
// process writes; otherwise the store is opened here.
func (d *console) do(cmd *cobra.Command, fn func(context.Context, *gm.Master) error) error {
	if err := d.settlePerson(cmd); err != nil {
		return err
	}
	guarded := func(ctx context.Context, m *gm.Master) error {
		if err := d.guard(ctx, m, cmd); err != nil {
			return err
		}
		return fn(ctx, m)
	}
	if d.master != nil {
		return guarded(cmd.Context(), d.master)
	}
	c, err := config.Read(d.config)
	if err != nil {
		return err
	}
	defer d.atWork(cmd)()
	d.width = screenWidth(cmd.OutOrStdout())
	log := slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	m, err := setup.OpenUnlessServing(cmd.Context(), setup.Patience,
		func() (bool, error) {
			return remote(c, control.Call{Args: d.args, Files: d.files, As: d.as, Width: d.width}, cmd)
		},
		func() (*gm.Master, error) {
			if err := setup.CheckBegun(cmd.Context(), c); err != nil {
				return nil, err
			}
			return d.open(c, log)
		})
	if m == nil {
		return err
	}
	if d.now, err = setup.TimeOf(cmd.Context(), m.Store, d.now); err == nil {
		err = guarded(cmd.Context(), m)
	}
	return errors.Join(err, m.Store.Close())
}

// open opens the games of a configuration, with a clerk for commands that game masters send by mail.
func (d *console) open(c config.Config, log *slog.Logger) (*gm.Master, error) {
	m, err := setup.Open(c, titles(), log)
	if err != nil {
		return nil, err
	}
	m.Robots, m.Commands = robotGames(), newClerk(m, nil, d.tree)
	return m, nil
}

// tryMaster returns a game master for trying things out: its store is in a directory, and its address leads nowhere.
func (d *console) tryMaster(dir string) (*gm.Master, error) {
	db, err := bolt.Open(filepath.Join(dir, "games.db"), bolt.Options{NoSync: true})
	if err != nil {
		return nil, err
	}
	return d.nowhere(db)
}

// nowhere returns a game master on a store, with a clerk, whose address leads nowhere.
func (d *console) nowhere(db store.Store) (*gm.Master, error) {
	m, err := setup.NewMaster(db, config.Config{Address: "gm@deaddrop.example", Name: "Deaddrop"}, titles(),
		slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	m.Robots, m.Commands = robotGames(), newClerk(m, nil, d.tree)
	return m, nil
}

// said carries out another command and returns its output.
func (d *console) said(cmd *cobra.Command, args ...string) (string, error) {
	args = append([]string{"--config", d.config}, args...)
	var out strings.Builder
	root := d.tree(&console{args: args, now: d.now, as: d.person(cmd)})
	root.SetArgs(args)
	root.SetIn(strings.NewReader(""))
	root.SetOut(&out)
	root.SetErr(cmd.ErrOrStderr())
	err := root.ExecuteContext(cmd.Context())
	return out.String(), err
}

// asked carries out another command and decodes its JSON output into to. On failure, to is unchanged, so that nothing
// is completed.
func (d *console) asked(ctx context.Context, to any, words ...string) {
	words = append([]string{"--config", d.config}, words...)
	var out bytes.Buffer
	root := d.tree(&console{args: words, now: d.now, master: d.master, as: d.as})
	root.SetArgs(words)
	root.SetOut(&out)
	root.SetErr(io.Discard)
	if root.ExecuteContext(ctx) == nil {
		_ = json.Unmarshal(out.Bytes(), to) // a shell can't display the error
	}
}
