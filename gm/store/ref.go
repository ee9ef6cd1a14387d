package store

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// Ref names a blob: the SHA-256 of its content.
type Ref [sha256.Size]byte

// RefOf returns the name of data as a blob, whether or not it is stored.
func RefOf(data []byte) Ref { return sha256.Sum256(data) }

// String returns the name as 64 lower-case hexadecimal digits.
func (r Ref) String() string { return hex.EncodeToString(r[:]) }

// ParseRef parses the result of Ref.String, in lower or upper case. It returns ErrInvalid for anything else.
func ParseRef(s string) (Ref, error) {
	var r Ref
	if len(s) != hex.EncodedLen(len(r)) {
		return Ref{}, fmt.Errorf("%w: %.80q does not name a blob", ErrInvalid, s)
	}
	if _, err := hex.Decode(r[:], []byte(s)); err != nil {
		return Ref{}, fmt.Errorf("%w: %q does not name a blob", ErrInvalid, s)
	}
	return r, nil
}
