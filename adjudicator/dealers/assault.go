package dealers

import (
	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
	"deaddrop/parser/strict"
)

// The names of the steps of an assault on a player (DH-25) in reports.
const (
	firstStep   = "first"
	defenceStep = "defence"
	finalStep   = "final"
)

// A fight is an assault in progress.
type fight struct {
	*turn
	route
	order    battle
	attacker string
}

// assault carries out a player's assault on a territory, with their orders for it (DH-21 to DH-29); what counts is the
// attack of cards (DH-32). If it has become impossible, they are told why, and nothing happens.
func (r *turn) assault(seat string, b battle) {
	w, err := r.route(seat, b)
	if err != nil {
		queue.Skip(r.Table, seat, "ASSAULT "+r.on().Name(b.at), err.Error())
		return
	}
	f := &fight{turn: r, route: w, order: b, attacker: seat}
	if w.holder != "" {
		r.secret(w.holder).Alarm(r.on().Name(b.at))
	}
	r.tell("assault", f.announced())
	f.first()
	switch {
	case w.holder == "" && f.reaches():
		f.conquer(true)
	case w.holder == "":
		f.fail()
	default:
		f.contest()
		f.clear()
	}
}

// announced returns the report of an assault before cards are played for it.
func (f *fight) announced() assaulted {
	told := assaulted{Seat: f.attacker, Holder: f.holder, Oversea: f.oversea, Wall: f.wall, Native: f.native,
		Seas: f.seas, Bonus: f.bonus(f.attacker, f.route), Defence: f.defence(f.route)}
	each := f.is(optCredits, "each")
	if each {
		told.Bonuses = f.credits(f.attacker, f.route.raises)
	}
	for _, a := range f.path {
		told.Path = append(told.Path, f.on().Name(a))
	}
	if p := f.player(f.holder); p != nil {
		if each {
			told.Passives = f.credits(f.holder, func(x Passive) int { return x.Defence })
		}
		told.Passive, told.Shield, told.Markers = f.passive(f.holder).Defence, p.Shield, p.Markers[Defence]
	}
	return told
}

// at returns the name of the territory that is attacked.
func (f *fight) at() string { return f.on().Name(f.order.at) }

// totals returns the current totals of attack and defence.
func (f *fight) totals() (attack, defence int) {
	return f.attack(f.attacker, f.route), f.defence(f.route)
}

// reaches reports whether the attack at least equals the defence.
func (f *fight) reaches() bool { return f.lacks() <= 0 }

// lacks returns the attack that is missing to equal the defence.
func (f *fight) lacks() int {
	attack, defence := f.totals()
	return defence - attack
}

// strength tells everybody the totals of attack and defence after a step.
func (f *fight) strength(step string) {
	attack, defence := f.totals()
	f.tell("strength", strength{f.at(), step, attack, defence})
}

// first carries out the attacker's first step: everything ordered for it, or only as much as is needed to reach the
// defence.
func (f *fight) first() {
	for _, p := range f.order.first {
		if f.order.min && f.reaches() {
			break
		}
		f.play(f.attacker, p)
	}
}

// contest carries out an assault on a player after the attacker's first step: if it reaches the defence, the defender
// plays; if they reach the attack, the attacker has a last step (DH-25).
func (f *fight) contest() {
	f.strength(firstStep)
	if !f.reaches() {
		f.fail()
		return
	}
	f.defend()
	f.strength(defenceStep)
	if f.lacks() < 0 {
		f.conquer(true)
		return
	}
	if !f.wins() {
		f.last()
		f.strength(finalStep)
	}
	if f.wins() {
		f.conquer(false)
	} else {
		f.fail()
	}
}

// wins reports whether the attack takes the territory as things stand. Ties go to the attacker, or under one ruling
// to the defender.
func (f *fight) wins() bool { return f.short() <= 0 }

// short returns the attack that is missing to win the territory.
func (f *fight) short() int {
	if f.is(optTie, "defender") {
		return f.lacks() + 1
	}
	return f.lacks()
}

// last carries out the attacker's last step, as ordered or as answered now.
func (f *fight) last() {
	b := f.order
	if f.AsksAlways() || f.is(optSpeed, standard) && !b.said {
		filed := ""
		if b.said {
			b.final, _ = f.viewOf(f.attacker).able(b.final)
			filed = b.finalWords()
		}
		b = strict.Must(parseFinal(f.board, f.on(), f.ask("final", f.attacker, nothingFinal, filed)))
	}
	f.finally(b)
}

// finally makes the plays of a last step, as far as they are needed.
func (f *fight) finally(b battle) {
	plays, _ := f.viewOf(f.attacker).able(b.final)
	if !b.all && f.sum(f.attacker, plays, Attack) < f.short() {
		return // not enough, so nothing is spent
	}
	for _, p := range plays {
		if !b.all && f.wins() {
			break
		}
		f.play(f.attacker, p)
	}
}

// sum returns the number of markers of a strength that some plays certainly give.
func (f *fight) sum(seat string, plays []play, of Strength) int {
	n, v := 0, f.viewOf(seat)
	for _, p := range plays {
		if !p.drawn {
			n += v.values(seat, p)[of]
		}
	}
	return n
}

// ask asks one side a question, and returns the answer. Meanwhile everybody sees the state of the assault.
func (f *fight) ask(kind, seat, usual, filed string) string {
	attack, defence := f.totals()
	f.battle = &Battle{Area: f.at(), From: f.on().Name(f.path[0]), Attacker: f.attacker, Defender: f.holder,
		Oversea: f.oversea, Attack: attack, Defence: defence, Final: seat == f.attacker}
	answer := f.within(adjudicator.Request{Seat: adjudicator.Seat(seat), Kind: kind, Default: usual, Filed: filed})
	f.battle = nil
	return answer
}

// clear puts away what the defender has played (DH-27): their cards go to their discard pile; by ruling they stay, or
// the markers go.
func (f *fight) clear() {
	if f.is(optMarkers, "spent") {
		f.player(f.holder).Markers[Defence] = 0
	}
	if f.is(optSpent, "discarded") {
		f.sweep(f.holder)
	}
}
