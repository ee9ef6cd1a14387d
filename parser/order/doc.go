// Package order reads letters with orders, for all games alike. [Read] takes a letter apart into sentences and clauses,
// finds the orders in it by the patterns of a [Lexicon], and decides about each part: it is filed, asked about,
// refused, or talk. A [Game] says what an order comes to, and knows its board; its words and patterns are data.
// common.en and common.de have the words that say something about an order in any game.
package order
