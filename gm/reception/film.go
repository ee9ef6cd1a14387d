package reception

import (
	"slices"

	"deaddrop/gm/game"
	"deaddrop/gm/writing"
	"deaddrop/parser"
)

// film has the answer come with a film of the game, if it is over.
func (in *incoming) film() {
	if in.s.Game.State != game.Over {
		in.fault("FILM", "There is a film when the game is over.")
		return
	}
	if in.again || in.seat.Withheld > 0 { // all phases would be read once more, or for nothing
		return
	}
	in.again = true
	writing.ShareFilms(in.s)
	if in.s.Films != nil {
		in.s.Films.Asked = true
	}
}

// commands are those that HELP lists, which can be used now.
func (in *incoming) commands() []parser.Usage {
	return slices.DeleteFunc(slices.Clone(parser.Commands()), func(u parser.Usage) bool {
		return u.Name == "FILM" && in.s.Game.State != game.Over
	})
}
