package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"deaddrop/gm/amount"
	"deaddrop/gm/config"
	"deaddrop/gm/files"
	"deaddrop/gm/game"
	"deaddrop/gm/refusal"
	"deaddrop/gm/serve"
	"deaddrop/gm/setup"
	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
	"deaddrop/gm/store/transfer"
)

// barredWait is the time after which a service on another machine must have noticed that its games are being moved.
// It checks every minute.
const barredWait = 2 * time.Minute

// A mover carries out gm move.
type mover struct {
	desk     *console
	from, to string // names of the stores as typed
	replace  bool
	reopen   bool
	unserved bool
	json     bool
}

func newMove(d *console) *cobra.Command {
	m := &mover{desk: d}
	cmd := &cobra.Command{
		Use:   "move --to FILE-OR-DATABASE [--from FILE-OR-DATABASE] | --reopen",
		Short: "Move all games into another file or database",
		Long: `move copies everything from where the configuration has the games into a new file or an empty database:
games, players, waiting letters, and games archived there; games archived in the directory of archive = stay where
they are. Then it reads everything again in both places, and compares. If it is killed, the same command continues the
move.

Nobody can play meanwhile, so end gm serve first. Where the games are in a database, gm serve on other machines
notices the move within two minutes and ends. The move waits for that, unless it is sure that none has run in the last
two minutes. --nobody-serves says that none runs, so that there is no wait; it is refused if one was noticed in the
last two minutes.

Until everything has arrived, the new place can't be used by gm serve; after that the old one can't, so that no letter
goes out from both. Set store or data in the configuration to the new place, and start gm serve. To go back, move the
games back: into a new file, or with --replace into the old one, which is then overwritten. --reopen puts the old
place back into use as it was left, without what was played since; it also cancels a move that is under way.

  gm move --to postgres://gm@db.example.org/games`,
		Example: "  gm move --to new.db",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return setup.AsRefusal(m.run(cmd)) },
	}
	f := cmd.Flags()
	f.StringVar(&m.to, "to", "", "where the games go: a file, or a database, postgres://...")
	f.StringVar(&m.from, "from", "", "where the games are (what the configuration says)")
	f.BoolVar(&m.replace, "replace", false, "overwrite what moved games, or an unfinished move, left there")
	f.BoolVar(&m.reopen, "reopen", false, "use the moved games again, as they were when they were moved")
	f.BoolVar(&m.unserved, "nobody-serves", false, "don't wait: no gm serve runs on any machine")
	cmd.MarkFlagsMutuallyExclusive("to", "reopen")
	cmd.MarkFlagsMutuallyExclusive("replace", "reopen")
	return jsonFlag(cmd, &m.json)
}

func (m *mover) run(cmd *cobra.Command) error {
	if m.to == "" && !m.reopen {
		return misuse(cmd, "gm move needs --to, the new place of the games.")
	}
	from, err := m.source()
	if err != nil {
		return err
	}
	if m.reopen {
		return m.reopenIt(cmd, from)
	}
	to, err := configAt(m.to)
	if err != nil {
		return err
	}
	switch {
	case from.Games() == to.Games():
		return &refusal.Error{Text: "The games are in " + to.Games() + " already."}
	case !from.Shared() && !to.Shared() && files.Same(from.Data, to.Data):
		return &refusal.Error{Text: to.Data + " and " + from.Data + ", where the games are, are the same file."}
	}
	if err := refuseEmpty(cmd.Context(), from); err != nil {
		return err
	}
	source, err := openPlace(cmd.Context(), from)
	if err != nil {
		return err
	}
	r, err := m.carry(cmd, from, to, source)
	if err != nil && cmd.Context().Err() != nil {
		err = interruptedAt(cmd.Context(), source, from)
	}
	if err = errors.Join(err, source.Close()); err != nil {
		return err
	}
	if m.json {
		return encode(cmd.OutOrStdout(), struct {
			From, To string
			transfer.Report
		}{from.Games(), to.Games(), r})
	}
	tellMoved(cmd.OutOrStdout(), from, to, r)
	if c, err := config.Read(m.desk.config); err == nil && c.Archive != "" {
		printf(cmd.OutOrStdout(), "Games that were archived in %s were not moved: they stay there, so keep archive "+
			"= as it is.\n", c.Archive)
	}
	return nil
}

// stoppedTime is the time limit for finding out how far an interrupted move had come.
const stoppedTime = 5 * time.Second

// interruptedAt describes the state of the games after an interrupted move.
func interruptedAt(ctx context.Context, source store.Store, from config.Config) error {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), stoppedTime)
	defer stop()
	var away *transfer.Away
	switch err := transfer.Barred(ctx, source); {
	case errors.As(err, &away):
		return &refusal.Error{Text: "The move was interrupted. " + away.Error()}
	case err != nil:
		return fmt.Errorf("the move was interrupted, and it is not known how far it got: %w", err)
	}
	return &refusal.Error{Text: "The move was interrupted before it began: the games in " + from.Games() +
		" are as they were."}
}

// carry moves the games to another store. It creates no file, and no tables in an empty database, before it is known
// that the games can be moved.
func (m *mover) carry(cmd *cobra.Command, from, to config.Config, source store.Store) (r transfer.Report, err error) {
	o := m.options(cmd.ErrOrStderr(), from, to)
	if from.Shared() {
		if o.Wait, err = m.patience(cmd.Context(), from, source); err != nil {
			return r, err
		}
	}
	begun, err := setup.Begun(cmd.Context(), to)
	if err != nil {
		return r, err
	}
	if !begun {
		if err := transfer.Ready(cmd.Context(), source, o); err != nil {
			return r, err
		}
	}
	target, err := openPlace(cmd.Context(), to)
	if err != nil {
		return r, err
	}
	r, err = transfer.Move(cmd.Context(), source, target, o)
	return r, errors.Join(err, target.Close())
}

// patience returns how long a move out of a database waits for the services that use it. It does not wait for a
// service that has given no sign of life recently.
func (m *mover) patience(ctx context.Context, from config.Config, source store.Store) (time.Duration, error) {
	now, err := setup.TimeOf(ctx, source, m.desk.now)
	if err != nil {
		return 0, err
	}
	heard, sure, err := serve.LastHeard(ctx, source)
	if err != nil {
		return 0, err
	}
	silent := now().Sub(heard)
	switch recent := silent.Abs() < barredWait; {
	case recent && m.unserved:
		again := heard.Add(barredWait + time.Minute - 1).Truncate(time.Minute)
		return 0, &refusal.Error{Text: fmt.Sprintf("A gm serve with the games in %[2]s was active %[1]s ago. End "+
			"it. If none runs any more, repeat the command at %[3]s UTC; or leave out --nobody-serves, and the "+
			"move waits as long as necessary.",
			amount.Time(max(0, silent)), from.Games(), again.UTC().Format("15:04"))}
	case m.unserved, sure && !recent && silent > 0:
		return 0, nil
	}
	return barredWait, nil
}

// source returns the configuration of the store that the games are in.
func (m *mover) source() (config.Config, error) {
	if m.from == "" {
		return config.Read(m.desk.config)
	}
	return configAt(m.from)
}

// configAt returns a configuration for games in a given file or database.
func configAt(where string) (config.Config, error) {
	if where != "" && config.CheckStore(where) == nil {
		return config.Config{Store: where}, nil
	}
	if config.LikeDatabase(where) { // it may contain a password, so it is not shown
		return config.Config{},
			&refusal.Error{Text: "What --to or --from names is a file, or a database written like " +
				"postgres://gm@db.example.org/games; this is neither."}
	}
	path, err := filepath.Abs(where)
	return config.Config{Data: path}, err
}

// refuseEmpty returns a refusal if a store contains no games.
func refuseEmpty(ctx context.Context, c config.Config) error {
	begun, err := setup.Begun(ctx, c)
	if err == nil && !begun {
		err = noGames(c)
	}
	return err
}

// openPlace opens a store for a move.
func openPlace(ctx context.Context, c config.Config) (store.Store, error) {
	s, err := setup.OpenStore(ctx, c)
	if errors.Is(err, bolt.ErrLocked) {
		return nil, &refusal.Error{Text: "The games in " + c.Games() + " are in use, probably by gm serve. End it " +
			"first: while games are moved nobody can play."}
	}
	if err != nil && !c.Shared() {
		err = files.Unwritten(c.Data, err)
	}
	return s, err
}

func (m *mover) options(w io.Writer, from, to config.Config) transfer.Options {
	id := make([]byte, 8)
	rand.Read(id) // never fails, according to its documentation
	o := transfer.Options{From: from.Games(), To: to.Games(), ID: hex.EncodeToString(id), Now: m.desk.now,
		Replace: m.replace, Counts: game.IsGame}
	o.Waiting = func(d time.Duration) {
		d = (d + time.Second - 1).Truncate(time.Second)
		printf(w, "First copy done. Waiting %s for all running gm serve processes to notice the move and end ...\n",
			span{&d})
	}
	told := m.desk.now()
	o.Progress = func(t transfer.Totals) {
		if now := m.desk.now(); now.Sub(told) >= toldEvery {
			told = now
			printf(w, "%s and %s, %d of them copied ...\n", amount.Count(t.Games, "game", "games"),
				amount.Count(t.Records-t.Games, "other record", "other records"), t.Copied)
		}
	}
	return o
}

// toldEvery is the interval at which a long command reports its progress.
const toldEvery = 10 * time.Second

// tellMoved prints what was moved, and what to do next.
func tellMoved(w io.Writer, from, to config.Config, r transfer.Report) {
	printf(w, "Everything is in %s now: %s. It was read back there and compared, and is the "+
		"same.\n", to.Games(), inAll(r.Totals))
	if r.Again > 0 {
		printf(w, "%s differed when read again (%s), and so was copied once more: somebody had played on before gm "+
			"serve noticed the move, or the disk is not sound.\n", amount.Count(r.Again, "record", "records"),
			strings.Join(r.Which, ", "))
	}
	setting := fmt.Sprintf("data = %q, and no store", to.Data)
	if to.Shared() {
		setting = fmt.Sprintf("store = %q", to.Games())
		if to.Games() != to.Store {
			setting += ", with its password"
		}
	}
	printf(w, "Set this in the configuration: %s. Then start gm serve.\n"+
		"What is left in %s can't be used any more (gm move --help). Keep it until you are sure that all is "+
		"well.\n", setting,
		from.Games())
}

// inAll describes the total contents of a store.
func inAll(t transfer.Totals) string {
	return fmt.Sprintf("%s and %s, with %s, %s and %s, %s in all",
		amount.Count(t.Games, "game", "games"), amount.Count(t.Records-t.Games, "other record", "other records"),
		amount.Count(t.Entries, "log entry", "log entries"),
		amount.Count(t.Tasks, "thing to do", "things to do"), amount.Count(t.Blobs, "file", "files"),
		amount.Bytes(t.Bytes))
}

// reopenIt reactivates games that were moved away, in their old store.
func (m *mover) reopenIt(cmd *cobra.Command, from config.Config) error {
	if err := refuseEmpty(cmd.Context(), from); err != nil {
		return err
	}
	s, err := openPlace(cmd.Context(), from)
	if err != nil {
		return err
	}
	moved, err := transfer.Reopen(cmd.Context(), s, from.Games())
	if err = errors.Join(err, s.Close()); err != nil {
		return err
	}
	if m.json {
		return encode(cmd.OutOrStdout(), struct{ From, Moved string }{from.Games(), moved})
	}
	printf(cmd.OutOrStdout(), "The games in %s can be used again, as they were.\n", from.Games())
	if moved != "" {
		printf(cmd.OutOrStdout(), "What was played in %s since is not in them. Don't serve the games there any "+
			"more, or letters go out from both.\n", moved)
	}
	return nil
}

// noGames returns the refusal for a file that does not exist, or an empty database.
func noGames(c config.Config) error {
	if c.Shared() {
		return &refusal.Error{Text: "There are no games in the database " + c.Games() + ", which is empty."}
	}
	return &refusal.Error{Text: "There is no file " + c.Data + " with games."}
}
