// Package decatur implements the rules of Decatur (Radio Tapir, 2014): enterprises spread their factors over the
// Eastern Hemisphere, with secret hands of influence cards, takeovers by bidding, and an economy whose upheavals can
// be partly foreseen.
//
// The package implements a whole round: reading players' orders, the turns, the bidding, the clock and the upheavals,
// what is seen, and who is told. Rules are cited as DC-1 to DC-36. The publisher's board and cards are not public;
// those used here are a house edition.
package decatur
