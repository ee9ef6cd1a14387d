// Package deadman implements the rules of Deadman Diplomacy (rd05, by Bob Arnett): Diplomacy in which players see
// only their own orders, with spies, peeks and units that disband.
//
// Diplomacy itself, with an open board, is a variant of it.
//
// The package implements a whole season: reading players' orders, the set-up, the combination of Winter and Spring,
// what is seen, and who is told. Package diplomacy provides the board and resolves movement. Rules are cited as DM-1
// to DM-45; PAS is the peek-a-sneak order, DB disbands.
package deadman
