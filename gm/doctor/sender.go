package doctor

import (
	"cmp"
	"context"
	"fmt"

	"deaddrop/gm/amount"
	"deaddrop/mailer"
)

// sender logs in to the SMTP server and checks whether it would accept our letters. It returns nil if not.
func (d *Doctor) sender(ctx context.Context) *mailer.SenderProbe {
	p, ready := d.party(ctx, "smtp", d.c.SMTP)
	if !ready {
		return nil
	}
	out, err := mailer.ProbeSender(ctx, &mailer.Sender{Server: p.server, Hello: d.c.SMTP.Hello, Timeout: exchange})
	if err != nil {
		d.unreachable(ctx, p, err)
		return nil
	}
	if p.server.User == "" {
		d.ok("The SMTP server %s answers, %s; gm does not log in there.", p.server.Addr, secured(p.server))
	} else {
		d.ok("The SMTP server %s lets %q in, %s.", p.server.Addr, p.server.User, secured(p.server))
	}
	if err := out.Try(ctx, d.c.Address, d.c.Address); err != nil {
		d.fault(cmp.Or(cureOf(err), "Check that address in the configuration is the address of the account that "+
			"logs in under [smtp], or one that your provider lets it send from (an \"alias\" or \"identity\")."),
			"The SMTP server does not take letters from %s to itself%s", d.c.Address, saidNo(err))
		out.Close()
		return nil
	}
	d.ok("It takes letters from %s.", d.c.Address)
	d.size(out)
	if !d.c.Plus {
		d.skip("Addresses with a plus were not tried, as the configuration says plus = false.")
		return out
	}
	if err := out.Try(ctx, plussed(d.c.Address, "d.doctor"), d.c.Address); err != nil {
		d.fault("Write plus = false above the first [section] of the configuration. Letters that can't be delivered "+
			"are then still returned, but gm is less sure which letter came back. Or have your provider let the "+
			"account send from addresses with a plus.",
			"The SMTP server does not take letters from %s, an address with a plus, to which undeliverable letters "+
				"are to be returned%s", plussed(d.c.Address, "…"), saidNo(err))
		return out
	}
	d.ok("It takes letters from addresses such as %s, to which undeliverable ones are returned.",
		plussed(d.c.Address, "…"))
	return out
}

// usualLargest is the usual largest size of a letter, in bytes: one with the map of a whole board, which grows by a
// third when it is encoded.
const usualLargest = 400 << 10

// unsetLargest is how many kilobytes a letter may have where the configuration does not say.
const unsetLargest = 4 << 10

// size compares the largest letter that the server accepts with the largest ones sent.
func (d *Doctor) size(out *mailer.SenderProbe) {
	most, allowed := out.Largest(), int64(cmp.Or(d.c.Largest, unsetLargest))<<10
	switch {
	case most == 0:
	case most < usualLargest:
		d.fault("Have the server accept larger mail (message_size_limit in Postfix), or use another server. Until "+
			"then players who want no pictures can write SET MAP NONE.",
			"The SMTP server accepts no letter larger than %s, and one with a map can have %s.", amount.Bytes(most),
			amount.Bytes(usualLargest))
	case most < allowed:
		d.advise(fmt.Sprintf("Write largest_letter = %d above the first [section] of the configuration: the film "+
			"of a finished game is then made small enough.", most>>10),
			"The SMTP server accepts no letter larger than %s, but the configuration allows %s.", amount.Bytes(most),
			amount.Bytes(allowed))
	}
}
