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

// sector is the unit that a disk writes atomically, in bytes.
const sector = 512

// Disk is a disk with a write cache: written data is in memory until it is flushed to a file. It is safe for
// concurrent use.
type Disk struct {
	mu    sync.Mutex
	file  *os.File
	size  int64
	cache map[int64]*[sector]byte // sectors written but not yet durable, by number
	off   bool
	last  func() // called instead of the next flush, if not nil
}

// NewDisk creates a disk from a file that consists of whole sectors.
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

// ReadAt reads the data last written. After the power cut it fails, as all methods do.
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

// WriteAt writes to the cache. It may begin and end inside a sector, but not exceed the disk.
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

// cached returns a sector in the cache, to be modified.
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

// Flush makes all data written before survive a power cut.
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

// keep writes sectors from the cache to the file, adjacent ones together.
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

// Remains counts the unflushed sectors that were lost and kept in the power cut.
type Remains struct {
	Lost, Kept int
	Err        error
}

// Cut cuts the power instead of the next flush, when most data is at risk, or when patience delivers. Unflushed
// sectors are lost, except a random selection that chance keeps; nil keeps none. The channel then delivers the
// result.
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

// remains writes a random selection of the unflushed sectors.
func (d *Disk) remains(chance *rand.Rand) Remains {
	var some []int64
	for _, number := range slices.Sorted(maps.Keys(d.cache)) {
		if chance != nil && chance.IntN(2) == 0 {
			some = append(some, number)
		}
	}
	return Remains{len(d.cache) - len(some), len(some), d.keep(some)}
}
