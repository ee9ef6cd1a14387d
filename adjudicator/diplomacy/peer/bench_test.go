package peer

import (
	"slices"
	"testing"

	"deaddrop/adjudicator/diplomacy"
	"deaddrop/adjudicator/diplomacy/peer/games"
)

// The benchmarks time the resolution of moves alone. For us that is Resolve,
// which places the units, reads the orders, decides them and makes the report,
// in memory that the Resolver keeps; for godip it is Next on a state that was
// built, with its units and orders, while the clock stood still, for Next uses
// the state up. Before the clock runs, both have to come to the position that
// is known to be right.

// BenchmarkPhase takes the four positions of ../testdata/positions.txt.
func BenchmarkPhase(b *testing.B) {
	for _, p := range readCases(b, "../testdata/positions.txt") {
		checkBoth(b, &p)
		b.Run(p.Game+"/deaddrop", func(b *testing.B) { benchOurs(b, []games.Phase{p}) })
		b.Run(p.Game+"/godip", func(b *testing.B) { benchGodip(b, []games.Phase{p}) })
	}
}

// BenchmarkGames takes every 49th movement phase of the real games. One
// operation is all of them; ns/phase is their mean.
func BenchmarkGames(b *testing.B) {
	sample := samplePhases(b)
	b.Run("deaddrop", func(b *testing.B) { benchOurs(b, sample) })
	b.Run("godip", func(b *testing.B) { benchGodip(b, sample) })
}

func benchOurs(b *testing.B, phases []games.Phase) {
	inputs := make([]games.Position, len(phases))
	for i := range phases {
		inputs[i] = position(b, &phases[i])
	}
	r := diplomacy.NewResolver(diplomacy.Standard(), games.Rules())
	b.ReportAllocs()
	for b.Loop() {
		for _, in := range inputs {
			r.Resolve(in.Units, in.Moves)
		}
	}
	reportMean(b, len(phases))
}

func benchGodip(b *testing.B, phases []games.Phase) {
	b.ReportAllocs()
	for b.Loop() {
		for i := range phases {
			b.StopTimer()
			s := godipState(b, &phases[i])
			b.StartTimer()
			if err := s.Next(); err != nil {
				b.Fatal(err)
			}
		}
	}
	reportMean(b, len(phases))
}

// reportMean reports the time of one phase where an operation is many.
func reportMean(b *testing.B, phases int) {
	if phases > 1 {
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*phases), "ns/phase")
	}
}

// samplePhases returns every 49th movement phase that has a next position to
// check the outcome by.
func samplePhases(b *testing.B) []games.Phase {
	archive, err := games.Archive(b.Context(), "")
	if err != nil {
		b.Fatal(err)
	}
	var sample []games.Phase
	n := 0
	for p, err := range games.Read(archive) {
		if err != nil {
			b.Fatal(err)
		}
		if p.Kind() != 'M' || p.NextUnits == nil {
			continue
		}
		if n++; n%49 == 0 {
			checkBoth(b, &p)
			sample = append(sample, p)
		}
	}
	return sample
}

// checkBoth makes sure that we and godip come to the position that follows,
// and that the same units retreat; by the site's rules, as godip has no other.
func checkBoth(b *testing.B, p *games.Phase) {
	b.Helper()
	got, theirs := newOurs(games.Rules()).resolve('M', position(b, p)), godipOutcome(b, p)
	if want := next(b, p).standing; !slices.Equal(got.standing, want) || !got.equal(theirs) {
		b.Errorf("%s %s: we have %v, godip %v, want %v", p.Game, p.Name, got, theirs, want)
	}
}
