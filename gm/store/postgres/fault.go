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

// SQLSTATE codes that are handled specially.
const (
	serialization  = "40001"
	deadlock       = "40P01"
	readOnly       = "25006"
	notYet         = "57P03" // the server is starting, stopping or recovering
	shutdown       = "57P01"
	crash          = "57P02"
	uniqueness     = "23505"
	tableExists    = "42P07"
	typeExists     = "42710" // each table also creates a type
	noTable        = "42P01"
	noColumn       = "42703"
	noPermission   = "42501"
	noDatabase     = "3D000"
	noParameter    = "42704"
	wrongPassword  = "28P01"
	notLetIn       = "28000"
	tooMany        = "53300"
	noProtocol     = "08P01" // poolers report any trouble with the server so
	connectionLost = "08"    // class of noProtocol
	certainlyWrong = "28"    // class of errors about accounts
)

// code returns the SQLSTATE of an error, or "" if it did not come from the server.
func code(err error) string {
	var said *pgconn.PgError
	if errors.As(err, &said) {
		return said.Code
	}
	return ""
}

// denied adds store.ErrDenied to an error if the account lacks a permission.
func denied(err error) error {
	if code(err) != noPermission {
		return err
	}
	return fmt.Errorf("the database: %w: %w: examples/rights.sql lists the rights that it needs", store.ErrDenied, err)
}

// fault says why a database can't be opened or reached, and what to do about it.
type fault struct {
	what   string // what was being done
	err    error
	text   string // the useful part of err
	advice string
}

// Error returns one line, even if several hosts were tried.
func (f *fault) Error() string {
	text := f.what + ": " + strings.Join(strings.Fields(f.text), " ")
	if f.advice != "" {
		text += ": " + f.advice
	}
	return text
}

func (f *fault) Unwrap() error { return f.err }

// explain adds advice to an error of Open, or of a later connection attempt.
func explain(what string, err error, c *pgx.ConnConfig) error {
	return &fault{what, err, useful(err, c), advise(err, c)}
}

// noTLS is the driver's error for a server without TLS.
const noTLS = "server refused TLS connection"

// useful returns the text of an error, one line for each host that was tried. It drops the lines of TLS attempts that
// were followed by attempts without TLS, and lines that repeat others.
func useful(err error, c *pgx.ConnConfig) string {
	lines := strings.Split(err.Error(), "\n")
	rest := slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return strings.Contains(line, noTLS) })
	if needsTLS(c) || len(rest) < 2 { // the first line says what was to be opened
		rest = lines
	}
	return strings.Join(slices.Compact(rest), "\n")
}

// needsTLS reports whether the configuration demands TLS. Otherwise each server is tried both with and without it.
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
		if strings.Contains(err.Error(), "for table") { // another account created that table
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

// advisePool returns advice on an error of pgbouncer, which has one code for all of its errors.
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

// unreadable returns the error for an invalid DSN. It shows nothing of the DSN: as its parts can't be told apart,
// each may be the password.
func unreadable(err error) error {
	var parse *pgconn.ParseConfigError
	why := ""
	if errors.As(err, &parse) {
		text := parse.Error()
		if i := strings.LastIndex(text, "`: "); i >= 0 {
			why, _, _ = strings.Cut(text[i+len("`: "):], " (")
			why, _, _ = strings.Cut(why, ": ") // what follows may contain the invalid value
			why = " (" + why + ")"
		}
	}
	return fmt.Errorf("the DSN of the database can't be read%s: it is like "+
		"postgres://user:password@host:5432/database, with what is no letter or digit in the password as %%XX, its "+
		"hexadecimal number", why)
}

// hasParameter reports whether a DSN sets a parameter that concerns pgx and not the server. Only pgx can parse a DSN,
// so the function lets it do so.
func hasParameter(dsn, parameter string) bool {
	c, err := pgconn.ParseConfig(dsn)
	return err == nil && c.RuntimeParams[parameter] != ""
}
