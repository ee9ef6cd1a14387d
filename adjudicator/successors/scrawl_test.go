package successors_test

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"deaddrop/adjudicator/successors"
)

// scrawl returns what a player may write who knows the words but not what is wise: some of it can be done, some of it
// can't.
func scrawl(v successors.View, kind string, r *rand.Rand) string {
	s := scribe{v: v, r: r}
	switch kind {
	case "home":
		return fmt.Sprintf("HOME %s, %s\nBUY %s", s.area(), s.area(), s.units())
	case "battle":
		return []string{"FIGHT", "RETREAT", "RETREAT " + s.area(), "RETREAT LEAVE " + s.units()}[r.IntN(4)]
	case "ruling":
		return "NOTHING"
	}
	var out []string
	for range r.IntN(8) {
		out = append(out, s.line(kind == "turn"))
	}
	return strings.Join(out, "\n")
}

type scribe struct {
	v successors.View
	r *rand.Rand
}

func (s scribe) area() string { return s.v.Areas[s.r.IntN(len(s.v.Areas))].Area }

// own is an area where the writer has something, if there is one.
func (s scribe) own() string {
	var own []string
	for _, h := range s.v.Areas {
		for _, k := range h.Stacks {
			if k.Side == s.v.Seat {
				own = append(own, h.Area)
			}
		}
	}
	if len(own) == 0 {
		return s.area()
	}
	return own[s.r.IntN(len(own))]
}

// path is a way of some steps that begins somewhere, by land or by sea.
func (s scribe) path(from string, walking bool) string {
	b := s.v.Board()
	out := []string{from}
	at, _ := b.Area(from)
	for range 1 + s.r.IntN(4) {
		next := b.Next(at, walking)
		if len(next) == 0 {
			break
		}
		at = next[s.r.IntN(len(next))]
		out = append(out, b.Name(at))
	}
	return strings.Join(out, "-")
}

func (s scribe) units() string {
	kind := []string{"INF", "CAV", "LEVY", "EL", "FLEET"}[s.r.IntN(5)]
	return fmt.Sprintf("%d %s", 1+s.r.IntN(3), kind)
}

func (s scribe) seat() string { return s.v.Players[s.r.IntN(len(s.v.Players))].Seat }

func (s scribe) chit() int {
	if len(s.v.Hand) > 0 && s.r.IntN(4) > 0 {
		return s.v.Hand[s.r.IntN(len(s.v.Hand))]
	}
	return 1 + s.r.IntN(20)
}

func (s scribe) limit() string {
	return []string{"", " ROUNDS 2", " UNTIL LOSSES 2", " ROUNDS 3 UNTIL LOSSES 1 ELSE RETREAT " + s.area(), " ELSE RETREAT " + s.area() + " LEAVE 1 INF"}[s.r.IntN(5)]
}

// line is one line: of a turn, or a standing order.
func (s scribe) line(turn bool) string {
	if turn && s.r.IntN(3) > 0 {
		switch s.r.IntN(9) {
		case 0:
			return "BUY " + s.units()
		case 1:
			return "BUY 1 FLEET AT " + s.own()
		case 2:
			return "MOVE " + s.path(s.own(), true) + " ALL"
		case 3:
			return "MOVE " + s.path(s.own(), true) + " " + s.units() + " LEADER"
		case 4:
			return "SAIL " + s.path(s.own(), false) + " 1 FLEET CARRY " + s.units()
		case 5:
			return "SAIL " + s.path(s.own(), false) + " ALL FLEET CARRY 1 INF LAND " + s.area()
		case 6:
			return "FIGHT " + s.own() + s.limit()
		case 7:
			return fmt.Sprintf("GIVE %d TO %s", 1+s.r.IntN(3), s.seat())
		default:
			return fmt.Sprintf("PLAY %d AT %s", s.chit(), s.own())
		}
	}
	switch s.r.IntN(10) {
	case 0:
		return "IF ATTACKED ANYWHERE FIGHT" + s.limit()
	case 1:
		return "IF ATTACKED AT " + s.own() + " RETREAT " + s.area()
	case 2:
		return "INSIST ON BATTLE AT " + s.own() + " IF ODDS >= 1:2"
	case 3:
		return "LEADER BONUS TO INF, CAV"
	case 4:
		return "LOSE CAV, INF"
	case 5, 6:
		return "ALLY " + s.seat()
	case 7:
		return "LEND " + s.units() + " AT " + s.own() + " TO " + s.seat()
	case 8:
		return fmt.Sprintf("PLAY %d WHEN TURN STARTS AT %s", s.chit(), s.own())
	}
	return fmt.Sprintf("LEND CAV FOR RAID TO %s PRICE 1", s.seat())
}
