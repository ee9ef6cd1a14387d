// Package dealers implements Dealers in Hope (Kevin G. Nunn, a draft of APE Games), in which leaders of a drowned
// continent build decks of cards, train professionals up to masters, and take territories by assault.
//
// The package covers the whole game: reading a player's orders, the years, training, assaults, cards, visibility and
// reports. Rules are cited as DH-1 to DH-42. The published boards and cards are not public; those here are a house
// edition, which keeps everything that is known (K1 to K6) and makes up the rest (U1 to U11); maps.toml and
// cards.toml list both.
//
// turn.go has the course of a year and names the following steps in the order of the rules; the files read*.go turn a
// player's words into a sheet (sheet.go), and words.go turns that into the normal form, which strict.go reads.
package dealers
