package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"golang.org/x/sync/errgroup"

	"deaddrop/gm/config"
	"deaddrop/mailer"
)

// senders are the connections over which the pipeline sends at once.
const senders = 4

// pipeline is a program that does with each letter what the game master does, but thinks and remembers nothing: it
// fetches it, has one mail sent to its writer, and moves it away; or it takes it in by LMTP and has one mail sent.
func pipeline() {
	if err := runPipeline(context.Background(), os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func runPipeline(ctx context.Context, path string) error {
	c, err := config.Read(path)
	if err != nil {
		return err
	}
	log := slog.New(slog.DiscardHandler)
	watch := (&mailer.Listener{Listen: c.LMTP.Listen, Addresses: []string{c.Address}, Now: time.Now, Log: log}).Watch
	if c.LMTP.Listen == "" {
		imap, err := c.IMAP.ForMailer("imap")
		if err != nil {
			return err
		}
		watch = (&mailer.Inbox{Server: imap, Log: log}).Watch
	}
	smtp, err := c.SMTP.ForMailer("smtp")
	if err != nil {
		return err
	}
	out := mailer.Sender{Server: smtp, Log: log}
	answers := make(chan mailer.Outgoing, 1000)
	group, ctx := errgroup.WithContext(ctx)
	for range senders {
		group.Go(func() error { return sendOn(ctx, &out, answers) })
	}
	group.Go(func() error {
		return watch(ctx, func(_ context.Context, l mailer.Letter) error {
			answers <- mailer.Outgoing{Return: c.Address, Draft: mailer.Draft{
				ID: "re-" + l.ID, InReplyTo: l.ID, From: c.Address, To: l.From, Subject: l.Subject, Text: l.Text, Date: time.Now(), Auto: "auto-replied",
			}}
			return nil
		})
	})
	return group.Wait()
}

// sendOn sends what there is, as much of it together as there is.
func sendOn(ctx context.Context, out *mailer.Sender, answers <-chan mailer.Outgoing) (err error) {
	for first := range answers {
		mails := []mailer.Outgoing{first}
		for range min(len(answers)/senders, 50) {
			mails = append(mails, <-answers)
		}
		out.SendAll(ctx, mails, func(_ int, failed error) { err = errors.Join(err, failed) })
		if err != nil {
			return err
		}
	}
	return nil
}
