// Package order reads letters with orders, for all games. [Read] divides a letter into sentences and clauses, finds
// the orders in it by the patterns of a [Lexicon], and decides about each part whether it is filed, queried, refused,
// or talk. A [Game] says what an order means on its board; its words and patterns are data. common.en and common.de
// contain words whose influence on an order is the same in all games.
package order
