//go:build linux

package powercut

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"syscall"
	"time"
)

// sector is how much a disk writes whole or not at all.
const sector = 512

// Disk is a disk with a cache: what is written is in memory until it is flushed to a file. Its methods may be called by
// any number of goroutines at once.
type Disk struct {
	mu    sync.Mutex
	file  *os.File
	size  int64
	cache map[int64]*[sector]byte // by number
	off   bool
	last  func() // in place of the next flush; nil: it is flushed
}

// NewDisk makes a disk of a file with whole sectors.
func NewDisk(file *os.File) (*Disk, error) {
	info, err := file.Stat()
	if err == nil && info.Size()%sector != 0 {
		err = fmt.Errorf("%s has %d bytes, which are no whole sectors", file.Name(), info.Size())
	}
	if err != nil {
		return nil, err
	}
	return &Disk{file: file, size: info.Size(), cache: map[int64]*[sector]byte{}}, nil
}

// ReadAt reads what was last written. After the cut it fails, as do all others.
func (d *Disk) ReadAt(p []byte, off int64) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.off {
		return 0, syscall.EIO
	}
	n, err := d.file.ReadAt(p, off)
	for number := off / sector; number*sector < off+int64(n); number++ {
		if s := d.cache[number]; s != nil {
			from := max(0, off-number*sector)
			copy(p[number*sector+from-off:n], s[from:])
		}
	}
	return n, err
}

// WriteAt writes to the cache. It may begin and end within sectors, but not beyond the disk's end.
func (d *Disk) WriteAt(p []byte, off int64) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.off:
		return 0, syscall.EIO
	case off < 0 || off+int64(len(p)) > d.size:
		return 0, syscall.ENOSPC
	}
	for n := 0; n < len(p); {
		at := off + int64(n)
		s, err := d.cached(at / sector)
		if err != nil {
			return n, err
		}
		n += copy(s[at%sector:], p[n:])
	}
	return len(p), nil
}

// cached returns a sector in the cache, to be written to.
func (d *Disk) cached(number int64) (*[sector]byte, error) {
	if s := d.cache[number]; s != nil {
		return s, nil
	}
	s := new([sector]byte)
	if _, err := d.file.ReadAt(s[:], number*sector); err != nil {
		return nil, err
	}
	d.cache[number] = s
	return s, nil
}

// Flush makes all that was written before survive the cut.
func (d *Disk) Flush() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.last != nil {
		d.last()
	}
	if d.off {
		return syscall.EIO
	}
	if err := d.keep(slices.Sorted(maps.Keys(d.cache))); err != nil {
		return err
	}
	clear(d.cache)
	return nil
}

// keep writes sectors of the cache to the file, neighbours at once.
func (d *Disk) keep(numbers []int64) error {
	for len(numbers) > 0 {
		var run []byte
		n := 0
		for ; n < len(numbers) && numbers[n] == numbers[0]+int64(n); n++ {
			run = append(run, d.cache[numbers[n]][:]...)
		}
		if _, err := d.file.WriteAt(run, numbers[0]*sector); err != nil {
			return err
		}
		numbers = numbers[n:]
	}
	return nil
}

// Remains are how many sectors that were not flushed were lost and kept when the power was cut.
type Remains struct {
	Lost, Kept int
	Err        error
}

// Cut cuts the power. What was not flushed is lost, but for the sectors that chance keeps, in no order; nil keeps none.
// It is cut in the place of the next flush, when there is most to be lost, or at the end of patience. The channel then
// has what remains.
func (d *Disk) Cut(chance *rand.Rand, patience <-chan time.Time) <-chan Remains {
	done := make(chan Remains, 1)
	cut := func() {
		d.off, d.last = true, nil
		done <- d.remains(chance)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.last = cut
	go func() {
		<-patience
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.last != nil {
			cut()
		}
	}()
	return done
}

// remains keeps what chance keeps.
func (d *Disk) remains(chance *rand.Rand) Remains {
	var some []int64
	for _, number := range slices.Sorted(maps.Keys(d.cache)) {
		if chance != nil && chance.IntN(2) == 0 {
			some = append(some, number)
		}
	}
	return Remains{len(d.cache) - len(some), len(some), d.keep(some)}
}
