// Package dishonest implements Dishonest Decade (Gerard Walsh, V 6.2 of 2016), in which great powers between two wars
// gather resources, bid for first place in the League of Nations, choose ideologies and allies, and then take turns
// of one action each, with battles of hidden commitments.
//
// The package covers the whole game: reading a player's orders, the years, movement, battles, cards, visibility and
// reports. Rules are cited as DD-1 to DD-53. The published board, cards and tiles are not public; those here are a
// house edition, which keeps everything that is known (K1 to K9) and makes up the rest (U1 to U10); house.toml lists
// both.
//
// turn.go has the course of a year and names the following steps in the order of the rules; the files read*.go turn a
// player's words into a sheet (sheet.go), words.go turns that into the normal form in which it is filed, and
// strict.go reads that form.
package dishonest
