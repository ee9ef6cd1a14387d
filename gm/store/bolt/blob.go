package bolt

import (
	"bytes"
	"context"
	"fmt"
	"iter"

	"deaddrop/gm/store"

	"go.etcd.io/bbolt"
)

// PutBlob implements store.Blobs. If ctx is cancelled while the write is queued or being flushed, the blob may be
// stored nevertheless.
func (db *DB) PutBlob(ctx context.Context, data []byte) (store.Ref, error) {
	if err := store.CheckBlob(data); err != nil {
		return store.Ref{}, err
	}
	s := &putBlob{ref: store.RefOf(data), data: bytes.Clone(data)}
	if err := db.writer.do(ctx, s); err != nil {
		return store.Ref{}, err
	}
	return s.ref, nil
}

// putBlob is the step that stores a blob.
type putBlob struct {
	ref  store.Ref
	data []byte
}

func (s *putBlob) judge(*bbolt.Tx) error { return nil }

func (s *putBlob) write(tx *bbolt.Tx) error {
	blobs := at(tx, inBlob)
	if k, _ := blobs.Cursor().Seek(s.ref[:]); bytes.Equal(k, s.ref[:]) {
		return nil
	}
	return blobs.Put(s.ref[:], s.data)
}

// Blob implements store.Blobs. It returns an error if the data does not match its name because the disk has damaged
// it.
func (db *DB) Blob(ctx context.Context, ref store.Ref) (data []byte, err error) {
	err = db.view(ctx, func(tx *bbolt.Tx) error {
		k, v := at(tx, inBlob).Cursor().Seek(ref[:])
		if !bytes.Equal(k, ref[:]) {
			return fmt.Errorf("blob %v: %w", ref, store.ErrNotFound)
		}
		data = append([]byte(nil), v...)
		return nil
	})
	if err == nil && store.RefOf(data) != ref {
		return nil, fmt.Errorf("blob %v: %w", ref, errDamaged)
	}
	return data, err
}

// BlobRefs implements store.BlobLister. It reads in pages, as Log does.
func (db *DB) BlobRefs(ctx context.Context, after store.Ref) iter.Seq2[store.Ref, error] {
	return pages(after, func(after store.Ref) (page []store.Ref, last store.Ref, err error) {
		err = db.view(ctx, func(tx *bbolt.Tx) error {
			c := at(tx, inBlob).Cursor()
			k, _ := c.Seek(after[:])
			if bytes.Equal(k, after[:]) {
				k, _ = c.Next()
			}
			for ; k != nil && len(page) < pageLen; k, _ = c.Next() {
				if len(k) != len(last) {
					return fmt.Errorf("blob %x: %w", k, errDamaged)
				}
				page = append(page, store.Ref(k))
			}
			return nil
		})
		if len(page) > 0 {
			last = page[len(page)-1]
		}
		return page, last, err
	})
}
