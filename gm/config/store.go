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

// Hidden is a database's address without its password.
func Hidden(dsn string) string {
	// in this order: an @ may be in the query
	return inUser.ReplaceAllString(inQuery.ReplaceAllString(dsn, "${1}..."), "$1@")
}

// CheckStore says what is wrong with the setting store.
func CheckStore(dsn string) error {
	switch {
	case dsn == "", strings.HasPrefix(dsn, "postgres://"), strings.HasPrefix(dsn, "postgresql://"):
		return nil
	case libpqWords.MatchString(dsn):
		return errors.New(`store is written as one address, such as "postgres://gm@db.example.org:5432/games", ` +
			`and not as words like host=db dbname=games`)
	case strings.Contains(dsn, ":/"):
		return errors.New(`store begins with postgres://, as in "postgres://gm@db.example.org/games"; ` +
			`no other kind of database will do`)
	default:
		return errors.New(`store is a database, such as "postgres://gm@db.example.org/games"; ` +
			`a file with games is named by data`)
	}
}

// checkFile refuses a directory where the file with all games is to be.
func checkFile(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("%s is a directory; name a file in it, such as %s", path, filepath.Join(path, "deaddrop.db"))
	}
	return nil
}

var (
	// libpqWords is how a database is named otherwise.
	libpqWords = regexp.MustCompile(`^(host|hostaddr|port|user|password|dbname|service)\s*=`)
	// otherAddress is another kind of address, or one with a slip.
	otherAddress = regexp.MustCompile(`^\w{2,}:/|^postgres(ql)?:`)
)

// LikeDatabase reports whether a text is hardly meant as the name of a file, but as a database, or something like one.
func LikeDatabase(text string) bool {
	return otherAddress.MatchString(text) || libpqWords.MatchString(text)
}
