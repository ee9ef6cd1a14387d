package mailer

import (
	"mime"
	"strings"
)

// params are the parameters of a Content-Type, their names in lower case.
type params []struct{ name, value string }

// get returns the value of the first parameter of that name, or "".
func (ps params) get(name string) string {
	for _, p := range ps {
		if p.name == name {
			return p.value
		}
	}
	return ""
}

// maxParams is how many parameters of a field are read.
const maxParams = 20

// readParams parses parameters such as name=value or name="value". It tolerates comments, missing or superfluous
// semicolons, and quotes that are never closed.
func readParams(s string) params {
	if strings.Contains(s, "*") { // encoded or split values (RFC 2231)
		if ps := continued(s); ps != nil {
			return ps
		}
	}
	var ps params
	for s != "" && len(ps) < maxParams {
		name, rest, found := strings.Cut(s, "=")
		if !found {
			break
		}
		name = strings.TrimRight(stripComments(name), "; \t")
		if i := strings.LastIndexAny(name, ";, \t"); i >= 0 {
			name = name[i+1:]
		}
		var value string
		value, s = paramValue(strings.TrimLeft(rest, " \t"))
		ps = append(ps, struct{ name, value string }{strings.ToLower(name), value})
	}
	return ps
}

// paramValue cuts the value off the beginning of s.
func paramValue(s string) (value, rest string) {
	if !strings.HasPrefix(s, `"`) {
		value, rest, _ = strings.Cut(s, ";")
		value, _, _ = strings.Cut(value, " (")
		return strings.TrimSpace(value), rest
	}
	s = s[1:]
	end := strings.IndexByte(s, '"')
	if end < 0 {
		end = len(s)
	}
	if value = s[:end]; !strings.Contains(value, `\`) {
		return strings.TrimSpace(value), s[min(end+1, len(s)):]
	}
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i++
			out.WriteByte(s[i])
		case s[i] == '"':
			return strings.TrimSpace(out.String()), s[i+1:]
		default:
			out.WriteByte(s[i])
		}
	}
	return strings.TrimSpace(out.String()), ""
}

func stripComments(s string) string {
	if !strings.Contains(s, "(") {
		return s
	}
	return stripQuoted(s)
}

func continued(s string) params {
	_, all, err := mime.ParseMediaType("x/y;" + strings.TrimLeft(s, "; \t"))
	if err != nil {
		return nil
	}
	var ps params
	for _, name := range []string{"boundary", "charset", "format", "delsp", "report-type", "smime-type", "start",
		"type", "name", "protocol"} {
		if value, ok := all[name]; ok {
			ps = append(ps, struct{ name, value string }{name, value})
		}
	}
	return ps
}
