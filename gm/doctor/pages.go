package doctor

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"deaddrop/gm"
	"deaddrop/gm/setup"
)

// pages checks whether the public pages of the games can be made and written.
func (d *Doctor) pages() {
	c := d.c.Site
	if c.Dir == "" {
		return
	}
	words, err := d.c.Wording()
	if err != nil { // this error is reported with the wording
		return
	}
	if _, err := setup.Pages(&gm.Master{Words: words}, c); err != nil {
		d.fault("Correct the theme, or remove theme under [site].", "The public pages can't be made: %v.", err)
		return
	}
	dir := c.Dir
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		dir = filepath.Dir(dir)
	}
	if err := d.writable(dir); err != nil {
		d.fault("Allow the user of gm serve to write there, or name another directory as dir under [site].",
			"The public pages can't be written to %s: %v.", c.Dir, err)
		return
	}
	d.ok("The public pages are kept in %s.", c.Dir)
}
