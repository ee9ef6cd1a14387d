package successors

// doc is the summary of the rules that RULES sends. Lines indented by four spaces are valid orders.
const doc = `Alexander is dead, and the generals fight for the empire from Thrace to
India. After {{if .Is "game_turns" "edition"}}the last turn{{else}}turn {{.game_turns}}{{end}} each province that
you alone occupy is worth its value, and each talent half a point. BOARD brings
the board, COSTS the prices and the dice, CARDS the events and the chits.

At the start a roll of the dice decides who chooses a home first. Each
player has five talents to spend at once, and a leader:
    HOME Babylonia, Lower Egypt, Persia       best first
    BUY 2 INF, 1 LEVY

Then players take their turns; whoever chose last begins. In a turn:
1. An event is rolled. You see it before you write.
2. From the second turn on you have revenue: the value of the provinces
   in which you have the most land units. Then each unit costs one talent;
   those that you can't pay for are lost.
3. Talents may change hands, through turn 8, and you buy{{if .Is "first_turn" "nothing"}}, from the
   second turn on{{end}}:
    GIVE 3 TO Blue            you may do so in others' turns, too
    RANSOM                    pays five talents for your captured leader
    RANSOM AT Media           and the leader joins your units there if
                              enemies hold your home
    BUY 2 INF, 1 CAV
    BUY 1 FLEET AT Phoenicia
   A levy costs 1, infantry 2, cavalry 3, a fleet 3 in a port and 5 on
   another coast. Units appear at home, or AT a province where your
   leader is; fleets at a coast of yours, or in a sea next to one.
   Infantry and cavalry need a province of yours that raises them.
   Elephants can be bought only when an event offers them, and appear in
   a province of yours that raises them.
4. Units move, in the order of your lines:
    MOVE Babylonia-Susiana-Persia 3 INF, 2 CAV LEADER
    MOVE Media-Parthia ALL
    SAIL Cyprus-Cyprian Sea-Lower Egypt 2 FLEET CARRY 2 INF
    SAIL Cyprus-Cyprian Sea 2 FLEET CARRY 1 CAV LAND Phoenicia
   Land units have three movement points, and four if they start with
   their leader; rough provinces cost two. Unfriendly units stop
   them{{if .Is "lone_fleets" "stop"}}, even where there are only
   fleets{{end}}. Fleets have five, and
   each carries one land unit. They can't enter a province that an enemy
   holds, but troops can LAND there from the sea. {{if .Is "sea_fights" "wished"}}Fleets stop
   in a sea with unfriendly ones, and fight there if somebody wants it:
    FIGHT Cyprian Sea         or, in others' turns, INSIST ON BATTLE AT{{else}}Fleets that
   meet unfriendly ones in a sea fight there.{{end}}
   It is one round: each fleet rolls, and 5 or 6 sinks one. Any that are
   left sail on. Where fleets of yours lie beside others' as your turn
   begins, they fight before you move, or together with those that you
   send there.
5. You fight where you want to:
    FIGHT Persia AGAINST Blue
    FIGHT Persia ROUNDS 3 UNTIL LOSSES 4 ELSE RETREAT Media
    FIGHT Persia TO THE END   else you fight while you are not weaker
A letter with moves makes a new list of moves, and likewise for purchases
and battles; everything else stays on file. ALSO before a line adds it to
the list, MOVE 2: replaces the second move, and MOVE 2: NONE takes it
back. The same line twice counts once. PASS goes by itself: it takes back
everything for this turn.

A battle begins with a roll for each cavalry, less two for each enemy
elephant. Then come rounds: each unit rolls once, at the same time, and
hits on the number of its type or more; a leader adds one to one unit.
A hit removes an enemy of the same type, else of the next better one, else
of the next worse one: cavalry, infantry, elephants, levy. After each
round the defender may retreat to a province next to it that is free of
enemies, then the attacker; rebels never do. The fight goes on until one
side is gone, or thirty rounds have passed without a loss. It is the
mover who attacks, even where another insists on the battle. Where
allies fight together, the one whose battle it is loses units of a type
first, then the others in the order of play. Each defender says when
they retreat; units that are lent go with the mover.
If any of the attackers came from the sea there is no roll for cavalry,
and those can't retreat; if all did, the defender rolls twice.
A leader left alone among enemies is captured. Fleets in a port
that falls are kept by the captor, sunk, or escape, by the roll of a die.

What you say once stays in force until you change it:
    IF ATTACKED AT Persia FIGHT ROUNDS 2 ELSE RETREAT Media
    IF ATTACKED ANYWHERE RETREAT
    INSIST ON BATTLE AT Persia IF ODDS >= 3:2
    LEADER BONUS TO CAV, INF  which unit gets it, best first
    LOSE LEVY, EL, INF, CAV, FLEET       what goes first, if you choose
    ALLY Blue                 if Blue names you, too; END ALLY Blue
    LEND 2 CAV AT Persia TO Blue         they move them in their turn
    LEND CAV FOR RAID TO Blue PRICE 2
    PLAY 15 WHEN REVOLT       a chit, as soon as it can be played
    PLAY 12 WHEN TURN STARTS AT Persia
Where you say nothing you fight while you are not weaker than the enemy,
and then retreat to your nearest province.

Events let you draw chits. Yours are secret. In your turn you play one
by its number, with a place if it asks for one:
    PLAY 3 AT Babylonia
A province with a revolt or invasion chit gives no revenue, and is worth
nothing at the end. White units are rebels and invaders; they fight all
others in their province as soon as they appear.
Allies may stand in one province and pass through each other; they fight
in each other's turns only with what they lend.
{{if not (.Is "elimination" "none")}}A player who has no land unit and no free leader while an enemy
holds their home is out{{if .Is "elimination" "unpaid"}}, if they can't pay the ransom even after
the next revenue{{end}}. {{end}}At the end whoever has the most points
wins; in a tie, the one who moved first in the last turn.

{{if .Is "speed" "patient"}}You are asked after each round of a battle, unless a standing order says
what you do, and homes are chosen one after another: file your list while others choose, and you are
not asked. {{end}}{{if .Is "pace" "even"}}Every question is asked, and
nothing goes on before its deadline, so that the time of a report gives
nothing away.{{else if .Is "speed" "patient"}}So the time of
a report tells the others whether you had that on file.{{end}}`
