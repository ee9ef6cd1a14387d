package postoffice_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"deaddrop/mailer"
	"deaddrop/mailer/postoffice"
)

// A letter goes from Ann to the game master, with nothing but this machine.
func Example() {
	office, err := postoffice.Open(postoffice.Options{Domain: "post.test"})
	if err != nil {
		log.Fatal(err)
	}
	defer func() { _ = office.Close() }()
	for _, name := range []string{"gm", "ann"} {
		if err := office.Add(name, "secret"); err != nil {
			log.Fatal(err)
		}
	}

	s := mailer.Sender{Server: mailer.Server{Addr: office.SMTP(), TLS: "none", User: "ann", Password: "secret"}}
	defer func() { _ = s.Close() }()
	err = s.Send(context.Background(), "ann@post.test", mailer.Draft{
		ID: "1@post.test", From: "ann@post.test", To: "gm+g1@post.test",
		Subject: "[g1.12] orders", Text: "A PAR - BUR\n", Date: time.Date(1901, 4, 1, 0, 0, 0, 0, time.UTC),
	})
	if err != nil {
		log.Fatal(err)
	}

	ctx, cancel := context.WithCancel(context.Background())
	in := mailer.Inbox{Server: mailer.Server{Addr: office.IMAP(), TLS: "none", User: "gm", Password: "secret"}}
	err = in.Watch(ctx, func(_ context.Context, l mailer.Letter) error {
		fmt.Printf("%s writes to %s: %s\n%s", l.From, l.To, l.Subject, l.Text)
		cancel() // one is enough
		return nil
	})
	fmt.Println(err)
	// Output:
	// ann@post.test writes to [gm+g1@post.test]: [g1.12] orders
	// A PAR - BUR
	// <nil>
}
