package atlas

import (
	"encoding/binary"
	"image"
	"image/color"
	"math"
	"slices"
)

// colours is the number of colours in a picture. Maps have few colours, plus blends of two at edges. The difference
// from true colours is invisible; those need five times the bytes, and 256 colours a fifth more.
const colours = 88

// largeArea is the number of pixels of one colour from which on they look like a surface, on which even a slight
// change of colour would be visible.
const largeArea = 1500

// A bin holds the pixels of nearly the same colour: equal in the upper six bits of each channel.
type bin struct {
	rgb   [3]uint8 // the colour of the majority of pixels, if there is one
	lead  int      // lead of that colour's pixels over all others
	count int
	kept  bool // whether the colour has a palette entry of its own
	key   int32
}

const bins = 1 << 18

// A census counts the colours of pictures.
type census struct {
	number []int32 // index into bins by colour key, counted from 1
	bins   []bin
}

// reset makes the census one of no pictures.
func (c *census) reset() {
	if c.number == nil {
		c.number = make([]int32, bins)
	}
	clear(c.number)
	c.bins = c.bins[:0]
}

func binKey(r, g, b uint8) int32 { return int32(r>>2)<<12 | int32(g>>2)<<6 | int32(b>>2) }

// count adds the pixels of a picture.
func (c *census) count(m *image.RGBA) {
	var last uint32
	n := 0
	for i := 0; i+4 <= len(m.Pix); i += 4 {
		p := binary.LittleEndian.Uint32(m.Pix[i:])
		if p != last {
			c.add(last, n)
			last, n = p, 0
		}
		n++
	}
	c.add(last, n)
}

// add adds n pixels of one colour.
func (c *census) add(pixel uint32, n int) {
	if n == 0 {
		return
	}
	rgb := [3]uint8{uint8(pixel), uint8(pixel >> 8), uint8(pixel >> 16)}
	key := binKey(rgb[0], rgb[1], rgb[2])
	if c.number[key] == 0 {
		c.bins = append(c.bins, bin{rgb: rgb, key: key})
		c.number[key] = int32(len(c.bins))
	}
	b := &c.bins[c.number[key]-1]
	b.count += n
	switch {
	case b.rgb == rgb:
		b.lead += n
	case b.lead >= n:
		b.lead -= n
	default:
		b.rgb, b.lead = rgb, n-b.lead
	}
}

// keep reserves entries in the palette for colours, if any pixel has them.
func (c *census) keep(all ...colour) {
	for _, k := range all {
		if i := c.number[binKey(k.R, k.G, k.B)]; i > 0 {
			c.bins[i-1].kept = true
		}
	}
}

// A cluster is a set of bins that may share a palette entry.
type cluster struct {
	bins    []bin
	channel int     // channel in which they differ most
	spread  float64 // how much they differ in that channel
}

// palette chooses the palette by splitting clusters. Colours of large areas, and those reserved with keep, are exact;
// of the others, the cluster with the largest spread is split at its mean until there are enough. Afterwards the
// census maps each bin to a palette entry.
func (c *census) palette(n int) color.Palette {
	slices.SortFunc(c.bins, func(a, b bin) int {
		switch {
		case a.kept != b.kept:
			return map[bool]int{true: -1, false: 1}[a.kept]
		case a.count != b.count:
			return b.count - a.count
		}
		return int(a.key - b.key)
	})
	flat := 0
	for flat < min(n/2, len(c.bins)) && (c.bins[flat].kept || c.bins[flat].count >= largeArea) {
		flat++
	}
	var clusters []cluster
	for i := range flat {
		clusters = append(clusters, cluster{bins: c.bins[i : i+1]})
	}
	if flat < len(c.bins) {
		clusters = append(clusters, measured(c.bins[flat:]))
	}
	for len(clusters) > 0 && len(clusters) < n {
		widest := 0
		for i, k := range clusters {
			if k.spread > clusters[widest].spread {
				widest = i
			}
		}
		if clusters[widest].spread == 0 {
			break
		}
		one, other := clusters[widest].split()
		clusters[widest] = measured(one)
		clusters = append(clusters, measured(other))
	}
	palette := make(color.Palette, len(clusters))
	for i, k := range clusters {
		palette[i] = k.colour()
		for _, b := range k.bins {
			c.number[b.key] = int32(i)
		}
	}
	return palette
}

// measured returns a cluster of some bins.
func measured(bs []bin) cluster {
	k := cluster{bins: bs}
	for channel := range 3 {
		var sum, squares, n float64
		for _, b := range bs {
			v, w := float64(b.rgb[channel]), float64(b.count)
			sum += v * w
			squares += v * v * w
			n += w
		}
		if spread := squares - sum*sum/n; len(bs) > 1 && spread > k.spread {
			k.channel, k.spread = channel, spread
		}
	}
	return k
}

// split splits a cluster at the mean of its widest channel, which keeps large flat colours pure.
func (k cluster) split() (low, high []bin) {
	var sum, n float64
	for _, b := range k.bins {
		sum += float64(b.rgb[k.channel]) * float64(b.count)
		n += float64(b.count)
	}
	i := 0
	for j := range k.bins {
		if float64(k.bins[j].rgb[k.channel]) <= sum/n {
			k.bins[i], k.bins[j] = k.bins[j], k.bins[i]
			i++
		}
	}
	return k.bins[:i], k.bins[i:]
}

// colour returns the colour for a cluster: that of most of its pixels, if there is one, or else a mean.
func (k cluster) colour() color.RGBA {
	var sum [3]float64
	var n float64
	var top bin
	for _, b := range k.bins {
		for channel, v := range b.rgb {
			sum[channel] += float64(v) * float64(b.count)
		}
		n += float64(b.count)
		if b.count > top.count {
			top = b
		}
	}
	if float64(top.count) > 0.7*n {
		return color.RGBA{top.rgb[0], top.rgb[1], top.rgb[2], 255}
	}
	mean := func(channel int) uint8 { return uint8(math.Round(sum[channel] / n)) }
	return color.RGBA{mean(0), mean(1), mean(2), 255}
}

// paletted converts a picture that was counted to the palette, into out.
func (c *census) paletted(out *image.Paletted, m *image.RGBA, palette color.Palette) *image.Paletted {
	out.Rect, out.Stride, out.Palette = m.Rect, m.Rect.Dx(), palette
	out.Pix = slices.Grow(out.Pix[:0], len(m.Pix)/4)[:len(m.Pix)/4]
	var last uint32 // not the value of any opaque pixel
	var index uint8
	for i, j := 0, 0; i+4 <= len(m.Pix); i, j = i+4, j+1 {
		if p := binary.LittleEndian.Uint32(m.Pix[i:]); p != last {
			last = p
			index = uint8(c.number[binKey(uint8(p), uint8(p>>8), uint8(p>>16))])
		}
		out.Pix[j] = index
	}
	return out
}

// quantised converts a picture to a palette; the colours in keep and those of large areas are exact. It is valid until the
// next one.
func (e *easel) quantised(m *image.RGBA, keep []colour) *image.Paletted {
	e.census.reset()
	e.census.count(m)
	e.census.keep(keep...)
	return e.census.paletted(&e.indexed[0], m, e.census.palette(colours))
}
