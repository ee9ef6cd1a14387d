package atlas

import (
	"image"
	"image/color"
	"math"
	"slices"
)

// colours is how many a picture has. Maps have few, and many blends of two: nobody sees a difference to true colours,
// which need five times the bytes, and 256 need a fifth more.
const colours = 96

// A bin is the pixels of nearly the same colour: six bits of each channel.
type bin struct {
	rgb   [3]uint8 // of the first pixel
	count int
	key   int32
}

const bins = 1 << 18

// A census counts the colours of pictures.
type census struct {
	number []int32 // by key: where in bins, from 1
	bins   []bin
}

func newCensus() *census { return &census{number: make([]int32, bins)} }

func binKey(r, g, b uint8) int32 { return int32(r>>2)<<12 | int32(g>>2)<<6 | int32(b>>2) }

// count adds the pixels of a picture.
func (c *census) count(m *image.RGBA) {
	var last [4]uint8
	at := -1
	for i := 0; i+4 <= len(m.Pix); i += 4 {
		p := [4]uint8(m.Pix[i : i+4])
		if p == last && at >= 0 {
			c.bins[at].count++
			continue
		}
		last = p
		key := binKey(p[0], p[1], p[2])
		at = int(c.number[key]) - 1
		if at < 0 {
			c.bins = append(c.bins, bin{rgb: [3]uint8(p[:3]), key: key})
			at = len(c.bins) - 1
			c.number[key] = int32(at + 1)
		}
		c.bins[at].count++
	}
}

// A cluster is some bins that may share a colour.
type cluster struct {
	bins    []bin
	channel int     // where they differ most,
	spread  float64 // and how much
}

// palette chooses the colours: the cluster that is spread most is split at its mean until there are enough. After
// that the census only tells which colour each bin has.
func (c *census) palette(n int) color.Palette {
	slices.SortFunc(c.bins, func(a, b bin) int { return int(a.key - b.key) })
	clusters := []cluster{measured(c.bins)}
	for len(clusters) < n {
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

// measured is a cluster of some bins.
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

// split parts a cluster at the mean of its widest channel, which keeps large flat colours pure.
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

// colour is the one that stands for all of a cluster: the commonest, if most pixels have it.
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

// paletted is a picture that was counted, with the palette's colours.
func (c *census) paletted(m *image.RGBA, palette color.Palette) *image.Paletted {
	out := image.NewPaletted(m.Rect, palette)
	var last [4]uint8
	var index uint8
	for i, j := 0, 0; i+4 <= len(m.Pix); i, j = i+4, j+1 {
		if p := [4]uint8(m.Pix[i : i+4]); p != last {
			last = p
			index = uint8(c.number[binKey(p[0], p[1], p[2])])
		}
		out.Pix[j] = index
	}
	return out
}

// quantised is a picture with few colours.
func quantised(m *image.RGBA) *image.Paletted {
	c := newCensus()
	c.count(m)
	return c.paletted(m, c.palette(colours))
}
