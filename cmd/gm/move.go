package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"deaddrop/gm"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
	"deaddrop/gm/store/postgres"
	"deaddrop/gm/store/transfer"
)

// barredWait is how long a service on another machine may take to see that its games are being moved. It asks each minute.
const barredWait = 2 * time.Minute

// A mover carries out gm move.
type mover struct {
	desk     *desk
	from, to string // as they were given
	replace  bool
	reopen   bool
	unserved bool
}

func newMove(d *desk) *cobra.Command {
	m := &mover{desk: d}
	cmd := &cobra.Command{
		Use:   "move --to FILE-OR-DATABASE [--from FILE-OR-DATABASE] | --reopen",
		Short: "Carry all games into another file or database",
		Long: `move carries everything from where the configuration has the games into a new file or an empty database: games, players, letters that
wait, and games that were put away there; what was put away in the directory of archive = stays in it. Then it reads all of it
once more in both places, and compares. If it is killed, the same command goes on with it.

Nobody can play meanwhile, so end gm serve first. Where the games are in a database, gm serve on other machines notices the move
within two minutes and ends. The move waits for that, unless it is sure that none has run in the last two minutes.
--nobody-serves says that none runs, so that there is no wait; it is refused if one was heard of in the last two minutes.

Until all is there the new place can't be served, and then the old one can't be any more, so that no letter goes out from
both. Set store or data in the configuration to the new place, and start gm serve. To go back, move the games back: into a
new file, or with --replace into the old one, where what was left there is thrown away. --reopen has the old place go on
as it was left, without what was played since; it also gives up a move that is under way.

  gm move --to postgres://gm@db.example.org/games`,
		Example: "  gm move --to new.db",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return sentence(m.run(cmd)) },
	}
	f := cmd.Flags()
	f.StringVar(&m.to, "to", "", "where the games go: a file, or a database, postgres://...")
	f.StringVar(&m.from, "from", "", "where they are (what the configuration says)")
	f.BoolVar(&m.replace, "replace", false, "throw away what is left there of games that were moved away, or half a move")
	f.BoolVar(&m.reopen, "reopen", false, "use the games again that were moved away, as they were then")
	f.BoolVar(&m.unserved, "nobody-serves", false, "no gm serve runs on any machine, so that none is waited for")
	cmd.MarkFlagsMutuallyExclusive("to", "reopen")
	cmd.MarkFlagsMutuallyExclusive("replace", "reopen")
	return cmd
}

// sentence has what a move refuses be said as a refusal.
func sentence(err error) error {
	var no *transfer.Refusal
	var away *transfer.Away
	switch {
	case errors.As(err, &no):
		return &refusal.Error{Text: no.Text}
	case errors.As(err, &away):
		return &refusal.Error{Text: away.Error()}
	}
	return err
}

// usable refuses a store whose games were moved away, or are on their way.
func usable(ctx context.Context, s store.Store) error { return sentence(transfer.Barred(ctx, s)) }

func (m *mover) run(cmd *cobra.Command) error {
	if m.to == "" && !m.reopen {
		return &refusal.Error{Text: misused(cmd, "gm move needs to know where to.")}
	}
	from, err := m.source()
	if err != nil {
		return err
	}
	if m.reopen {
		return m.reopenIt(cmd, from)
	}
	to, err := place(m.to)
	if err != nil {
		return err
	}
	switch {
	case from.games() == to.games():
		return &refusal.Error{Text: "The games are in " + to.games() + " already."}
	case !from.shared() && !to.shared() && sameFile(from.Data, to.Data):
		return &refusal.Error{Text: to.Data + " and " + from.Data + ", where the games are, are one and the same file."}
	}
	if err := there(cmd.Context(), from); err != nil {
		return err
	}
	source, err := openPlace(cmd.Context(), from)
	if err != nil {
		return err
	}
	r, err := m.carry(cmd, from, to, source)
	if err != nil && cmd.Context().Err() != nil {
		err = stopped(cmd.Context(), source, from)
	}
	if err = errors.Join(err, source.Close()); err != nil {
		return err
	}
	tellMoved(cmd.OutOrStdout(), from, to, r)
	if c, err := readConfig(m.desk.config); err == nil && c.Archive != "" {
		printf(cmd.OutOrStdout(), "Games that were put away in %s are not among them: they stay there, and archive = has to go on naming it.\n", c.Archive)
	}
	return nil
}

// stoppedTime is what a store has to say how far a move came that was interrupted.
const stoppedTime = 5 * time.Second

// stopped says how the games stand after a move was interrupted.
func stopped(ctx context.Context, source store.Store, from config) error {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), stoppedTime)
	defer stop()
	var away *transfer.Away
	switch err := transfer.Barred(ctx, source); {
	case errors.As(err, &away):
		return &refusal.Error{Text: "The move was interrupted. " + away.Error()}
	case err != nil:
		return fmt.Errorf("the move was interrupted, and how far it came can't be said: %w", err)
	}
	return &refusal.Error{Text: "The move was interrupted before it had begun: the games in " + from.games() + " are as they were."}
}

// carry moves the games out of the store. No file is made, and of an empty database no store, before it is known that they can be.
func (m *mover) carry(cmd *cobra.Command, from, to config, source store.Store) (r transfer.Report, err error) {
	o := m.options(cmd.ErrOrStderr(), from, to)
	if from.shared() {
		if o.Wait, err = m.patience(cmd.Context(), from, source); err != nil {
			return r, err
		}
	}
	begun, err := begunAt(cmd.Context(), to)
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

// patience is for how long a move out of a database waits for those who serve it. Nobody is waited for who was not heard of.
func (m *mover) patience(ctx context.Context, from config, source store.Store) (time.Duration, error) {
	now, err := timeOf(ctx, source, m.desk.now)
	if err != nil {
		return 0, err
	}
	heard, sure, err := heardOf(ctx, source)
	if err != nil {
		return 0, err
	}
	silent := now().Sub(heard)
	switch recent := silent.Abs() < barredWait; {
	case recent && m.unserved:
		again := heard.Add(barredWait + time.Minute - 1).Truncate(time.Minute)
		return 0, &refusal.Error{Text: fmt.Sprintf("A gm serve was heard of %s ago, which has the games in %s. End it. If none runs any more, say the same again at %s UTC; or leave --nobody-serves away, and the move waits as long as it must.",
			lasting(max(0, silent)), from.games(), again.UTC().Format("15:04"))}
	case m.unserved, sure && !recent && silent > 0:
		return 0, nil
	}
	return barredWait, nil
}

// heardOf is when a store was last known to be served, and whether it would be known if it still were. A service notes
// that each minute, unless it can't read mail or does not believe the clock; the mailbox that it reads it keeps all the time.
func heardOf(ctx context.Context, s store.Store) (heard time.Time, sure bool, err error) {
	p, err := (&gm.Master{Store: s}).Pulse(ctx)
	if err != nil {
		return heard, false, err
	}
	heard = p.Seen
	for name, err := range s.Games(ctx, gm.Mailboxes) {
		if err != nil {
			return heard, false, fmt.Errorf("listing the mailboxes: %w", err)
		}
		if !strings.HasPrefix(name, gm.Mailboxes) {
			break
		}
		kept, err := (&mailbox{store: s, name: name}).kept(ctx)
		if err != nil {
			return heard, false, err
		}
		if kept.After(heard) {
			heard = kept
		}
	}
	return heard, p.Stopped.IsZero() && !p.Mending, nil
}

// source is where the games are.
func (m *mover) source() (config, error) {
	if m.from == "" {
		return readConfig(m.desk.config)
	}
	return place(m.from)
}

// place is a configuration for games in a file or a database.
func place(where string) (config, error) {
	if where != "" && checkStore(where) == nil {
		return config{Store: where}, nil
	}
	if likeAddress.MatchString(where) || libpqWords.MatchString(where) { // which may have a password in it, so it is not shown
		return config{}, &refusal.Error{Text: "What --to or --from names is a file, or a database written like postgres://gm@db.example.org/games; this is neither."}
	}
	path, err := filepath.Abs(where)
	return config{Data: path}, err
}

// likeAddress is what is hardly meant as a file: another kind of address, or one with a slip.
var likeAddress = regexp.MustCompile(`^\w{2,}:/|^postgres(ql)?:`)

// begunAt reports whether there is a store at a place. Unlike openPlace it makes none of an empty database.
func begunAt(ctx context.Context, c config) (bool, error) {
	if !c.shared() {
		return c.begun(), nil
	}
	begun, err := postgres.Begun(ctx, c.Store)
	if err != nil {
		return false, fmt.Errorf("opening the games: %w", err)
	}
	return begun, nil
}

// there refuses a place without games.
func there(ctx context.Context, c config) error {
	begun, err := begunAt(ctx, c)
	if err == nil && !begun {
		err = noGames(c)
	}
	return err
}

// openPlace opens the games for a move.
func openPlace(ctx context.Context, c config) (store.Store, error) {
	s, err := openStore(ctx, c)
	if errors.Is(err, bolt.ErrLocked) {
		return nil, &refusal.Error{Text: "Somebody has the games in " + c.games() + " open, such as gm serve. End that first: while games are moved nobody can play."}
	}
	if err != nil && !c.shared() {
		err = unwritten(c.Data, err)
	}
	return s, err
}

func (m *mover) options(w io.Writer, from, to config) transfer.Options {
	id := make([]byte, 8)
	rand.Read(id) // never fails, by its documentation
	o := transfer.Options{From: from.games(), To: to.games(), ID: hex.EncodeToString(id), Now: m.desk.now, Replace: m.replace, Counts: gm.IsGame}
	o.Waiting = func(d time.Duration) {
		d = (d + time.Second - 1).Truncate(time.Second)
		printf(w, "All is copied once. Waiting for %s, in which every gm serve notices that it must end ...\n", span{&d})
	}
	told := m.desk.now()
	o.Progress = func(t transfer.Totals) {
		if now := m.desk.now(); now.Sub(told) >= toldEvery {
			told = now
			printf(w, "%s and %s, %d of them copied ...\n", plural(t.Games, "game", "games"), plural(t.Records-t.Games, "other record", "other records"), t.Copied)
		}
	}
	return o
}

// toldEvery is how often a long command says how far it is.
const toldEvery = 10 * time.Second

// tellMoved says what was moved, and what to do next.
func tellMoved(w io.Writer, from, to config, r transfer.Report) {
	printf(w, "All is in %s now: %s. Everything was read again there, and is the same.\n", to.games(), inAll(r.Totals))
	if r.Again > 0 {
		printf(w, "%s differed when read again (%s), and so was copied once more: somebody had played on before gm serve noticed the move, or the disk is not sound.\n", plural(r.Again, "record", "records"), strings.Join(r.Which, ", "))
	}
	setting := fmt.Sprintf("data = %q, and no store", to.Data)
	if to.shared() {
		setting = fmt.Sprintf("store = %q", to.games())
		if to.games() != to.Store {
			setting += ", with its password"
		}
	}
	printf(w, "Have the configuration say so: %s. Then start gm serve.\nWhat is left in %s can't be used any more (gm move --help). Keep it until all goes on well.\n", setting, from.games())
}

// inAll is how much a store has in it.
func inAll(t transfer.Totals) string {
	return fmt.Sprintf("%s and %s, with %s, %s and %s, %s in all",
		plural(t.Games, "game", "games"), plural(t.Records-t.Games, "other record", "other records"), plural(t.Entries, "log entry", "log entries"),
		plural(t.Tasks, "thing to do", "things to do"), plural(t.Blobs, "file", "files"), size(t.Bytes))
}

// size is a number of bytes for people.
func size(bytes int64) string {
	switch {
	case bytes < 10<<10:
		return fmt.Sprintf("%d bytes", bytes)
	case bytes < 10<<20:
		return fmt.Sprintf("%d kB", bytes>>10)
	}
	return fmt.Sprintf("%d MB", bytes>>20)
}

// reopenIt has games go on that were moved away.
func (m *mover) reopenIt(cmd *cobra.Command, from config) error {
	if err := there(cmd.Context(), from); err != nil {
		return err
	}
	s, err := openPlace(cmd.Context(), from)
	if err != nil {
		return err
	}
	moved, err := transfer.Reopen(cmd.Context(), s, from.games())
	if err = errors.Join(err, s.Close()); err != nil {
		return err
	}
	printf(cmd.OutOrStdout(), "The games in %s can be used again, as they were.\n", from.games())
	if moved != "" {
		printf(cmd.OutOrStdout(), "What was played in %s since is not in them. Nobody may serve those there any more, or letters go out from both.\n", moved)
	}
	return nil
}

// noGames refuses a file that is not there, or an empty database.
func noGames(c config) error {
	if c.shared() {
		return &refusal.Error{Text: "There are no games in the database " + c.games() + ", which is empty."}
	}
	return &refusal.Error{Text: "There is no file " + c.Data + " with games."}
}
