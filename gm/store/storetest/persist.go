package storetest

import (
	"bytes"
	"errors"
	"slices"

	"deaddrop/gm/store"
)

// testPersist reopens the store after every kind of call.
func testPersist(f *fixture) {
	f.commit("g", store.Change{
		Head: []byte("head"),
		Log:  []store.Entry{{Kind: "letter", Key: "k", At: at(1), Body: []byte("body")}, {Kind: "empty"}},
		Set:  []store.Task{{Name: "t", Due: at(1), Body: []byte("task")}, {Name: "u", Due: at(2)}},
	})
	f.reopen()
	f.same("game", f.load("g"), store.Game{Rev: 1, Next: 3, Head: []byte("head")})
	f.same("log", f.log("g", 1), []store.Entry{
		{Seq: 1, Kind: "letter", Key: "k", At: at(1), Body: []byte("body")}, {Seq: 2, Kind: "empty"}})
	f.same("games", f.games(""), []string{"g"})
	f.refuse(store.ErrDuplicate, "g", store.Change{Rev: 1, Log: []store.Entry{{Key: "k"}}})

	t := f.takeOne(1, 100)
	f.reopen()
	f.takeAll(99, 1000, "g/u")
	again := f.takeOne(100, 200)
	f.same("tries", again.Tries, 2)
	f.reopen()
	f.settle(store.ErrConflict, t, -1)
	f.settle(nil, again, 300)
	f.reopen()
	third := f.takeOne(300, 400)
	f.same("tries", third.Tries, 3)
	f.settle(nil, third, -1)
	f.commit("g", store.Change{Rev: 1, Head: []byte("2"), Done: []string{"u"}})
	f.commit("h", store.Change{Set: []store.Task{{Name: "t", Due: at(0)}}})
	f.reopen()
	f.due(1000, "h/t")
	f.same("game", f.load("g"), store.Game{Rev: 2, Next: 3, Head: []byte("2")})
	f.persistBlobs()
}

func (f *fixture) persistBlobs() {
	f.Helper()
	b, ok := store.As[store.Blobs](f.s)
	if !ok {
		return
	}
	ref, err := b.PutBlob(f.ctx, []byte("blob"))
	if err != nil {
		f.Fatal(err)
	}
	f.reopen()
	b, _ = store.As[store.Blobs](f.s)
	data, err := b.Blob(f.ctx, ref)
	if err != nil || string(data) != "blob" {
		f.Errorf("blob after opening again: %q, %v", data, err)
	}
}

// testBlobs tests Blobs. It is skipped if the store has none.
func testBlobs(f *fixture) {
	b, ok := store.As[store.Blobs](f.s)
	if !ok {
		f.Skip("the store keeps no blobs")
	}
	for _, data := range [][]byte{nil, {}, {0}, []byte("abc"), noise(1<<20, 3)} {
		want := store.RefOf(data)
		if _, err := b.Blob(f.ctx, want); len(data) > 0 && !errors.Is(err, store.ErrNotFound) {
			f.Errorf("before it is put: %v", err)
		}
		for range 2 { // a second put has no effect
			if ref, err := b.PutBlob(f.ctx, data); err != nil || ref != want {
				f.Fatalf("PutBlob: %v, %v; want %v", ref, err, want)
			}
		}
		got, err := b.Blob(f.ctx, want)
		if err != nil {
			f.Fatal(err)
		}
		f.same("blob", got, none(data))
		clear(got)
		clear(data)
		if got, err := b.Blob(f.ctx, want); err != nil || store.RefOf(got) != want {
			f.Errorf("the store's copy was changed; %v", err)
		}
	}
	if _, err := b.Blob(f.ctx, store.RefOf([]byte("never put"))); !errors.Is(err, store.ErrNotFound) {
		f.Errorf("never put: %v", err)
	}
	if _, err := b.PutBlob(f.ctx, make([]byte, store.MaxBlob+1)); !errors.Is(err, store.ErrInvalid) {
		f.Errorf("too big: %v", err)
	}
	f.same("games", len(f.games("")), 0) // a blob belongs to no game
}

// testBlobRefs tests BlobLister. It is skipped if the store can't list its blobs.
func testBlobRefs(f *fixture) {
	b, keeps := store.As[store.Blobs](f.s)
	l, ok := store.As[store.BlobLister](f.s)
	if !keeps || !ok {
		f.Skip("the store lists no blobs")
	}
	refs := func(after store.Ref) (all []store.Ref) {
		f.Helper()
		for ref, err := range l.BlobRefs(f.ctx, after) {
			if err != nil {
				f.Fatalf("BlobRefs: %v", err)
			}
			all = append(all, ref)
		}
		return all
	}
	f.same("refs of an empty store", len(refs(store.Ref{})), 0)
	var want []store.Ref
	for i := range 250 { // more than a page
		ref, err := b.PutBlob(f.ctx, []byte{byte(i), 'x'})
		if err != nil {
			f.Fatal(err)
		}
		want = append(want, ref)
	}
	slices.SortFunc(want, func(a, b store.Ref) int { return bytes.Compare(a[:], b[:]) })
	f.same("refs", refs(store.Ref{}), want)
	f.same("refs after one", refs(want[100]), want[101:])
	between := want[100]
	between[len(between)-1]++ // no blob has this name; it follows the one before directly
	f.same("refs after none", refs(between), want[101:])
	f.same("refs after the last", len(refs(want[249])), 0)
	for ref, err := range l.BlobRefs(f.ctx, store.Ref{}) {
		f.same("first ref", ref, want[0])
		if err != nil {
			f.Error(err)
		}
		break
	}
}
