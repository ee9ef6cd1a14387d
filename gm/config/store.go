package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

var (
	inUser  = regexp.MustCompile(`^(\w+://[^:/?@]*):.*@`)
	inQuery = regexp.MustCompile(`([?&](?:ssl)?password=)[^&]*`)
)

// Hidden returns a DSN without its password.
func Hidden(dsn string) string {
	// the query comes first, since it may contain an @
	return inUser.ReplaceAllString(inQuery.ReplaceAllString(dsn, "${1}..."), "$1@")
}

// CheckStore returns an error if the setting store is invalid.
func CheckStore(dsn string) error {
	switch {
	case dsn == "", strings.HasPrefix(dsn, "postgres://"), strings.HasPrefix(dsn, "postgresql://"):
		return nil
	case libpqWords.MatchString(dsn):
		return errors.New(`store must be one address, such as "postgres://gm@db.example.org:5432/games", ` +
			`not words like host=db dbname=games`)
	case strings.Contains(dsn, ":/"):
		return errors.New(`store begins with postgres://, as in "postgres://gm@db.example.org/games"; ` +
			`no other kind of database is supported`)
	default:
		return errors.New(`store names a database, such as "postgres://gm@db.example.org/games"; ` +
			`name a file with data`)
	}
}

// checkFile returns an error if the path of the file with all games is a directory.
func checkFile(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("%s is a directory; name a file in it, such as %s", path, filepath.Join(path, "deaddrop.db"))
	}
	return nil
}

var (
	// libpqWords matches a DSN of keywords and values.
	libpqWords = regexp.MustCompile(`^(host|hostaddr|port|user|password|dbname|service)\s*=`)
	// otherAddress matches URLs of other schemes, and misspelt ones.
	otherAddress = regexp.MustCompile(`^\w{2,}:/|^postgres(ql)?:`)
)

// LikeDatabase reports whether a text is probably meant as the address of a database rather than as a file name.
func LikeDatabase(text string) bool {
	return otherAddress.MatchString(text) || libpqWords.MatchString(text)
}
