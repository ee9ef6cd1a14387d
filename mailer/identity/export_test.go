package identity

// Split returns split, for a test from outside: it gives the keys.
func Split(raw []byte) (keys []string, body []byte, ok bool) {
	fields, body, ok := split(raw)
	for _, f := range fields {
		keys = append(keys, f.key)
	}
	return keys, body, ok
}
