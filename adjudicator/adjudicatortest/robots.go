package adjudicatortest

import (
	"encoding/json"
	"fmt"
	"runtime"
	"sync"

	"deaddrop/adjudicator"
)

// An Answerer decides for a seat: it returns an answer in normal form, and whether it came from a letter.
type Answerer func(p adjudicator.Position, req adjudicator.Request) (answer string, heard bool, err error)

// PlayPhase plays one phase to its end, starting again from the saved position after each question. It returns the
// position after it and all events.
func PlayPhase(rules *adjudicator.Rules, p adjudicator.Position, luck adjudicator.Luck,
	answer Answerer) (adjudicator.Position, []adjudicator.EventRecord, error) {
	saved, err := json.Marshal(p)
	if err != nil {
		return nil, nil, err
	}
	var rec adjudicator.Record
	for questions := 0; questions <= 500; questions++ {
		table := adjudicator.NewTable(luck, rec)
		if err := table.Run(p); err != nil {
			return nil, nil, err
		}
		if table.Open() == nil {
			return p, table.Record().Told, nil
		}
		rec = table.Record()
		asked := &rec.Asked[questions]
		for i, req := range table.Open() {
			text, heard, err := answer(p, req)
			if err != nil {
				return nil, nil, err
			}
			if asked.Answers[i] = text; heard {
				asked.Heard = append(asked.Heard, req.Seat)
			}
		}
		p = rules.Blank()
		if err := json.Unmarshal(saved, p); err != nil {
			return nil, nil, err
		}
	}
	return nil, nil, fmt.Errorf("%s asks without an end", p.Phase())
}

// PlayGames plays n games concurrently and returns them in order. A panic in a game becomes its error.
func PlayGames[G interface{ Play() error }](n int, start func(i int) G) (games []G, errs []error) {
	games, errs = make([]G, n), make([]error, n)
	next := make(chan int)
	var workers sync.WaitGroup
	one := func(i int) {
		defer func() {
			if r := recover(); r != nil {
				b := make([]byte, 4096)
				errs[i] = fmt.Errorf("panic: %v\n%s", r, b[:runtime.Stack(b, false)])
			}
		}()
		games[i] = start(i)
		errs[i] = games[i].Play()
	}
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				one(i)
			}
		})
	}
	for i := range games {
		next <- i
	}
	close(next)
	workers.Wait()
	return games, errs
}
