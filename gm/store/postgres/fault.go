package postgres

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"slices"
	"strings"
	"syscall"

	"deaddrop/gm/store"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// The server's words (SQLSTATE) for what is treated in a way of its own.
const (
	serialization  = "40001"
	deadlock       = "40P01"
	readOnly       = "25006"
	notYet         = "57P03" // it starts, ends or recovers
	shutdown       = "57P01"
	crash          = "57P02"
	uniqueness     = "23505"
	tableExists    = "42P07"
	typeExists     = "42710" // each table has one
	noTable        = "42P01"
	noColumn       = "42703"
	noPermission   = "42501"
	noDatabase     = "3D000"
	noParameter    = "42704"
	wrongPassword  = "28P01"
	notLetIn       = "28000"
	tooMany        = "53300"
	noProtocol     = "08P01" // which pools say of whatever goes wrong between here and the server
	connectionLost = "08"    // the class of that
	certainlyWrong = "28"    // the class of what is wrong with an account
)

// code returns the server's word for an error, "" if it is none of the server's.
func code(err error) string {
	var said *pgconn.PgError
	if errors.As(err, &said) {
		return said.Code
	}
	return ""
}

// denied says of an error that the account lacks a right, if that is so.
func denied(err error) error {
	if code(err) != noPermission {
		return err
	}
	return fmt.Errorf("the database: %w: %w: examples/rights.sql lists the rights that it needs", store.ErrDenied, err)
}

// fault is why a database can't be opened or reached, and what to do about it.
type fault struct {
	what   string // was to be done
	err    error
	text   string // of err, as far as it is of use
	advice string
}

// Error has one line, also where several hosts were tried in vain.
func (f *fault) Error() string {
	text := f.what + ": " + strings.Join(strings.Fields(f.text), " ")
	if f.advice != "" {
		text += ": " + f.advice
	}
	return text
}

func (f *fault) Unwrap() error { return f.err }

// explain says what to do about an error of Open, or of a connection that could not be made later.
func explain(what string, err error, c *pgx.ConnConfig) error {
	return &fault{what, err, useful(err, c), advise(err, c)}
}

// noTLS is what the driver says of a server that speaks no TLS.
const noTLS = "server refused TLS connection"

// useful is the text of an error, a line for each host that was tried in vain, and without those that only say that TLS
// was tried first, or say the same of both.
func useful(err error, c *pgx.ConnConfig) string {
	lines := strings.Split(err.Error(), "\n")
	rest := slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return strings.Contains(line, noTLS) })
	if needsTLS(c) || len(rest) < 2 { // the first one says what was to be opened
		rest = lines
	}
	return strings.Join(slices.Compact(rest), "\n")
}

// needsTLS reports whether a server is to be left alone that speaks no TLS. Else each is tried with and without.
func needsTLS(c *pgx.ConnConfig) bool {
	return !slices.ContainsFunc(c.Fallbacks, func(f *pgconn.FallbackConfig) bool {
		return f.Host == c.Host && f.Port == c.Port && (f.TLSConfig == nil) != (c.TLSConfig == nil)
	})
}

func advise(err error, c *pgx.ConnConfig) string {
	switch code(err) {
	case noDatabase:
		return fmt.Sprintf("make it, as an account that may: createdb -O %s %s", c.User, c.Database)
	case noParameter:
		return "correct what stands behind the ? in the DSN"
	case wrongPassword:
		if c.Password == "" {
			return fmt.Sprintf("no password was given: put it into the DSN (postgres://%s:PASSWORD@...), into the "+
				"file ~/.pgpass, or into PGPASSWORD", c.User)
		}
		return fmt.Sprintf("the password of the account %q is another one, or the account is not there: "+
			"createuser -P %s", c.User, c.User)
	case notLetIn:
		return fmt.Sprintf("the server does not let the account %q in from here: look at its pg_hba.conf, or make "+
			"the account: createuser -P %s", c.User, c.User)
	case noPermission:
		if strings.Contains(err.Error(), "for table") { // which is its maker's, and not whose the database is
			return "what is in the database belongs to another account: put that one into the DSN"
		}
		return fmt.Sprintf("the account must own the database: alter database %q owner to %q", c.Database, c.User)
	case notYet:
		return "the server starts or ends at this moment: try again"
	case tooMany:
		return "raise the server's max_connections, or lower pool_max_conns in the DSN of each process"
	case readOnly:
		return onlyStandbys
	case noProtocol:
		return advisePool(err.Error(), c)
	}
	var dns *net.DNSError
	var otherHost x509.HostnameError
	var untrusted *tls.CertificateVerificationError
	switch {
	case errors.As(err, &dns):
		return "the host's name is not known: correct it in the DSN"
	case errors.As(err, &otherHost):
		return "name the host in the DSN as its certificate does"
	case errors.As(err, &untrusted):
		return "if that is your server, name the file with the certificate of its authority, as sslrootcert=FILE " +
			"in the DSN"
	case errors.Is(err, syscall.ECONNREFUSED), errors.Is(err, fs.ErrNotExist):
		return "nothing listens there: start the server, or correct host and port in the DSN; see listen_addresses " +
			"in its postgresql.conf"
	case pgconn.Timeout(err), errors.Is(err, context.DeadlineExceeded):
		return "nothing has answered in time: see whether the server runs, whether a firewall is in the way, and, " +
			"if a pool listens there, whether that reaches its server"
	case strings.Contains(err.Error(), noTLS) && needsTLS(c):
		return "the server speaks no TLS; say sslmode=disable only if the network between is yours"
	case strings.Contains(err.Error(), "read only connection"):
		return onlyStandbys
	}
	return ""
}

// advisePool is about what pgbouncer says, which has one code for all of it.
func advisePool(text string, c *pgx.ConnConfig) string {
	_, parameter, unsupported := strings.Cut(text, "unsupported startup parameter: ")
	switch {
	case unsupported:
		parameter, _, _ = strings.Cut(parameter, " ")
		return fmt.Sprintf("the pool between here and the server does not pass it on: take it out of the DSN and "+
			"set it for the account: alter role %q set %s = ...", c.User, parameter)
	case strings.Contains(text, "statement pooling mode"):
		return "the pool between here and the server gives a connection to each statement: set pool_mode = " +
			"transaction in its settings"
	case strings.Contains(text, "no such database"):
		return fmt.Sprintf("add %s to the [databases] of the pool that listens there", c.Database)
	case strings.Contains(text, "cannot connect to server"), strings.Contains(text, "server_login_retry"):
		return "a pool listens there, but does not reach its server: start the server, or look into the pool's log"
	}
	return ""
}

const onlyStandbys = "no server that was asked takes writes: promote one, or add the host of the primary to the DSN"

// unreadable is the error for a DSN that can't be read. It shows nothing of the DSN: where its parts end is not known,
// so each may be the password.
func unreadable(err error) error {
	var parse *pgconn.ParseConfigError
	why := ""
	if errors.As(err, &parse) {
		text := parse.Error()
		if i := strings.LastIndex(text, "`: "); i >= 0 {
			why, _, _ = strings.Cut(text[i+len("`: "):], " (")
			why, _, _ = strings.Cut(why, ": ") // either begins the value that was wrong
			why = " (" + why + ")"
		}
	}
	return fmt.Errorf("the DSN of the database can't be read%s: it is like "+
		"postgres://user:password@host:5432/database, with what is no letter or digit in the password as %%XX, its "+
		"hexadecimal number", why)
}

// hasParameter tells whether a DSN sets one of its parameters that mean something to pgx and nothing to a server. Only
// pgx can read a DSN; so it is asked.
func hasParameter(dsn, parameter string) bool {
	c, err := pgconn.ParseConfig(dsn)
	return err == nil && c.RuntimeParams[parameter] != ""
}
