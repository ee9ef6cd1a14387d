// Package peer compares our Diplomacy adjudicator with another one, godip (github.com/zond/godip) and against the
// real games that godip is tested with. It is a module of its own, so that the main module depends on godip neither
// in its go.mod nor in its programs: godip is under the GPL, version 3, and programs linked with it, such as the
// tests of this module, must not be distributed under other terms. The games are read from godip's module in the
// module cache; neither its code nor its games are copied here.
//
// Three commands, to be run in this directory:
//
//	go test ./...                                  replay every game: 205,797 phases
//	go test -run '^$' -bench . .                   our time and godip's, side by side
//	go run ./cmd/games -phases M > games.jsonl     the moves as JSON lines, for gm adjudicate
//
// With -short, the first command replays every twentieth game. The second one first checks that both programs reach
// the known position, which takes half a minute.
package peer
