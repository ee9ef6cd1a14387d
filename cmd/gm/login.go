package main

import (
	"context"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"deaddrop/gm/amount"
	"deaddrop/gm/config"
	"deaddrop/gm/refusal"
	"deaddrop/mailer/oauth"
)

func newLogin(d *console) *cobra.Command {
	return &cobra.Command{
		Use:   "login",
		Short: "Allow gm to use a mailbox whose provider takes no password",
		Long: `login gets an access token (OAuth 2.0) for the mailbox, which servers such as Microsoft's require instead
of a password. It shows an address and a code: open the address in a browser on any machine, log in there as the user of
the mailbox, and type the code. login waits for that; Ctrl-C stops it. The token is kept in the file that token_file
under [oauth] names, which only you can read, and gm serve renews it. gm doctor says whether it works.`,
		Example: "  gm login",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := config.Read(d.config)
			if err != nil {
				return err
			}
			tokens := c.Tokens()
			if tokens == nil {
				return &refusal.Error{Text: "The configuration has a password for the mailbox, or a program that prints one, so " +
					"there is nothing to log in to. For access tokens, write a section [oauth], and auth = \"xoauth2\" under [imap] " +
					"and " +
					"[smtp] without a password."}
			}
			if err := tokens.Check(); err != nil {
				return &refusal.Error{Text: "[oauth] in the configuration: " + err.Error() +
					". docs/mail-providers.md says how to register an application with a provider."}
			}
			return login(cmd.Context(), cmd.OutOrStdout(), tokens)
		},
	}
}

// login asks somebody to allow the use of the mailbox.
func login(ctx context.Context, out io.Writer, tokens *oauth.Client) error {
	err := tokens.Login(ctx, func(p oauth.Prompt) {
		printf(out, "Open %s in a browser, log in as the user of the mailbox, and type this code: %s\n", p.URL, p.Code)
		if !p.Until.IsZero() {
			printf(out, "The code is valid until %s. Waiting; Ctrl-C stops this.\n", p.Until.Format("15:04"))
		}
	})
	refused := (*oauth.Refused)(nil)
	switch {
	case errors.As(err, &refused):
		return &refusal.Error{Text: "The provider gave no access token: " + notGiven(refused) + ". Nothing was " +
			"changed."}
	case err != nil:
		return err
	}
	s, err := tokens.State()
	if err != nil {
		return err
	}
	printf(out, "The access token is in %s. gm serve uses it from now on, and gm doctor says whether it "+
		"works.\n", tokens.File)
	if !s.Renews {
		printf(out, "It can't be renewed: the provider gave no refresh token. Check that scopes under [oauth] ask "+
			"for one (often offline_access).\n")
	}
	if !s.RefreshEnd.IsZero() {
		printf(out, "You will have to log in again before %s.\n", s.RefreshEnd.Format(amount.Moment))
	}
	return nil
}

// notGiven returns the reason that there is no token.
func notGiven(r *oauth.Refused) string {
	switch r.Code {
	case "access_denied":
		return "the login was refused in the browser"
	case "expired_token":
		return "nobody typed the code in time"
	case "invalid_client", "unauthorized_client":
		return "it does not know client_id, or does not allow the device flow for it (" + r.Code + ")"
	case "invalid_scope":
		return "it does not know scopes (" + r.Code + ")"
	}
	if r.Text == "" {
		return r.Code
	}
	return r.Code + ", " + r.Text
}
