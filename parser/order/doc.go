// Package order reads letters with orders, for all games. [Read] divides a letter into sentences and clauses, finds
// the orders in it by the patterns of a [Lexicon], and decides about each part whether it is filed, queried, refused,
// or talk. A [Game] says what an order means on its board; its words and patterns are data. common.en and common.de
// contain words whose influence on an order is the same in all games.
//
// An author of a game needs six types: a [Lexicon] has the words and a [Form] each way to write an order; [Read] finds
// a [Match] of a form and asks the game for its [Outcome], giving it a [Context]. That has the [Sheet], what was said
// so far, and the [Passage] that is being read. A [Drafter] also makes orders from free prose, by [Shapes].
//
// Within, a letter goes through these hands, each of which has a file:
//
//	scan      Scan divides the text into lexemes, words, numbers and signs
//	cover     a coverer gives each lexeme a role: part of an order, a name, a mark such as "not"; match and pattern
//	          tell it where forms occur, misspelt which words are nearly right
//	divide    a divider makes sentences and clauses of that
//	read      a reader goes through the sentences and has each decided about
//	judge     a judge decides about the clauses with orders; doubt gives the reasons against filing one
//	prose     a proseReader decides about the sentences without orders
//	revoke    a revoker decides which orders a sentence takes back: "Not yet."
//	guess     a guesser finds what other words may mean, and asks the player
//	filing    a filing keeps the sheet, with what was there before, and sees which orders clash
//	settle    a settlement decides what is still open at the end; complete tries sentences as wholes, draft the
//	          letter as a whole
//	asides    asides are answers within a quoted letter, and comments
//
// They all work on one letter (file letter), which is what is known of it so far. Two others only answer questions: a
// wording what the words of a clause express, and holdings whose things they name.
package order
