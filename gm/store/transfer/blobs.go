package transfer

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"

	"deaddrop/gm/store"
)

// A blobStore is a store whose blobs can be copied.
type blobStore struct {
	store.Blobs
	store.BlobLister
}

// blobsOf returns a store as a blobStore. keeps reports whether it has blobs, lists whether it can list them.
func blobsOf(s store.Store) (b blobStore, keeps, lists bool) {
	b.Blobs, keeps = store.As[store.Blobs](s)
	b.BlobLister, lists = store.As[store.BlobLister](s)
	return b, keeps, keeps && lists
}

// blobs copies missing blobs to the destination, and reads every blob there again. Blobs that only the destination
// has are kept, as no game refers to them.
func (p *pass) blobs(ctx context.Context) error {
	from, keeps, lists := blobsOf(p.from)
	switch {
	case !keeps:
		return nil
	case !lists:
		return errors.New("the source keeps blobs and can't list them")
	}
	to, _, lists := blobsOf(p.to)
	if !lists {
		for _, err := range from.BlobRefs(ctx, store.Ref{}) {
			return errors.Join(err,
				errors.New("the source keeps blobs, which there is no place for in the other store"))
		}
		return nil
	}
	var failed error
	err := both(from.BlobRefs(ctx, store.Ref{}), to.BlobRefs(ctx, store.Ref{}), cmpRefs, func(ref store.Ref,
		in, out bool) bool {
		if in && !(p.adds && out) {
			failed = p.blob(ctx, from, to, ref, !out)
		}
		return failed == nil
	})
	if failed != nil {
		return failed
	}
	if err != nil {
		return fmt.Errorf("listing the blobs: %w", err)
	}
	return nil
}

// blob copies a blob if it is missing, and reads it from the destination.
func (p *pass) blob(ctx context.Context, from, to blobStore, ref store.Ref, missing bool) error {
	if missing {
		data, err := from.Blob(ctx, ref)
		if err == nil && store.RefOf(data) != ref {
			err = errors.New("it is damaged")
		}
		if err != nil {
			return fmt.Errorf("reading blob %v of the source: %w", ref, err)
		}
		if _, err := to.PutBlob(ctx, data); err != nil {
			return fmt.Errorf("writing blob %v: %w", ref, err)
		}
	}
	data, err := to.Blob(ctx, ref)
	if err == nil && store.RefOf(data) != ref {
		err = errors.New("it is damaged")
	}
	if err != nil {
		return fmt.Errorf("reading blob %v of the copy: %w", ref, err)
	}
	p.note(func(t *Totals) {
		t.Blobs++
		t.Bytes += int64(len(data))
		if missing {
			t.Put++
		}
	})
	return nil
}

func cmpRefs(a, b store.Ref) int { return bytes.Compare(a[:], b[:]) }

func cmpStrings(a, b string) int { return cmp.Compare(a, b) }

// both merges two sorted sequences: it calls f with each value and whether it is in the first and the second, until f
// returns false. It ends at the first error of either.
func both[T any](in, out iter.Seq2[T, error], compare func(a, b T) int, f func(v T, in, out bool) bool) error {
	next, stop := iter.Pull2(out)
	defer stop()
	other, err, more := next()
	for v, failed := range in {
		if failed != nil {
			return failed
		}
		for more && err == nil && compare(other, v) < 0 {
			if !f(other, false, true) {
				return nil
			}
			other, err, more = next()
		}
		if more && err != nil {
			return err
		}
		same := more && compare(other, v) == 0
		if !f(v, true, same) {
			return nil
		}
		if same {
			other, err, more = next()
		}
	}
	for ; more; other, err, more = next() {
		if err != nil {
			return err
		}
		if !f(other, false, true) {
			return nil
		}
	}
	return nil
}
