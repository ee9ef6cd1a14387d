package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/mail"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"deaddrop/gm/config"
	"deaddrop/gm/files"
	"deaddrop/gm/refusal"
	"deaddrop/gm/setup"
	"deaddrop/mailer/provider"
)

// A finder finds mail servers.
type finder interface {
	Find(ctx context.Context, address string) (provider.Found, error)
}

func newInit(d *console) *cobra.Command {
	begin := beginning{finder: &provider.Finder{DNS: net.DefaultResolver}}
	cmd := &cobra.Command{
		Use:   "init [ADDRESS]",
		Short: "Write a configuration for a mailbox, and create the file or database for the games",
		Long: `init begins a site. With the address of the mailbox that players are to write to, it first writes a
configuration for it: it knows the big mail providers, and finds the servers of other domains in the DNS and in the
file that many domains publish for mail programs. The password goes into a file that it makes beside the
configuration, never on the command line. Existing files are not overwritten.

Then, or without an address, it creates the storage for the games, where data = or store = in the configuration says:
an empty file in an existing directory, or the tables in an empty database. No other command does so, so that a slip
in the configuration can't start a second site beside the existing games.`,
		Example: "  gm init ourgames@gmail.com --gm you@example.org --to club.toml\n  gm init",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			path := d.config
			if len(args) > 0 {
				var err error
				if path, err = begin.write(cmd, args[0], path); err != nil {
					return err
				}
			} else if cmd.Flags().Changed("to") || cmd.Flags().Changed("gm") {
				return &refusal.Error{Text: "--to and --gm are for a new configuration: name the address of the mailbox, too, " +
					"as in gm init games@example.org"}
			}
			c, err := config.Read(path)
			if err != nil {
				return err
			}
			if len(args) > 0 && c.Begun() {
				printf(cmd.OutOrStdout(), "The games are still kept in %s, which already exists; nothing was "+
					"changed.\n", c.Games())
				return nil
			}
			if err := beginSite(cmd, c); err != nil {
				return err
			}
			printf(cmd.OutOrStdout(), "The games are kept in %s from now on. gm doctor checks that everything "+
				"works, gm serve runs them, and gm new starts one.\n", c.Games())
			return nil
		},
	}
	cmd.Flags().StringVar(&begin.to, "to", "", "the file for the configuration (by default deaddrop.toml)")
	cmd.Flags().StringVar(&begin.master, "gm", "", "your own address, as game master")
	return cmd
}

// A beginning writes the configuration for gm init.
type beginning struct {
	finder
	to     string
	master string // the game master's address
}

// write writes a configuration for an address, and the file for its password, and returns the path of the
// configuration.
func (b *beginning) write(cmd *cobra.Command, address, named string) (path string, err error) {
	for _, a := range []string{address, b.master} {
		if parsed, err := mail.ParseAddress(a); a != "" && (err != nil || parsed.Address != a) {
			return "", &refusal.Error{Text: a + " is not a mail address, such as games@example.org."}
		}
	}
	path = b.to
	if path == "" && (cmd.Flags().Changed("config") || named != systemConfig) {
		path = named
	}
	if path == "" {
		path = localConfig
	}
	if _, err := os.Lstat(path); err == nil {
		return "", &refusal.Error{Text: path + " already exists, and is not overwritten. Name another file with " +
			"--to, or use the existing one: gm init"}
	}
	found, err := b.Find(cmd.Context(), address)
	if errors.Is(err, provider.ErrUnknown) {
		found, err = provider.Found{IMAP: provider.Server{Addr: "imap.example.org:993", TLS: "tls"}, User: address,
			SMTP: provider.Server{Addr: "smtp.example.org:465", TLS: "tls"}, Sender: address}, nil
	}
	if err != nil {
		return "", err
	}
	if err := newFile(path, config.Draft(address, b.master, found)); err != nil {
		return "", err
	}
	out := cmd.OutOrStdout()
	password := filepath.Join(filepath.Dir(path), "password")
	if !byToken(found) {
		if err := newFile(password, nil); err != nil && !errors.Is(err, fs.ErrExist) {
			return "", err
		}
	}
	say(out, path+" is the configuration for "+address+". "+sourceOf(found))
	printf(out, "\nWhat is left to be done:\n")
	for i, step := range b.steps(found, password) {
		say(out, fmt.Sprintf("%d. %s", i+1, step))
	}
	printf(out, "\n")
	if p := found.Provider; p != nil {
		say(out, "About "+p.Name+": "+p.Note+" docs/mail-providers.md says more.")
		printf(out, "\n")
	}
	return path, nil
}

// byToken reports whether the provider takes an access token in place of a password.
func byToken(found provider.Found) bool {
	return found.Provider != nil && found.Provider.Login == provider.Token
}

// say prints a paragraph in lines of readable width.
func say(out io.Writer, text string) {
	for _, line := range wrapped(text) {
		printf(out, "%s\n", line)
	}
}

// newFile creates a file that only its owner can read. It fails if the file exists.
func newFile(path string, text []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return err
	}
	if err != nil {
		return files.Unwritten(path, err)
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Sync(), f.Close())
}

// sourceOf describes the source of the servers' settings, and how reliable it is.
func sourceOf(found provider.Found) string {
	if found.Source == "" {
		return "No mail servers were found for that domain."
	}
	text := fmt.Sprintf("The servers, %s and %s, are from %s.", found.IMAP.Addr, found.SMTP.Addr, found.Source)
	if p := found.Provider; p != nil {
		text += " The provider is " + p.Name + "."
		if !p.Tried {
			text += " What gm knows of it is from public documentation, and was not tried."
		}
	}
	return text
}

// steps returns the steps that are left to be done by hand.
func (b *beginning) steps(found provider.Found, password string) (all []string) {
	p := found.Provider
	switch {
	case found.Source == "":
		all = append(all, "Write your mail servers after addr = under [imap] and [smtp]; your provider's help pages "+
			"name them.")
	case p == nil:
		all = append(all, "Check that those servers are your provider's: whoever answers there gets the password.")
	}
	switch {
	case p == nil:
		all = append(all, "Put the password of the mailbox into the file "+password+", on one line.")
	case byToken(found):
		all = append(all, p.Password)
	default:
		all = append(all, p.Password+" Put that password into the file "+password+", on one line.")
	}
	if b.master == "" {
		all = append(all, "Write your own address, as game master, after gm =.")
	}
	return all
}

// beginSite creates the file or the database tables for games, if they do not exist.
func beginSite(cmd *cobra.Command, c config.Config) error {
	begun, err := setup.Begun(cmd.Context(), c)
	switch {
	case err != nil:
		return err
	case begun:
		return &refusal.Error{Text: "This site already exists: its games are in " + c.Games() + "."}
	}
	if dir := filepath.Dir(c.Data); !c.Shared() {
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			return &refusal.Error{Text: "There is no directory " + dir + ". Make it (mkdir -p " + dir +
				"), or name another file with data = in the configuration."}
		}
	}
	s, err := setup.OpenStore(cmd.Context(), c)
	if err != nil && !c.Shared() {
		return files.Unwritten(c.Data, err)
	}
	if err != nil {
		return err
	}
	return s.Close()
}
