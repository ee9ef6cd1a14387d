package decatur

// doc is the summary of the rules for players who request it. Lines indented by four columns are orders that the
// program accepts.
const doc = `Whoever has the most factors on the board after the last interval wins.
MAP brings the board with its links and its tables.

A location is yours if you have a factor or a port in it; it never has
more than seven factors, and holds pieces of only one player. In your turn
you do one thing. File what you would like to do, best first: the first
that is possible when your turn comes is done; if none is, you pass:
    1: VENTURE India-Persia MOVE 3 | 2: EXPAND India | 3: DRAW
    2: NONE                     takes that alternative away
Each may also have a line of its own. Lines with a number change that
one; lines without one are a new list.

    DRAW                        an influence card
    EXCHANGE 2 Orient           that many of one kind, or ALL, for new
                                ones
    EXCHANGE Orient HAND 1 PLAY 1
                                how many from hand, and from play
    RESTRUCTURE Congo Basin     takes all your factors off the board and
                                puts seven in an empty location or into
                                a port of yours; once in an interval
    EXPAND India, Persia        one more factor in each of one or two
    PORT Egypt Indian           a port, with a fleet in that ocean, of
                                which you have two at the most; costs
                                factors of the location: two, and one
                                for each port that you have
    CONSOLIDATE India FROM Persia 3, Arabia ALL
                                brings factors from locations of yours
                                that are linked or on the same ocean
    VENTURE India-Persia MOVE 3
                                to an empty or own location, linked, on
                                the same ocean, or one ocean away: not
                                from the Atlantic to the Pacific
    PASS                        nothing

A VENTURE into another player's location is a takeover. The contender
needs more strength than the defender:
  1 for each committed factor; all of the defender's are
  1 for each fleet in an ocean on which the location lies
  2 for each influence card in play of the location's commonwealth
  2 for the defender's port
  2 for the defender, if the two locations are not linked
They bid in turn; each bid must put its bidder ahead, or they concede.
The contender bids factors and cards, the defender cards. Your orders
say how far you go; each time the cheapest step that prevails is taken:
    VENTURE India-Indo-China COMMIT 4 MAX 6 PLAY Orient, Orient MOVE ALL
COMMIT is what you begin with, MAX what you go up to, PLAY the cards
that you may play. After it you may write:
  FIRST cards       raises with cards rather than with factors
  DISCARD Russian   this kind leaves play first, to make room
  MOVE 5            how many move in, or ALL; else those committed do
  INTERACTIVE       you are asked for each bid
A line without COMMIT, MAX, PLAY or INTERACTIVE only moves: it is skipped
if another player holds the location when your turn comes. If another
already holds it as you write, it is read as COMMIT ALL. PLAY without
COMMIT {{if .Is "play" "all"}}begins with all factors{{else}}takes the cheapest step that prevails,
too{{end}}. A takeover that can't prevail, with all that
its line names, is {{if .Is "hopeless" "passed"}}skipped{{else}}conceded at once, and the dice are rolled{{end}}.

After the bidding two dice are rolled, even if the contender has conceded
at once: the attrition table says who loses a committed factor. If the
takeover succeeds, the defender's factors go to one other location,
empty and linked, or their own and linked or on the same ocean; their
port and its fleet are lost. If it fails, all stay where they are.

What you say once stays in force until you change it:
    DEFEND Egypt PLAY Crescent  plays that card if it helps
    DEFEND ALL PLAY matching UP TO 2 ONLY IF WINS
                                at most two cards, and only where
                                the contender can't beat them
    DEFEND Egypt PLAY NONE      gives it up
    DEFEND Egypt INTERACTIVE    you are asked for each bid
    RELOCATE Egypt TO Arabia, Congo Basin FLEET Indian
    RELOCATE ALL TO Persia      where your factors go, best first, and
                                which fleet, if there is a choice
    KEEP Orient, British        cards to keep in hand, best first
    DISCARD Russian             kinds that leave play first
    DEFEND Egypt OFF            DEFEND OFF            KEEP OFF
Where no DEFEND applies you
{{if .Is "speed" "fast"}}concede{{else}}are asked{{end}}.
{{if .Is "speed" "standard"}}You are asked whenever you might have an
answer as far as the others can tell, who know how many cards you hold but
not which: even if none of them helps, so that the pause gives nothing
away. {{end}}You can have at most three cards in hand and three in play:
any excess goes from hand into play, and from play to the discards.

While another player is being asked, you may change what is on file: for
this round if your turn is still to come, otherwise for your next turn. If
one of its lines can be done when that turn comes, nobody waits for you,
except at the beginning of an interval. {{if .Is "pace" "even"}}Every
question is asked, and nothing goes on before its deadline, so that the
time of a report gives nothing away.{{else}}So the time of a
report tells
the others whether somebody has filed ahead, or has a standing order for
a question.{{end}}

An alternative may have a condition, for when your turn comes:
    EXPAND India IF Indo-China HOSTILE AND NOT Persia MINE
    DRAW IF (HAND(Blue) >= 2 OR MYHAND(Orient) = 0) AND CLOCK UP
    VENTURE India-Indo-China COMMIT 5 IF WINS
  Indo-China EMPTY, MINE, HOSTILE or Blue      whose it is
  FACTORS(Egypt) <= 3                          or <, =, >=, >
  FLEETS(Blue, Indian), PORTS(Blue), INPLAY(Blue, Orient), HAND(Blue),
  MYHAND(Orient)                               counted likewise
  TAKEN OVER                   something was taken from you this round
  WINS                         you beat the defender as things stand

In each interval you see two prosperity cards that nobody else does (with
two players, each sees three), and everybody sees one more for each
player.
Between rounds the clock marker moves on by one space. On the clock
space it turns face up; from then on two dice are rolled on each shaded
space, and a multiple of its number ends the interval. Then comes the
upheaval: the regions are ranked by all those cards, ties by precedence.
Each location that somebody holds is set to four, three, two, one or no
factors, by the rank of its region (with two players to three, two, one,
none and none). Duplicate cards in play are discarded, the marker turns
face down, and there are new prosperity cards and a new first player.
At the end whoever has the most factors wins. Ties: most influence cards, then most
in hand, then most ports, then the alphabetically last location.
{{if .Is "decatur_call" "on"}}The first player moves the clock marker, and if they forget it, another
player may take a factor of theirs for that:
    CLOCK                       DECATUR Egypt, India{{else}}The clock marker moves by itself.{{end}}`
