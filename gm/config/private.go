package config

import (
	"io/fs"
	"os"
	"runtime"
	"slices"
)

// A PrivateFile is a file that only its user should be able to read or change.
type PrivateFile struct {
	What, Path string
	Mode       fs.FileMode
}

// PrivateFiles returns the existing files that contain secrets. path is the path of the configuration.
func (c Config) PrivateFiles(path string) []PrivateFile {
	files := []PrivateFile{{What: "The games, with all players' orders,", Path: c.Data}}
	secrets := []string{c.IMAP.Password, c.SMTP.Password, c.Notices.URL, c.OAuth.ClientSecret}
	if Hidden(c.Store) != c.Store || slices.ContainsFunc(secrets, func(s string) bool { return s != "" }) {
		files = append(files, PrivateFile{What: "The configuration, with a password in it,", Path: path})
	}
	for _, s := range []PrivateFile{{What: "A password", Path: c.IMAP.PasswordFile},
		{What: "A password", Path: c.SMTP.PasswordFile}, {What: "The key to sign letters with", Path: c.DKIM.KeyFile},
		{What: "An access token", Path: c.OAuth.TokenFile}} {
		if !slices.ContainsFunc(files, func(f PrivateFile) bool { return f.Path == s.Path }) {
			files = append(files, s)
		}
	}
	there := files[:0]
	for _, f := range files {
		if at, err := os.Stat(f.Path); err == nil { // a missing file is reported when it is needed
			f.Mode = at.Mode().Perm()
			there = append(there, f)
		}
	}
	return there
}

// Exposed reports whether other users of this machine can read or change the file.
func (f PrivateFile) Exposed() bool {
	return f.Mode&0o077 != 0 && runtime.GOOS != "windows" // on Windows the mode has no meaning
}
