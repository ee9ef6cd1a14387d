// Package successors implements Successors (Decision Games, Strategy & Tactics 161), in which Alexander's heirs fight
// for his empire from Thrace to India, with events, revenue, armies and fleets, and battles in rounds of dice.
//
// The package covers the whole game: reading a player's orders, the turns, movement, battles, visibility and reports.
// Rules are cited as SU-1 to SU-39. The publisher's board and tables are not public; those here are a house edition,
// which keeps everything that is known of the published ones (K1 to K10) and makes up the rest (U1 to U7); house.toml
// lists both.
//
// turn.go has the course of a turn and names the following steps in the order of the rules; the files read*.go turn a
// player's words into a sheet (sheet.go), words.go turns that into the normal form in which it is filed, and
// strict.go reads that form.
package successors
