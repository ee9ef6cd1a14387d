package mailer

// A byteSet is a set of bytes, with true at the index of each member.
type byteSet [256]bool

const (
	digits  = "0123456789"
	letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

var (
	blanks       = setOf(" \n\t\r\f") // white space in HTML
	plainBytes   = setBetween(' ', '~').with("\n\t")
	lineBytes    = setBetween(' ', '~')
	visibleBytes = setBetween('!', '~')
	literalBytes = setBetween(' ', '~').with("\t").without("=") // what quoted-printable does not escape
	codeBytes    = setOf(digits + ".")
	wordBytes    = setBetween(0x80, 0xff).with(letters + digits + "._@$") // may not stand next to a status code
	idBytes      = setBetween('!', '~').without("<>")
	helloBytes   = setOf(letters + digits + "-.:[]_")

	// nameBytes and the set below it hold the characters of nearly all names and addresses.
	nameBytes   = setOf(letters + digits + " -_'")
	quotedBytes = nameBytes.with(",.")
	localBytes  = setOf(letters + digits + "-_'.+=")
	domainBytes = setOf(letters + digits + "-_.")
)

func setOf(bytes string) byteSet { return byteSet{}.with(bytes) }

func setBetween(first, last byte) (s byteSet) {
	for c := int(first); c <= int(last); c++ {
		s[c] = true
	}
	return s
}

func (s byteSet) with(bytes string) byteSet {
	for i := range len(bytes) {
		s[bytes[i]] = true
	}
	return s
}

func (s byteSet) without(bytes string) byteSet {
	for i := range len(bytes) {
		s[bytes[i]] = false
	}
	return s
}

// holds reports whether all bytes of text belong to the set.
func (s *byteSet) holds(text string) bool {
	for i := range len(text) {
		if !s[text[i]] {
			return false
		}
	}
	return true
}
