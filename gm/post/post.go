// Package post is how the game master's letters become mails: what the service sends, and what the gate compares.
package post

import (
	"deaddrop/gm"
	"deaddrop/mailer"
)

// Draft is the mail that a letter is sent as. It is marked as a machine's, so that no machine answers it (RFC 3834).
func Draft(l gm.Letter) mailer.Draft {
	auto := "auto-generated"
	if l.Answer {
		auto = "auto-replied"
	}
	return mailer.Draft{
		ID: l.ID, From: l.From, FromName: l.FromName, To: l.To, Subject: l.Subject, Text: l.Text, HTML: l.HTML, Date: l.Date,
		InReplyTo: l.InReplyTo, References: l.References, ReplyTo: l.ReplyTo, Auto: auto, Duplicate: l.Duplicate,
	}
}
