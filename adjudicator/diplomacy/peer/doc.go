// Package peer holds our Diplomacy adjudicator against its peer godip
// (github.com/zond/godip) and against the real games that godip is tested
// with. It is a module of its own, so that the main module depends on godip
// neither in its go.mod nor in its programs: godip is under the GPL, version
// 3, and what is linked with it, the tests of this module, must not be given
// away under other terms. The games are read out of godip's module in the
// module cache; neither its code nor its games are copied here.
//
// Three commands, all inside this directory:
//
//	go test ./...                                  replay every game: 205,797 phases
//	go test -run '^$' -bench . .                   our time and godip's, side by side
//	go run ./cmd/games -phases M > games.jsonl     the moves as JSON lines, for gm adjudicate
//
// With -short the first takes every twentieth game. The second checks first
// that both come to the known position, which takes half a minute.
package peer
