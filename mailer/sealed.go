package mailer

import (
	"bytes"
	"errors"
	"strings"
)

var (
	errEncrypted = errors.New("it is encrypted")
	errTNEF      = errors.New("it is in a format that only Outlook can read (winmail.dat)")
)

// isTNEF reports whether a part is a winmail.dat file, in which Outlook may wrap the text of a mail.
func isTNEF(p part) bool {
	return p.kind == "application/ms-tnef" || p.kind == "application/vnd.ms-tnef" ||
		strings.EqualFold(p.param.get("name"), "winmail.dat")
}

// isSealed reports whether a part is S/MIME with its text inside the signature or the encryption (RFC 8551, 3.5.2 and
// 3.3).
func isSealed(p part) bool {
	switch p.kind {
	case "application/pkcs7-mime", "application/x-pkcs7-mime":
		return p.param.get("smime-type") != "certs-only"
	case "application/octet-stream":
		return strings.HasSuffix(strings.ToLower(p.param.get("name")), ".p7m")
	}
	return false
}

// maxBER limits the nesting of ASN.1 values.
const maxBER = 12

// signedContent returns the mail inside an S/MIME signature, which it does not verify, or nil if there is none or it
// is encrypted. It descends through ContentInfo, SignedData and EncapsulatedContentInfo (RFC 5652), in DER or BER.
func signedContent(ber []byte) []byte {
	info, _, ok := cutBER(ber, 0)
	if !ok || !bytes.Equal(info.child(0).body, []byte("\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02")) { // 1.2.840.113549.1.7.2
		return nil
	}
	signed := info.child(1).child(0)
	return signed.child(2).child(1).child(0).octets(nil, 0)
}

// A berValue is one ASN.1 value.
type berValue struct {
	tag  byte
	body []byte
}

const (
	tagOctets   = 0x04
	constructed = 0x20
)

// child returns the n-th value within v, or an empty value if there is none.
func (v berValue) child(n int) berValue {
	if v.tag&constructed == 0 {
		return berValue{}
	}
	for rest := v.body; ; n-- {
		value, after, ok := cutBER(rest, 0)
		if !ok || n == 0 {
			return value
		}
		rest = after
	}
}

// octets appends the content of an OCTET STRING, which may be in several pieces.
func (v berValue) octets(out []byte, depth int) []byte {
	switch {
	case v.tag == tagOctets:
		return append(out, v.body...)
	case v.tag&constructed == 0 || depth > 4:
		return out
	}
	for rest := v.body; ; {
		piece, after, ok := cutBER(rest, 0)
		if !ok {
			return out
		}
		out, rest = piece.octets(out, depth+1), after
	}
}

// cutBER cuts the first value off b.
func cutBER(b []byte, depth int) (v berValue, rest []byte, ok bool) {
	if len(b) < 2 || b[0]&0x1f == 0x1f || depth > maxBER { // multi-byte tags do not occur
		return berValue{}, nil, false
	}
	v.tag = b[0]
	n, b := int(b[1]), b[2:]
	if n == 0x80 {
		return cutOpenBER(v.tag, b, depth)
	}
	if n > 0x80 {
		size := n - 0x80
		if size > 4 || size > len(b) {
			return berValue{}, nil, false
		}
		n = 0
		for _, c := range b[:size] {
			n = n<<8 | int(c)
		}
		b = b[size:]
	}
	if n > len(b) {
		return berValue{}, nil, false
	}
	v.body = b[:n]
	return v, b[n:], true
}

// cutOpenBER cuts off a value of indefinite length, which ends with two zero bytes.
func cutOpenBER(tag byte, b []byte, depth int) (v berValue, rest []byte, ok bool) {
	for rest = b; len(rest) >= 2; {
		if rest[0] == 0 && rest[1] == 0 {
			return berValue{tag, b[:len(b)-len(rest)]}, rest[2:], true
		}
		if _, rest, ok = cutBER(rest, depth+1); !ok {
			break
		}
	}
	return berValue{}, nil, false
}

// unarmour returns the text of a message with an OpenPGP cleartext signature (RFC 9580, 7). It returns an error for
// an encrypted one.
func unarmour(text string) (string, error) {
	const begin = "-----BEGIN PGP "
	if !strings.Contains(text, begin) {
		return text, nil
	}
	const (
		outside = iota
		armour  // header lines after BEGIN PGP SIGNED MESSAGE, up to an empty line
		signed
		signature
	)
	var (
		out   strings.Builder
		state = outside
	)
	for line := range strings.Lines(text) {
		switch bare := strings.TrimRight(line, " \n"); {
		case bare == begin+"MESSAGE-----":
			return "", errEncrypted
		case bare == begin+"SIGNED MESSAGE-----":
			state = armour
		case state == armour && bare == "":
			state = signed
		case state == signed && bare == begin+"SIGNATURE-----":
			state = signature
		case bare == "-----END PGP SIGNATURE-----":
			state = outside
		case state == signed:
			out.WriteString(strings.TrimPrefix(line, "- "))
		case state == outside:
			out.WriteString(line)
		}
	}
	return tidy(out.String()), nil
}
