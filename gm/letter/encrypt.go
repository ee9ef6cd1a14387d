package letter

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"strings"
)

// ivLen is the length in bytes of the initialization vector before an encrypted token, which also authenticates it.
const ivLen = 10

var base32Lower = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// Encrypted returns the encrypted token for use in a Message-ID. It reveals nothing to anybody who sees it, for
// instance in a forwarded letter, and is deterministic. It uses a synthetic initialization vector, as RFC 5297 does,
// with HMAC-SHA-256 in place of its ciphers.
func (t Token) Encrypted(key []byte) string {
	text := []byte(t.String())
	iv := sum(key, "id", text)[:ivLen]
	return base32Lower.EncodeToString(append(iv, crypt(key, iv, text)...))
}

// Decrypt decrypts the result of Encrypted, in upper or lower case. ok is false if s was not made with that key.
func Decrypt(key []byte, s string) (t Token, ok bool) {
	if len(key) < MinKey {
		return Token{}, false
	}
	b, err := base32Lower.DecodeString(strings.ToLower(s))
	if err != nil || len(b) <= ivLen || len(b) > 4*MaxLocal {
		return Token{}, false
	}
	iv, text := b[:ivLen], crypt(key, b[:ivLen], b[ivLen:])
	if !hmac.Equal(iv, sum(key, "id", text)[:ivLen]) {
		return Token{}, false
	}
	return ParseToken(string(text))
}

// crypt encrypts or decrypts a text by XOR with a key stream derived from the key and the vector.
func crypt(key, iv, text []byte) []byte {
	out := make([]byte, len(text))
	for i := 0; i < len(text); i += sha256.Size {
		block := sum(key, "id stream", append([]byte{byte(i / sha256.Size)}, iv...))
		subtle.XORBytes(out[i:], text[i:], block)
	}
	return out
}

// sum returns the HMAC of a text for one purpose; different purposes give independent values.
func sum(key []byte, purpose string, text []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(purpose + "\x00"))
	mac.Write(text)
	return mac.Sum(nil)
}
