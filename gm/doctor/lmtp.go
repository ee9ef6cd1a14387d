package doctor

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"deaddrop/gm/config"
	"deaddrop/gm/setup"
	"deaddrop/mailer"
)

// lmtp examines the address at which a mail server on this machine delivers letters.
func (d *Doctor) lmtp(ctx context.Context) {
	listen := d.c.LMTP.Listen
	if strings.Contains(listen, "/") {
		if !d.socketPlace(listen) {
			return
		}
	} else if _, err := config.HostOf(listen); err != nil {
		d.fault("Write an address of this machine with a port, as in listen = \"127.0.0.1:2424\", or the path of a "+
			"socket with a slash in it.", "listen under [lmtp] is %q, where nothing can listen.", listen)
		return
	}
	err := mailer.ProbeListener(ctx, &mailer.Listener{Listen: listen, Addresses: []string{d.c.Address}, Now: d.now}, 0)
	failed := (*mailer.ProbeError)(nil)
	errors.As(err, &failed)
	switch {
	case err == nil && d.serving:
		d.ok("gm serve takes letters by LMTP at %s, where only this machine can reach it.", listen)
	case err == nil, failed != nil && failed.Stage == mailer.StageGreeting && !d.serving:
		d.fault("Find out which program that is (ss -lptn), and end it, or give another address with listen.",
			"Another program listens at %s already, where gm serve is to take letters by LMTP.", listen)
	case failed == nil || failed.Stage == mailer.StageSettings:
		d.fault("Write listen = \"127.0.0.1:2424\" or the path of a socket. If the mail server is another machine, "+
			"have it deliver into a mailbox and use [imap], or connect the two by a tunnel.",
			"Machines other than this one could connect to %s (listen under [lmtp]), and whoever connects there "+
				"can write in anybody's name.", listen)
	case failed.Stage == mailer.StageConnect && d.serving:
		d.fault("Start gm serve again, as it may have been started before [lmtp] was added, and look at what it "+
			"prints.",
			"gm serve runs, but does not listen at %s for letters by LMTP: %v.", listen, plain(failed.Err))
	case failed.Stage == mailer.StageConnect:
		d.ok("Letters can come in by LMTP at %s when gm serve runs; it does not run now.", listen)
	default:
		d.fault("Find out which program that is (ss -lptn); if it is gm serve, start it again.",
			"What listens at %s does not speak LMTP%s", listen, said(failed.Answer))
	}
}

// socketPlace examines the directory of a socket, and reports whether gm serve could listen there.
func (d *Doctor) socketPlace(path string) bool {
	dir := filepath.Dir(path)
	at, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		d.fault("Make it (mkdir -p -m 750 "+dir+") and give it the group of the mail server (chgrp), or give "+
			"another path with listen.", "The directory %s, for the socket on which letters come in by LMTP, does "+
			"not exist.",
			dir)
		return false
	case err != nil || !at.IsDir():
		d.fault("Give another path with listen under [lmtp].",
			"The socket on which letters come in by LMTP can't be in %s.", dir)
		return false
	}
	if everybody(dir) {
		d.fault("Let only the mail server's group enter: chgrp that group "+dir+"; chmod 750 "+dir,
			"Everybody on this machine can enter %s (mode %04o), and whoever connects to the socket in it can write "+
				"in anybody's name.", dir, at.Mode().Perm())
	}
	if err := setup.Writable(dir); err != nil {
		d.fault("Make the user who runs gm its owner (chown).", "No socket can be made in %s: %v.", dir, err)
		return false
	}
	return true
}

// everybody reports whether all users of this machine can enter a directory, that is, it and all directories above
// it.
func everybody(dir string) bool {
	if runtime.GOOS == "windows" { // the mode has no meaning there
		return false
	}
	dir, err := filepath.Abs(dir)
	if real, failed := filepath.EvalSymlinks(dir); err == nil && failed == nil {
		dir = real
	}
	for {
		at, err := os.Stat(dir)
		if err != nil || at.Mode().Perm()&0o001 == 0 {
			return false
		}
		up := filepath.Dir(dir)
		if up == dir {
			return true
		}
		dir = up
	}
}
