// Games writes the phases of godip's real games to standard output, one JSON object per line:
//
//	go run ./cmd/games [-phases M|R|A|all] [-n LIMIT] [ARCHIVE]
//
// If no archive is named, the one in the module cache is used; then the command must be run inside this module.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"

	"deaddrop/adjudicator/diplomacy/peer/games"
)

func main() {
	kinds := flag.String("phases", "all", "which phases: `M` moves, R retreats, A adjustments, or all")
	limit := flag.Int("n", 0, "end after so many phases; 0 for no limit")
	flag.Parse()
	if err := run(os.Stdout, *kinds, *limit, flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "games:", err)
		os.Exit(1)
	}
}

func run(out io.Writer, kinds string, limit int, archive string) error {
	if kinds == "all" {
		kinds = "MRA"
	} else if len(kinds) != 1 || !strings.Contains("MRA", kinds) {
		return fmt.Errorf("-phases %s: want M, R, A or all", kinds)
	}
	if archive == "" {
		var err error
		if archive, err = games.Archive(context.Background(), ""); err != nil {
			return err
		}
	}
	w := bufio.NewWriter(out)
	if err := write(w, games.Read(archive), kinds, limit); err != nil {
		return err
	}
	return w.Flush()
}

// write writes the phases of the given kinds, up to limit of them if limit is not 0.
func write(w io.Writer, phases iter.Seq2[games.Phase, error], kinds string, limit int) error {
	lines := json.NewEncoder(w)
	n := 0
	for p, err := range phases {
		if err != nil {
			return err
		}
		if strings.IndexByte(kinds, p.Kind()) < 0 {
			continue
		}
		if err := lines.Encode(p); err != nil {
			return err
		}
		if n++; n == limit {
			break
		}
	}
	return nil
}
