package gm

import (
	"fmt"

	"deaddrop/parser"
	"deaddrop/templates"
)

// kindDiary is the log entry of what a player wrote into his diary: a templates.Diary.
const kindDiary = "diary"

const maxDiary = 32 << 10 // bytes of a seat's diary

// diary keeps what a player writes for himself, until the game is over.
func (in *incoming) diary(c parser.Command) {
	why := ""
	switch {
	case in.g.State == over:
		why = "The game is over."
	case in.pressed >= maxPieces:
		why = fmt.Sprintf("One letter may have %d pieces.", maxPieces)
	case in.seat.Diary+len(c.Text) > maxDiary:
		why = fmt.Sprintf("A diary may have %d bytes in all.", maxDiary)
	}
	if why != "" {
		in.fault("DIARY", why+" Nothing was kept.")
		return
	}
	in.pressed++
	in.seat.Diary += len(c.Text)
	in.write(kindDiary, "", templates.Diary{Seat: string(in.seat.Name), Phase: in.g.Phase, Text: c.Text})
	in.note("It is in your diary. All players are shown it when the game is over, and none before.")
}

// diaries are what all players wrote into theirs, seat by seat.
func (s *step) diaries() ([]templates.Diary, error) {
	by := map[string][]templates.Diary{}
	size := 0
	for _, seat := range s.g.Seats {
		size += seat.Diary
	}
	if size == 0 {
		return nil, nil
	}
	for e, err := range s.entries(max(1, s.g.Formed)) { // who wrote before a start was taken back may have sat elsewhere
		if err != nil {
			return nil, fmt.Errorf("reading the log of %s: %w", s.name, err)
		}
		if e.Kind != kindDiary {
			continue
		}
		var d templates.Diary
		if err := decode(e.Body, &d); err != nil {
			return nil, fmt.Errorf("reading a diary of %s: %w", s.name, err)
		}
		by[d.Seat] = append(by[d.Seat], d)
	}
	var out []templates.Diary
	for _, seat := range s.g.Seats {
		out = append(out, by[string(seat.Name)]...)
	}
	return out, nil
}
