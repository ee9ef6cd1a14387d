package successors

import (
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"deaddrop/adjudicator"
)

// cards has a case's pieces on the board in Red's turn 2, and the dice that it needs.
func cards(t *testing.T, body string) (*turn, *adjudicator.Table) {
	t.Helper()
	q, table := script().Begin(t, body)
	p := q.(*position)
	return p.begin(table, p.Mover), table
}

// effectOf reads an effect as a pack has it.
func effectOf(t *testing.T, text string) Effect {
	t.Helper()
	var g effectText
	if _, err := toml.Decode(strings.ReplaceAll(text, "; ", "\n"), &g); err != nil {
		t.Fatal(err)
	}
	r := packReader{board: House(), forms: House().forms()}
	e := r.effect("case", g, true)
	if err := r.Err(); err != nil {
		t.Fatal(err)
	}
	return e
}

// expect checks what was told to all, and what stands on the board.
func expect(t *testing.T, r *turn, table *adjudicator.Table, wants ...string) {
	t.Helper()
	script().Expect(t, r.position, table.News(), adjudicator.Observer, wants...)
}

const homes = `
home Red Babylonia
home Blue Lower Egypt
home Green Macedonia
`

// Each effect of the vocabulary does what the pack's head says of it. Red has rolled or plays it.
func TestEffects(t *testing.T) {
	for _, c := range []struct {
		name, board, effect string
		at                  string // chosen
		wants               []string
	}{
		// talents
		{"SU-4 talents are gained", "talents Red 2", `op="gain"; what="talents"; amount=3`, "", []string{"talents: Seat Red, Talents 3, Purse 5", "then Red: 5 talents, leader in Babylonia"}},
		{"SU-4 talents are paid", "talents Red 2", `op="gain"; what="talents"; amount=-2`, "", []string{"talents: Seat Red, Talents -2, Purse 0", "not lost: ..."}},
		{"SU-4 who can't pay loses a unit instead, the worst first", "talents Red 1\nboard Babylonia: Red 1 cav 1 lev leader", `op="gain"; what="talents"; amount=-2`, "",
			[]string{"talents: Seat Red, Talents -2, Unpaid true, Purse 1", "then Babylonia: Red 1 cavalry leader", "then Red: 1 talents, leader in Babylonia"}},
		{"talents of the others", "talents Red 1\ntalents Blue 1\ntalents Green 1", `op="gain"; what="talents"; target="others"; amount=-1`, "",
			[]string{"then Red: 1 talents...", "then Blue: 0 talents...", "then Green: 0 talents..."}},
		{"talents of all", "talents Red 1", `op="gain"; what="talents"; target="all"; amount=1`, "", []string{"then Red: 2 talents...", "then Blue: 6 talents...", "not then Green: 5 talents..."}},
		{"K5 who controls both Indias", "talents Blue 0\nboard North India: Blue 2 inf, Red 1 inf; South India: Blue 1 lev", `op="gain"; what="talents"; target="controller"; place="North India"; also="South India"; amount=4`, "",
			[]string{"talents: Seat Blue, Talents 4, Purse 4", "not talents: Seat Red..."}},
		{"K5 who controls only one India", "board North India: Blue 2 inf; South India: Red 1 lev", `op="gain"; what="talents"; target="controller"; place="North India"; also="South India"; amount=4`, "", []string{"not talents: ..."}},

		// units
		{"K5 units come home", "", `op="units"; units="1 cavalry, 1 infantry"`, "", []string{"came: Seat Red, At Babylonia, Units [0, 0, 1, 1, 0], Short [0, 0, 0, 0, 0]", "then Babylonia: Red 1 cavalry 1 infantry leader"}},
		{"K5 units for which there are no counters don't come", "board Persia: Red 12 inf", `op="units"; units="1 cavalry, 1 infantry"`, "", []string{"came: ...Short [0, 0, 1, 0, 0]", "then Babylonia: Red 1 cavalry leader"}},
		{"units come to the leader if enemies hold his home", "board Babylonia: Blue 1 lev; Persia: Red 1 inf leader", `op="units"; units="1 cavalry"`, "", []string{"then Persia: Red 1 cavalry 1 infantry leader"}},
		{"units find no place", "board Babylonia: Blue 1 lev\ncaptive Red Blue", `op="units"; units="1 cavalry"`, "", []string{"void: ...There is no province where units could come to."}},
		{"units come to a place by name", "board Persia: Red 1 inf", `op="units"; units="1 levy"; place="Persia"`, "", []string{"then Persia: Red 1 infantry 1 levy"}},
		{"units don't come among enemies", "board Persia: Blue 1 inf", `op="units"; units="1 levy"; place="Persia"`, "", []string{"void: ...", "then Persia: Blue 1 infantry"}},
		{"fleets need a coast", "board Media: Red 1 inf", `op="units"; units="1 fleet"; place="Media"`, "", []string{"came: ...Short [0, 0, 0, 0, 1]", "then Media: Red 1 infantry"}},
		{"units go", "board Persia: Red 2 inf; Media: Red 1 lev", `op="units"; amount=-2`, "", []string{"then Persia: Red 1 infantry", "then Media: empty"}},
		{"units go where the leader is", "board Persia: Red 2 inf leader; Media: Red 1 lev", `op="units"; place="leader"; amount=-1`, "", []string{"then Persia: Red 1 infantry leader", "then Media: Red 1 levy"}},
		{"units that are named go", "board Persia: Red 2 inf 1 lev", `op="units"; place="Persia"; units="1 infantry"; amount=-1`, "", []string{"lost: Side Red...", "then Persia: Red 1 infantry 1 levy"}},
		{"units that are not there don't go", "board Persia: Red 1 lev", `op="units"; place="Persia"; units="1 infantry"; amount=-1`, "", []string{"void: ...There are no such units."}},

		// hire
		{"K7 mercenaries are white", "", `op="hire"; units="2 infantry"`, "", []string{"came: ...Hired true...", "then Babylonia: Red 2 infantry (2 hired) leader"}},
		{"K7 mercenaries come where the player says", "board Persia: Red 1 lev", `op="hire"; place="choice"; units="2 infantry"`, "Persia", []string{"then Persia: Red 2 infantry (2 hired) 1 levy"}},
		{"K7 mercenaries are as many as white counters", "board Media: White 5 cav", `op="hire"; units="2 cavalry"`, "", []string{"then Babylonia: Red 1 cavalry (1 hired) leader"}},

		// home
		{"K5 the leader goes home alone", "board Persia: Red 2 inf leader", `op="home"`, "", []string{"returned: Seat Red, From Persia, To Babylonia", "then Persia: Red 2 infantry", "then Red: 5 talents, leader in Babylonia"}},
		{"K5 the army goes along under a ruling", "option leader_home=army\nboard Susiana: Red 2 inf 1 lev leader", `op="home"`, "", []string{"then Susiana: Red 1 levy", "then Babylonia: Red 2 infantry leader"}},
		{"K5 the levies as well", "option leader_home=levies\nboard Susiana: Red 2 inf 1 lev leader", `op="home"`, "", []string{"then Susiana: empty", "then Babylonia: Red 2 infantry 1 levy leader"}},
		{"a leader is at home already", "", `op="home"`, "", []string{"void: ...at home already."}},
		{"a captive stays", "captive Red Blue", `op="home"`, "", []string{"void: ...", "then Red: 5 talents, leader held by Blue"}},
		{"no leader goes where he would be captured", "board Babylonia: Blue 1 lev; Persia: Red 1 inf leader", `op="home"`, "", []string{"void: ...", "then Persia: Red 1 infantry leader"}},

		// release
		{"a captive is released", "captive Red White", `op="release"`, "", []string{"returned: Seat Red, To Babylonia, Captor White", "then Red: 5 talents, leader in Babylonia"}},
		{"a captive is not released among enemies", "option elimination=turn\ncaptive Red Blue\nboard Babylonia: Blue 1 lev", `op="release"`, "", []string{"void: ...", "then Red: 5 talents, leader held by Blue"}},
		{"nobody is released", "", `op="release"`, "", []string{"void: ...Nobody holds the leader captive."}},

		// revolt and invasion
		{"SU-22 a revolt in an empty province", "", `op="revolt"; place="Persia"; units="2 levies"`, "", []string{"rising: Unrest revolt, At Persia, Units [2, 0, 0, 0, 0], Short [0, 0, 0, 0, 0], Over [0, 0, 0, 0, 0]", "then Persia: White 2 levy; revolt", "not battle: ..."}},
		{"SU-22 rebels fight who is there until one side is gone", "board Persia: Red 1 cav\ndice battle of Persia 6 1 6", `op="revolt"; place="Persia"; units="2 levies"`, "", []string{"battle: ...", "calmed: At Persia, Unrest revolt", "then Persia: Red 1 cavalry"}},
		{"K5 a unit goes over to the rebels", "board Persia: Red 2 inf 1 lev\ndice battle of Persia 6 6 1 1 1", `op="revolt"; place="Persia"; units="2 levies"; amount=1`, "", []string{"rising: ...Seat Red, Over [1, 0, 0, 0, 0]"}},
		{"the last unit does not go over", "board Persia: Red 1 cav\ndice battle of Persia 6 6 1 1 6 1", `op="revolt"; place="Persia"; units="2 levies"; amount=1`, "", []string{"rising: ...Over [0, 0, 0, 0, 0]"}},
		{"nobody goes over for whom there is no white counter", "board Persia: Red 3 cav; Media: White 6 cav 12 lev\ndice battle of Persia 5 5 1 1 1 6 6", `op="revolt"; place="Persia"; units="2 levies"; amount=1`, "", []string{"rising: ...Over [0, 0, 0, 0, 0]"}},
		{"a mercenary needs none to go over", "board Persia: Red 2 cav, Red 1 cav hired; Media: White 5 cav 12 lev\ndice battle of Persia 5 5 5 1 1 1 1 6 6 6 6 6", `op="revolt"; place="Persia"; units="2 levies"; amount=1`, "", []string{"rising: ...Over [0, 0, 0, 1, 0]"}},
		{"no white counters, no revolt", "board Media: White 14 lev", `op="revolt"; place="Persia"; units="2 levies"`, "", []string{"void: ...No white counters are left for it.", "then Persia: empty"}},
		{"as far as there are white counters", "board Media: White 13 lev", `op="revolt"; place="Persia"; units="2 levies"`, "", []string{"then Persia: White 1 levy; revolt"}},
		{"an invasion", "", `op="invasion"; place="Thrace"; units="1 cavalry, 2 infantry"`, "", []string{"rising: Unrest invasion...", "then Thrace: White 1 cavalry 2 infantry; invasion"}},
		{"a revolt by lot is in no home", "board Persia: Red 1 cav; Media: Blue 1 cav\ndice province by lot 1\ndice battle of Persia 1 1 6 6 6", `op="revolt"; place="random"; units="2 levies"`, "", []string{"rising: ...At Persia..."}},
		{"a revolt by lot finds no province", "", `op="revolt"; place="random"; units="2 levies"`, "", []string{"void: ...There is no province for it."}},
		{"a revolt by lot of another player's", "board Media: Green 1 cav\ndice player by lot 2\ndice province by lot 1\ndice battle of Media 1 1 6 6 6", `op="revolt"; target="others"; place="random"; units="1 levy"`, "", []string{"rising: ...At Media..."}},

		// storm
		{"K5 a storm spares fleets on patrol", "board Cyprus: Blue 2 fleet; Aegean Sea: Red 1 fleet\ndice storm 2 3", `op="storm"; target="all"; hit=2; patrol=true`, "", []string{"storm: Hit 2, Patrol true, Struck [Side Blue, Area Cyprus, Unit fleet, Dice [2, 3], Lost 1]", "then Cyprus: Blue 1 fleet", "then Aegean Sea: Red 1 fleet"}},
		{"a storm without patrol spares none", "board Cyprus: Blue 1 fleet; Aegean Sea: Red 1 fleet\ndice storm 2 1", `op="storm"; target="all"; hit=2`, "", []string{"then Cyprus: empty", "then Aegean Sea: empty"}},
		{"a storm over one sea", "board Cyprus: Blue 1 fleet; Aegean Sea: Red 1 fleet\ndice storm 1", `op="storm"; target="all"; place="choice"; hit=2`, "Aegean Sea", []string{"then Cyprus: Blue 1 fleet", "then Aegean Sea: empty"}},
		{"a storm for the roller alone", "board Cyprus: Blue 1 fleet, Red 1 fleet\ndice storm 1", `op="storm"; hit=1`, "", []string{"then Cyprus: Blue 1 fleet"}},
		{"a storm without ships", "", `op="storm"; target="all"; hit=2`, "", []string{"void: ..."}},

		// plague
		{"a plague where the leader is", "board Persia: Red 1 cav 2 lev leader, White 1 lev\ndice plague 2 1 3", `op="plague"; place="leader"; hit=1`, "", []string{"plague: Hit 1, At Persia...", "then Persia: Red 1 cavalry 1 levy leader, White 1 levy"}},
		{"a plague spares nobody", "board Persia: Blue 1 inf, White 1 lev\ndice plague 1 1", `op="plague"; target="all"; place="choice"; hit=1`, "Persia", []string{"then Persia: empty"}},
		{"a leader whom a plague leaves alone among enemies is captured", "board Persia: Red 1 lev leader, Blue 1 lev\ndice plague 1", `op="plague"; place="leader"; hit=1`, "", []string{"then Red: 5 talents, leader held by Blue"}},
		{"a plague finds nobody", "", `op="plague"; place="leader"; hit=1`, "", []string{"void: ..."}},

		// the rest
		{"K5 elephants are offered", "", `op="offer"`, "", []string{"elephants: Seat Red, Price 4, Left 3"}},
		{"K5 no elephants are offered without counters", "board Persia: Red 3 elephant", `op="offer"`, "", []string{"void: ...No elephant counters are left."}},
		{"elephants are not offered in another's turn", "", `op="offer"; target="others"`, "", []string{"void: ...Seat Blue, Why Elephants are bought in a player's own turn.", "not elephants: ..."}},
		{"a lost raid leaves a leader alone", "board Persia: Blue 1 lev; Susiana: Red 1 cav leader, Green 1 lev\ndice raid 6", `op="raid"; amount=3; hit=6`, "Persia", []string{"raid: ...Talents 3, Die 6, Hit 6, Lost true", "captured: Seat Red, By Green, At Susiana"}},
		{"a raid without cavalry", "board Persia: Blue 1 lev", `op="raid"; amount=3; hit=6`, "Persia", []string{"void: ...No cavalry of Red is in Persia or next to it."}},
		{"a march", "", `op="march"; amount=1`, "", []string{"pace: Seat Red, Points 1"}},
		{"chits are drawn", "draw 4, 7", `op="draw"; amount=2`, "", []string{"drew: Seat Red, Chits 2, Has 2, Left 18", "not drawn: ..."}},
		{"nothing", "", `op="none"`, "", []string{"not void: ..."}},
	} {
		t.Run(c.name, func(t *testing.T) {
			body := homes
			for _, seat := range []string{"Red", "Blue", "Green"} {
				if !strings.Contains(c.board, "talents "+seat) {
					body += "talents " + seat + " 5\n"
				}
			}
			r, table := cards(t, body+c.board)
			at := nowhere
			if c.at != "" {
				at, _ = House().Area(c.at)
			}
			r.apply(Card{Title: "A case", Effects: []Effect{effectOf(t, c.effect)}}, "Red", at, "")
			expect(t, r, table, c.wants...)
		})
	}
}
