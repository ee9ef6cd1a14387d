package jsonl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"

	"deaddrop/tier"
)

func itoa(n int) string { return strconv.Itoa(n) }

// Lines come out in their sequence and the same by however many workers.
func TestSequence(t *testing.T) {
	lines := playLines(t, standard, 3, 2000, false)
	for i := range lines {
		lines[i] = fmt.Sprintf(`{"case":"%d",%s`, i, lines[i][1:])
	}
	text := strings.Join(lines, "\n")
	one := run(t, text, Options{Workers: 1})
	if len(one) != len(lines) {
		t.Fatalf("%d lines of %d", len(one), len(lines))
	}
	for i, line := range one {
		if !strings.HasPrefix(string(line), fmt.Sprintf(`{"case":"%d",`, i)) {
			t.Fatalf("line %d is %s", i, line)
		}
	}
	for _, workers := range []int{2, 7} {
		if got := run(t, text, Options{Workers: workers}); !bytes.Equal(bytes.Join(got, nil), bytes.Join(one, nil)) {
			t.Errorf("%d workers write something else than one", workers)
		}
	}
	var out bytes.Buffer
	if err := Run(t.Context(), iotest.HalfReader(strings.NewReader(text)), &out, Options{}); err != nil {
		t.Fatal(err)
	}
	if want := append(bytes.Join(one, []byte{'\n'}), '\n'); !bytes.Equal(out.Bytes(), want) {
		t.Error("something else comes out if Reads are short")
	}
}

// A line may be read byte by byte; the last needs no newline.
func TestSmallReads(t *testing.T) {
	const text = "\n\n{\"phase\":\"S1901M\",\"game\":\"a\"}\r\n  \n{\"phase\":\"x\"}\n{\"phase\":\"S1901M\",\"game\":\"b\"}"
	var out bytes.Buffer
	if err := Run(t.Context(), iotest.OneByteReader(strings.NewReader(text)), &out, Options{Workers: 2}); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	if len(lines) != 4 || !strings.HasPrefix(lines[0], `{"game":"a"`) ||
		!strings.HasPrefix(lines[1], `{"line":5,"error"`) || !strings.HasPrefix(lines[2], `{"game":"b"`) {
		t.Errorf("%q", lines)
	}
}

func TestLongLines(t *testing.T) {
	line := func(n int) string {
		const start, end = `{"phase":"S1901M","x":"`, `"}`
		return start + strings.Repeat("x", n-len(start)-len(end)) + end
	}
	text := strings.Join([]string{
		line(100), line(maxLine), line(maxLine + 1), line(200), line(3*maxLine + 17), "", line(maxLine - 1), line(5 * maxLine),
	}, "\n")
	for name, in := range map[string]io.Reader{
		"whole": strings.NewReader(text),
		"half":  iotest.HalfReader(strings.NewReader(text)),
	} {
		var out bytes.Buffer
		if err := Run(t.Context(), in, &out, Options{}); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, l := range strings.Split(strings.TrimSpace(out.String()), "\n") {
			got = append(got, l[:18])
		}
		ok := `{"phase":"S1901M",`
		want := []string{ok, ok, `{"line":3,"error":`, ok, `{"line":5,"error":`, ok, `{"line":8,"error":`}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s: %q", name, got)
		}
		if !strings.Contains(out.String(), `{"line":3,"error":"the line is longer than 1 MiB"}`+"\n") {
			t.Errorf("%s: no such sentence", name)
		}
	}
}

var errTest = errors.New("out of paper")

// If reading fails, the complete lines before the failure are resolved, and no partial line is.
func TestReadError(t *testing.T) {
	text := "{\"phase\":\"S1901M\"}\n{\"phase\":\"F1901M\"}\n{\"phase\":\"S1902M\"}"
	var out bytes.Buffer
	err := Run(t.Context(), io.MultiReader(strings.NewReader(text), iotest.ErrReader(errTest)), &out, Options{})
	if !errors.Is(err, errTest) || err.Error() != "reading phases: out of paper" {
		t.Errorf("%v", err)
	}
	if n := strings.Count(out.String(), "\n"); n != 2 {
		t.Errorf("%d lines came out", n)
	}
	err = Run(t.Context(), iotest.ErrReader(io.ErrUnexpectedEOF), io.Discard, Options{})
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%v", err)
	}
	if err := Run(t.Context(), idle{}, io.Discard, Options{}); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("%v", err)
	}
}

// idle is a reader that never brings anything.
type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }

// fullWriter takes so many bytes and then fails.
type fullWriter struct{ left int }

func (w *fullWriter) Write(p []byte) (int, error) {
	if len(p) <= w.left {
		w.left -= len(p)
		return len(p), nil
	}
	return w.left, errTest
}

type shortWriter struct{}

func (shortWriter) Write(p []byte) (int, error) { return len(p) - 1, nil }

func TestWriteError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in := endless("{\"phase\":\"S1901M\"}\n")
		err := Run(t.Context(), in, &fullWriter{1 << 20}, Options{Workers: 3})
		if !errors.Is(err, errTest) || err.Error() != "writing results: out of paper" {
			t.Errorf("%v", err)
		}
		if err := Run(t.Context(), in, shortWriter{}, Options{}); !errors.Is(err, io.ErrShortWrite) {
			t.Errorf("%v", err)
		}
	})
}

// endless reads a line over and over.
type endless string

func (e endless) Read(p []byte) (n int, err error) {
	for len(p)-n >= len(e) {
		n += copy(p[n:], e)
	}
	return n, nil
}

// A cancelled Run ends though nothing comes in, and leaves no goroutine behind
// once the Read ends: synctest would find it.
func TestCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		in, feed := io.Pipe()
		var out bytes.Buffer
		done := make(chan error)
		go func() { done <- Run(ctx, in, &out, Options{Workers: 2}) }()
		fmt.Fprintln(feed, `{"phase":"S1901M","game":"first"}`)
		synctest.Wait()
		if !strings.HasPrefix(out.String(), `{"game":"first"`) {
			t.Errorf("%q came out before more was read", out.String())
		}
		cancel(errTest)
		if err := <-done; !errors.Is(err, errTest) {
			t.Errorf("%v", err)
		}
		feed.Close()
	})
	synctest.Test(t, func(t *testing.T) {
		long := endless(`{"phase":"S1901M","passed over":"` + strings.Repeat("x", 200<<10) + "\"}\n")
		for range 50 {
			ctx, cancel := context.WithCancel(t.Context())
			if err := Run(ctx, long, canceller(cancel), Options{}); !errors.Is(err, context.Canceled) {
				t.Fatalf("cancelled in the middle, it ends with %v", err)
			}
		}
	})
}

// canceller cancels a Run when something comes out.
type canceller context.CancelFunc

func (c canceller) Write(p []byte) (int, error) {
	c()
	return len(p), nil
}

// A line that breaks the program is told so, and the next one is resolved.
func TestPanic(t *testing.T) {
	w := newWorker(newNames(standard), Options{Board: standard})
	const line = `{"phase":"S1901M","units":[{"power":"ITALY","type":"A","loc":"ROM"}],"orders":["ITALY A ROM - APU"]}`
	want := string(resolveLine(w, line))
	if !strings.HasPrefix(want, `{"phase":"S1901M","results":["ok"]`) {
		t.Fatal(want)
	}
	w.resolver = nil
	got := string(resolveLine(w, line))
	if !strings.HasPrefix(got, `{"line":1,"error":"this line broke the program, which is a fault of the program: `) {
		t.Error(got)
	}
	if got := string(resolveLine(w, line)); got != want {
		t.Errorf("and then %s", got)
	}
}

// Resolving a movement takes no memory that it does not have already.
func TestAllocs(t *testing.T) {
	w := newWorker(newNames(standard), Options{Board: standard})
	lines := playLines(t, standard, 5, 200, true)
	for _, l := range lines {
		resolveLine(w, l)
	}
	for i, l := range lines {
		text := []byte(l + "\n")
		if n := testing.AllocsPerRun(20, func() { w.out = w.out[:0]; w.line(1, text) }); n > 0 {
			t.Errorf("line %d: %v allocations", i, n)
		}
	}
}

// Memory does not grow with what comes in.
func TestMemory(t *testing.T) {
	if !tier.Full() {
		t.Skip("reads 200 MB, as .ci/run does")
	}
	const size = 200 << 20
	text := []byte(strings.Join(playLines(t, standard, 6, 300, true), "\n") + "\n")
	in, feed := io.Pipe()
	go func() {
		for n := 0; n < size; n += len(text) {
			if _, err := feed.Write(text); err != nil {
				return
			}
		}
		feed.Close()
	}()
	out := &watch{}
	runtime.GC()
	if err := Run(t.Context(), in, out, Options{}); err != nil {
		t.Fatal(err)
	}
	t.Logf("at most %d kB of heap while %d MB came out", out.most>>10, out.n>>20)
	if out.n < size/4 {
		t.Errorf("only %d bytes came out", out.n)
	}
	if out.most > 24<<20 {
		t.Errorf("%d MB of heap", out.most>>20)
	}
}

// watch counts what is written and looks at the heap now and then.
type watch struct {
	n, writes int
	most      uint64
}

func (w *watch) Write(p []byte) (int, error) {
	w.n += len(p)
	if w.writes++; w.writes%50 == 0 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		w.most = max(w.most, m.HeapAlloc)
	}
	return len(p), nil
}
