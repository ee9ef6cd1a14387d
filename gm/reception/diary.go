package reception

import (
	"fmt"

	"deaddrop/gm/game"
	"deaddrop/gm/play"
	"deaddrop/parser"
	"deaddrop/templates"
)

const maxDiary = 32 << 10 // largest length of a seat's diary, in bytes

// diary stores what a player writes for themselves until the game is over.
func (in *incoming) diary(c parser.Command) {
	why := ""
	switch {
	case in.s.Game.State == game.Over:
		why = "The game is over."
	case in.pressed >= maxPieces:
		why = fmt.Sprintf("One letter may have up to %d entries.", maxPieces)
	case in.seat.Diary+len(c.Text) > maxDiary:
		why = fmt.Sprintf("A diary may have up to %d bytes in all.", maxDiary)
	}
	if why != "" {
		in.fault("DIARY", why+" Nothing was kept.")
		return
	}
	in.pressed++
	in.seat.Diary += len(c.Text)
	in.s.Write(play.KindDiary, "", templates.Diary{Seat: string(in.seat.Name), Phase: in.s.Game.Phase, Text: c.Text})
	in.note("Your entry is in your diary. All players will see it when the game is over, and nobody before then.")
}
