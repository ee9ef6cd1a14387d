package dealers

// doc is the summary of the rules that players get on request. Lines indented by four spaces are valid orders.
const doc = `Lead a faction on what the sea has left of the land: build a deck of
cards, train masters, take territories. Whoever has the most points at
the end wins. BOARD brings the board and its links, CARDS the
cards, COSTS what there is to train.

First each chooses a leader and a capital, in two rounds; list both:
    TAKE Navaa, Madrid, Hilge, Bern
{{if .Is "years" "edition"}}Two eras have as many years each as there are
players.{{else}}{{if .Is "years" "half"}}There are as many years as players, in two
eras.{{else}}There are {{.years}} years, the last of which are the late era.{{end}}{{end}}
In a year players take turns until all have passed one after another;
a player who has passed may go on if others act. {{if .Is "turns" "together"}}All file a round of
turns together, and a turn that can't be carried out is a pass. {{end}}A turn
is one action, chosen with a small cube (two a year, three in a game of
three), the start player with the token after those, and once an era
with the leader cube, which needs no free box:
    ACTION Train 2
    ACTION Train 2 BY LEADER
    PASS                      PASS YEAR: until winter

Then use cards of your hand or ready area. Each gives one of its values,
A for attack, D for defence, S for support, and its effect. What that
leaves open you say in brackets. Leaders, cities and masters that can be
used are so once a turn, spoils once for all:
    PLAY Tutor=S, Recruit=S
    PLAY READY Veteran=A      the one in the ready area
    PLAY Night Broker=S (ON Blue)
    PLAY Medics 1=S (TAKE Recruit)
    PLAY Iron Foreman=A (NO EFFECT)
    USE Fort                  USE Amnesty (DISMISS Recruit)
    READY Tide Reader         a leader card is kept for later

Train: support buys cards for your discard pile. A card of level 2 needs
one of level 1 or 2 of its family played in this turn, and a master one
of level 2. Each card too few or too many costs a point:
    TRAIN Privateers 1, Tutor
    TRAIN Privateers 2        TRAIN Privateers: the master

Reorganize: first comes the bonus of the era, up to two cards dismissed
in the early one, and a point in the late one. Cards are dismissed from
hand or discard pile, and are gone. Say FROM HAND or FROM DISCARD if it matters; else
{{if .Is "dismissed" "own_last"}}a copy that goes back to the supply goes before one of your own
cards, and then {{end}}one of the discard pile goes before one of the hand:
    ACTION Dismiss 2
    BONUS DISMISS Angry Masses
    DISMISS Recruit, Recruit FROM HAND
    DO                        the box's own part now, not first of all

Assault: a territory next to one of yours, or on a coast. Where nobody
holds it, attack must reach native and interior defence; over sea border
in the place of interior, and each sea on the way. Against a player the
native does not count, but what their cities, cards and actions give. If
your first step reaches that, they play cards; if your attack does not
reach their defence then, you have a last step. The attacker wins ties.
The winner has the card of the territory, and two points if it was a
player's. An assault that can't succeed is {{if .Is "hopeless" "ordered"}}carried out, too{{else}}refused{{end}}.
Capitals are safe:
    ASSAULT Milan
    ASSAULT Milan FROM Bern FIRST Veteran, Recruit FINAL Storm Caller
    ASSAULT Milan FIRST MIN Veteran, Recruit     only as many as needed

At the end of the turn your hand is refilled; your draw pile is not
renewed before winter. DONE: do not ask me when I have drawn in my turn.
If you are asked then, new lines go beside those on file; DROP ASSAULT
or NOTHING takes off what is to go.
    DISCARD Angry Masses      DISCARD ALL
    KEEP Veteran              all else is discarded
    PLAY IF DRAWN Veteran=A   only if it is in hand by then

More turns, alternatives and standing orders go into any letter:
    TURN 2
    ACTION Train 1
    OR ACTION Ready; READY Veteran
    OR PASS
    DEFEND Milan AGAINST Blue: Veteran, USE Fort
    DEFEND ANY: READY, HAND BY 1     as few as hold it, and one more
    DEFEND ANY: HAND ALL ANYWAY      even if that is not enough
    DEFEND ANY: NOTHING
    WINTER KEEP ALL           WINTER DISCARD Recruit
    STOP IF ATTACKED          then your turns wait, and you are asked
In winter leaders score; discard piles go under draw piles, shuffled.
{{if .Is "pace" "even"}}Each question is put and nothing goes on before its deadline, so that the
time of a report tells nothing.{{else}}Nobody waits for a queue that goes on, or asks what a
standing order
answers: the time of a report tells that there was one.{{end}}`
