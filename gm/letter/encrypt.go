package letter

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"strings"
)

// ivLen is the length in bytes of what stands in front of a encrypted token, by which it is known to be ours.
const ivLen = 10

var base32Lower = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// Encrypted is the token as it stands in a Message-ID: whoever sees it, as one does in a letter that is forwarded,
// learns nothing of it, and it is the same whenever it is made. It is encrypted with a synthetic initialization vector,
// as in RFC 5297, with HMAC-SHA-256 in the place of its ciphers.
func (t Token) Encrypted(key []byte) string {
	text := []byte(t.String())
	iv := sum(key, "id", text)[:ivLen]
	return base32Lower.EncodeToString(append(iv, crypt(key, iv, text)...))
}

// Decrypt reads what Encrypted wrote with that key, in any case.
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

// crypt encrypts a text, or decrypts it: it is combined with a stream of bytes that the key and the vector make.
func crypt(key, iv, text []byte) []byte {
	out := make([]byte, len(text))
	for i := 0; i < len(text); i += sha256.Size {
		block := sum(key, "id stream", append([]byte{byte(i / sha256.Size)}, iv...))
		subtle.XORBytes(out[i:], text[i:], block)
	}
	return out
}

// sum is an HMAC of a text for one purpose.
func sum(key []byte, purpose string, text []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(purpose + "\x00"))
	mac.Write(text)
	return mac.Sum(nil)
}
