package reception

import (
	"deaddrop/gm/game"
	"deaddrop/gm/writing"
)

// film attaches a film of the game to the answer, if the game is over.
func (in *incoming) film() {
	if in.s.Game.State != game.Over {
		in.fault("FILM", "There is a film when the game is over.")
		return
	}
	if in.again || in.seat.Withheld > 0 { // otherwise all phases would be replayed again, or in vain
		return
	}
	in.again = true
	writing.ShareFilms(in.s)
	if in.s.Films != nil {
		in.s.Films.Asked = true
	}
}
