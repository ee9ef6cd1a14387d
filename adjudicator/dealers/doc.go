package dealers

// doc is the summary of the rules that players get on request. Lines indented by four spaces are valid orders.
const doc = `Lead a faction on what the sea has left of the land: build a deck of
cards, train masters, take territories. Whoever has the most points at
the end wins. BOARD brings the board and its links, CARDS the
cards, COSTS what there is to train.

First players choose a leader and a capital, in two rounds; list both:
    TAKE Navaa, Madrid, Hilge, Bern
{{if .Is "years" "edition"}}There are two eras, each with as many years as
there are players.{{else}}{{if .Is "years" "half"}}There are as many years as players, in two
eras.{{else}}There are {{.years}} years, the last of which form the late era.{{end}}{{end}}
In a year players take turns until all have passed one after another;
a player who has passed may go on if others act. {{if .Is "turns" "together"}}Everybody files a
round of turns together, and a turn that can't be carried out is a pass. {{end}}A turn
is one action, chosen with a small cube (two a year, three in a game of
three), the start player with the token after those, and once an era
with the leader cube, which needs no free box:
    ACTION Train 2
    ACTION Train 2 BY LEADER
    PASS                      PASS YEAR: until winter

Then use cards from your hand or ready area. Each gives one of its values,
A for attack, D for defence, S for support, and its effect. If an effect
leaves you a choice, put it in brackets. Leaders, cities and masters can
be used once a turn, spoils only once:
    PLAY Tutor=S, Recruit=S
    PLAY READY Veteran=A      the one in the ready area
    PLAY Night Broker=S (ON Blue)
    PLAY Medics 1=S (TAKE Recruit)
    PLAY Iron Foreman=A (NO EFFECT)
    USE Fort                  USE Amnesty (DISMISS Recruit)
    READY Tide Reader         a leader card is kept for later

Train: support buys cards for your discard pile. A card of level 2 needs
one of level 1 or 2 of its family played this turn, and a master one
of level 2. Each card too few or too many costs a point:
    TRAIN Privateers 1, Tutor
    TRAIN Privateers 2        TRAIN Privateers: the master

Reorganize: first comes the bonus of the era, up to two cards dismissed
in the early one, and a point in the late one. Cards are dismissed from
hand or discard pile, and are gone. Say FROM HAND or FROM DISCARD if it
matters; otherwise {{if .Is "dismissed" "own_last"}}copies that return to the supply go before your own
cards, and then {{end}}the discard pile goes before the hand:
    ACTION Dismiss 2
    BONUS DISMISS Angry Masses
    DISMISS Recruit, Recruit FROM HAND
    DO                        the box's own part now, not first of all

Assault: a territory next to one of yours, or on a coast. Where nobody
holds it, attack must reach native and interior defence; by sea, border
replaces interior, and each sea counts. Against a player, cities, cards
and actions count instead of native defence. If your first step reaches
that, they play cards; if your attack then falls short of their defence,
you have a last step. The attacker wins ties. The winner gets the card
of the territory, and two points if it was a player's. An assault that
can't succeed is {{if .Is "hopeless" "ordered"}}carried out anyway{{else}}refused{{end}}. Capitals are safe:
    ASSAULT Milan
    ASSAULT Milan FROM Bern FIRST Veteran, Recruit FINAL Storm Caller
    ASSAULT Milan FIRST MIN Veteran, Recruit     only as many as needed

At the end of the turn your hand is refilled; your draw pile is not
renewed before winter. DONE: don't ask me after I have drawn cards.
If you are asked, new lines are added to those on file; DROP ASSAULT or
NOTHING removes them.
    DISCARD Angry Masses      DISCARD ALL
    KEEP Veteran              all else is discarded
    PLAY IF DRAWN Veteran=A   only if it is in hand by then

Any letter can have more turns, alternatives and standing orders:
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
{{if .Is "pace" "even"}}Every question is asked, and nothing goes on
before its deadline, so that the time of a report gives nothing away.{{else}}Nobody
waits for a player whose queue goes on, or asks what a standing order
answers, so the time of a report shows that there was one.{{end}}`
