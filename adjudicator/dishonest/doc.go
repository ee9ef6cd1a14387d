package dishonest

// doc is the summary of the rules that players get on request. Lines indented by four spaces are valid orders, even
// with the comments after them.
const doc = `The years after the Great War. You lead a great power, and so do the
others. Each objective that you hold is worth a point, and so is each card
that you have scored, besides the points that some begin with; ten points
end
the game at once, and your ally wins with you. BOARD brings the board and its links, CARDS the cards
and the ideologies, COSTS what units and actions cost.

A year begins with the income phase. Alliances, pools and quagmires end,
your regions pay, and you write one sealed letter (anything after // is
not read):
    DRAW 2                    // cards, at most two; a hand has five
    POOL 3                    // supply for your pool: this many units
                              // you may have in one region or
                              // sea-zone, and one without a pool; a
                              // garrison counts as one
    BID 2 MONEY 1 OIL         // for the first place in the League
    TIES UK, USSR             // if you are the Speaker: who comes
                              // first among equal bids
    IDEOLOGY Fascism, Communism  // what you would like, best first
    ALLY UK                   // if UK names you, too; costs
                              // each of you one operation
    IF DRAWN 54 POOL 4        // instead, if you draw card 54; so with
                              // BID, IDEOLOGY and ALLY
    IF BID WON ALLY UK        // instead, if you come first; so with
                              // IDEOLOGY
If you leave these out, you draw two, and your pool gets as much supply as
your largest stack needs, as far as you have it, but no oil. Bids are made
only if the next card of the deck has the League symbol. All bids are
lost, and their order is the new turn order. Oil can replace money, supply
and operations wherever you pay.

Then players take turns, in the order of the League, until all have
passed. {{if .Is "turns" "together"}}Everybody files a round of turns
together, and whoever can't carry out
theirs misses it. {{end}}{{if not (.Is "years" "unlimited")}}The game ends after {{.years}} years,
and whoever then has the most points wins
with their ally. {{end}}In a turn you may
play or score one card, take one action, and annex one region:
    PLAY 41 AT Egypt          // a card for its strategy effect
    SCORE 17                  // a card for its point
    TACTICS 2: INF Ukraine-Romania; INF Caucasus-Ukraine-Romania
    BATTLE Romania: SUPPLY 2 CARD 12; LOSE INF; RETREAT Ukraine
    MOBILIZE 2 INF AT Moscow
    GARRISON Egypt
    IDEOLOGY                  // plays your tile, once a year; before
                              // that you can't pass
    PASS                      // no more turns for you this year
    ANNEX Romania             // makes it a colony, for one operation
One, two and three operations buy three, five and six movements; everything
else costs one. A tile or a card says what it needs from you: AT regions,
ON a power, TAKE a resource, BUILD units, MOVE units.

You hold your homeland regions and your colonies while no other power has
units there. Only these pay you income. You hold any other region as long
as you have units there; an objective counts all the same.
ANNEX makes a region with land units of yours a colony, which stays
yours without them; homelands can't be annexed. MOBILIZE builds up to
two units where you have factories, or ships next to them, and no more
in a region than it has factories. GARRISON fortifies a homeland region
or a colony by 1, and once more to 2.

All moves of an action are simultaneous. Land units stop where nobody or
an enemy holds the region, and never enter an ally's. By sea they cross up
to three zones in a movement of its own, with a ship of yours that does
not move next to where they land. Ships stop in a zone with enemies, and
can't stop in an ally's. Fighters end where you hold the region,
or in a battle and back again, for which they pay both ways:
    TACTICS 1: FTR Formosa-East China Sea-Central Pacific RETURN Formosa
Canals are open to the player who holds their region, and to an ally.

In a battle the defender may bring in fighters from adjacent regions.
Then both
commit supply and at most one card, in secret. Strength is units,
garrison, supply and card; in a tie whoever is higher in the League wins.
The winner's swords minus the loser's shields remove the loser's units,
and explosions remove units of the enemy whoever wins. The loser
retreats to one region next to it, or over the sea, or is lost. The
winner draws a card, and an attacker who wins{{if .Is "victory_cube" "tactics"}} in a tactics
action{{end}} loses one cube of their
pool. A neutral garrison is beaten
by more strength than it has, without supply and cards.

Any letter can have more turns, alternatives and standing orders:
    TURN 2
    MOBILIZE 2 INF AT Moscow
    OR GARRISON Moscow        // if the first can't be done then
    STOP IF ATTACKED          // then your turns wait; you are asked
    DEFEND Egypt: DEPLOY 1 FTR Levant; SUPPLY 2 IF ODDS >= 1:1; LOSE FTR
    DEFEND ANY: SUPPLY 1
    SECONDARY ANY: NO         // when another plays a tile
    LOSE INF, FTR, ARM        // what goes first
At the end of each turn units beyond the pool's limit are lost.

{{if .Is "pace" "even"}}Every question is asked, and nothing goes on
before its deadline, so that the time of a report gives nothing away.{{else}}Nobody waits for a player whose queue goes on, and what a
standing order
answers is not asked. So the time of a report tells the others whether
somebody had a queue or a standing order on file.{{end}}`
