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

// A blobStore is what a store has to be so that its blobs can be copied.
type blobStore struct {
	store.Blobs
	store.BlobLister
}

// blobsOf is a store as one whose blobs can be copied, and whether it keeps blobs at all.
func blobsOf(s store.Store) (b blobStore, keeps, lists bool) {
	b.Blobs, keeps = store.As[store.Blobs](s)
	b.BlobLister, lists = store.As[store.BlobLister](s)
	return b, keeps, keeps && lists
}

// blobs has the one store keep all that the other keeps. What it keeps beyond that stays: nothing names it. Each is
// read there again.
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

// blob puts a blob that is missing, and reads it again.
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

// both calls f with what two lists have, which are in order, and says which of them has it, until f returns false. The
// first error of either ends it.
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
