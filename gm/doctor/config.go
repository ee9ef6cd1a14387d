package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"github.com/BurntSushi/toml"

	"deaddrop/adjudicator"
	"deaddrop/gm/config"
)

// leastSpace is the free disk space, in bytes, below which the doctor warns: the file with all games grows, and the
// service stops when the disk is full.
const leastSpace = 256 << 20

// settings examines the configuration, and reports whether it can be used.
func (d *Doctor) settings() bool {
	if _, err := os.Stat(d.path); errors.Is(err, fs.ErrNotExist) {
		d.fault("Copy examples/deaddrop.toml to that place and fill it in, or name another file: gm -c FILE doctor",
			"There is no configuration %s.", d.path)
		return false
	}
	var err error
	d.c, err = config.Read(d.path)
	syntax, unknown := toml.ParseError{}, (*config.UnknownSetting)(nil)
	switch {
	case errors.Is(err, fs.ErrPermission):
		d.fault("Run gm as the user who owns that file, or make the user who runs gm its owner (chown).",
			"You have no permission to read the configuration %s.", d.path)
	case errors.As(err, &syntax):
		d.fault("Correct that line: text goes in quotes, as in addr = \"imap.example.org:993\"; numbers, true and "+
			"false do not. examples/deaddrop.toml shows each setting.",
			"Line %d of the configuration %s can't be read: %s.", syntax.Position.Line, d.path,
			strings.TrimSuffix(syntax.Message, "."))
	case errors.As(err, &unknown):
		top := config.TopSettings()
		d.fault(fmt.Sprintf("Look in examples/deaddrop.toml for its spelling and its place: a setting belongs to "+
			"the last [section] above it, and %s must come before the first one.", adjudicator.Listed(top, "and")),
			"The configuration has a setting that gm does not know: %v.", err)
	case err != nil:
		d.fault("Correct it in the configuration; examples/deaddrop.toml explains each setting.",
			"The configuration can't be used: %v.", err)
	default:
		d.ok("The configuration %s can be read, and gm knows all its settings.", d.path)
		d.addresses()
	}
	return err == nil
}

// addresses examines the addresses of the games and of the game master.
func (d *Doctor) addresses() {
	if exemplary(d.c.Address) {
		d.fault("Write the address of the games' own mailbox after address =, at the top of the configuration.",
			"The address of the games is still the one from the example, %s.", d.c.Address)
		return
	}
	switch {
	case exemplary(d.c.GM):
		d.fault("Put your own, private address after gm =.",
			"The game master's own address is still the one from the example, %s.", d.c.GM)
	case isOwn(d.c.Address, d.c.GM):
		d.fault("Put your own, private address after gm =.",
			"The game master's own address is that of the games, %s: what only you may know would be sent to the "+
				"robot.", d.c.Address)
	case d.c.GM == "":
		d.advise("Write gm = \"you@example.org\", with your own address, above the first [section] of the "+
			"configuration.",
			"You gave no address of your own, so nobody is told when a letter can't be delivered or a game needs "+
				"its game master.")
	default:
		d.ok("Players write to %s, and whatever needs a game master is sent to you at %s.", d.c.Address, d.c.GM)
	}
}

// files examines the files on this machine: where they are, how much space is left, and who can read them.
func (d *Doctor) files() {
	dir := filepath.Dir(d.c.Data)
	_, missing := os.Stat(dir)
	d.placed = missing == nil
	if err := d.writable(dir); errors.Is(err, fs.ErrNotExist) {
		d.fault("Make it (mkdir -p "+dir+"), or name another file with data = in the configuration.",
			"The directory %s, in which the games are to be kept, does not exist.", dir)
	} else if errors.Is(err, syscall.EROFS) {
		d.fault("Mount that disk for writing again (mount -o remount,rw), after you have found out why it is "+
			"read-only: the system makes a disk read-only when it finds errors on it (dmesg). Or name a file "+
			"elsewhere with data = in the configuration.",
			"The disk with the games, in %s, is read-only.", dir)
	} else if err != nil {
		d.fault("Make the user who runs gm its owner (chown), or name a file elsewhere with data = in the "+
			"configuration.",
			"Nothing can be written in the directory %s, in which the games are kept: %v.", dir, err)
	} else if free, known := d.free(dir); known && free < leastSpace {
		d.fault("Make room on that disk, or move the games to another one and give the new place as data = in the "+
			"configuration. On a full disk no letter can be taken in.",
			"The disk that holds the games, in %s, has only %d MB free.", dir, free>>20)
	} else if !d.c.Shared() {
		d.ok("The games are kept in %s, where there is room.", d.c.Data)
	}
	d.archive()
	d.pages()
	d.secrets()
}

// secrets examines which other users of this machine can read secrets.
func (d *Doctor) secrets() {
	if runtime.GOOS == "windows" {
		d.skip("On Windows, gm doctor does not check who else can read your files.")
		return
	}
	files, safe := d.c.PrivateFiles(d.path), true
	for _, f := range files {
		if f.Exposed() {
			safe = false
			d.fault("Keep it to yourself: chmod 600 "+f.Path,
				"%s can be read or changed by others on this machine: %s has the mode %04o.", f.What, f.Path, f.Mode)
		}
	}
	if safe && len(files) > 0 {
		d.ok("Nobody but you can read passwords and games.")
	}
}
