package storetest

import (
	"errors"

	"deaddrop/gm/store"
)

// testPersist opens the store anew after every kind of call.
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
	b, ok := f.s.(store.Blobs)
	if !ok {
		return
	}
	ref, err := b.PutBlob(f.ctx, []byte("blob"))
	if err != nil {
		f.Fatal(err)
	}
	f.reopen()
	data, err := f.s.(store.Blobs).Blob(f.ctx, ref)
	if err != nil || string(data) != "blob" {
		f.Errorf("blob after opening again: %q, %v", data, err)
	}
}

// testBlobs is skipped if the store keeps none.
func testBlobs(f *fixture) {
	b, ok := f.s.(store.Blobs)
	if !ok {
		f.Skip("the store keeps no blobs")
	}
	for _, data := range [][]byte{nil, {}, {0}, []byte("abc"), noise(1<<20, 3)} {
		want := store.RefOf(data)
		if _, err := b.Blob(f.ctx, want); len(data) > 0 && !errors.Is(err, store.ErrNotFound) {
			f.Errorf("before it is put: %v", err)
		}
		for range 2 { // twice is harmless
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
	f.same("games", len(f.games("")), 0) // a blob is no game's
}
