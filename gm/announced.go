package gm

import (
	"bytes"
	"fmt"
	"slices"

	"deaddrop/gm/letter"
	"deaddrop/gm/store"
)

// secrets finds all secrets that were ever announced in a game, also those that were taken back later.
func (v *verifier) secrets() error {
	v.add(luck{From: 1, Secret: v.g.Secret})
	for e, err := range v.entries(1) {
		var t turned
		if err == nil && e.Kind == kindBack {
			err = decode(e.Body, &t)
			v.add(t.Was.Lucks...)
			v.add(t.Lucks...)
		}
		if err != nil {
			return fmt.Errorf("reading the log of %s: %w", v.name, err)
		}
	}
	v.add(v.g.Lucks...)
	v.add(v.g.Former...)
	return nil
}

func (v *verifier) add(lucks ...luck) {
	for _, l := range lucks {
		if slices.ContainsFunc(v.all, l.same) {
			continue
		}
		v.all = append(v.all, l)
		former := !bytes.Equal(l.Secret, v.g.Secret) && !slices.ContainsFunc(v.g.Lucks, l.same)
		v.out.Lucks = append(v.out.Lucks, Secret{From: l.From, Hash: hashed(l.Secret), Former: former})
	}
}

// A notice is a letter that tells the hash of a secret.
type notice struct {
	hash, to string
	gone     bool // it was withdrawn before it was sent
}

// notices finds the letters that tell the hash of a secret, and seals all letters anew.
func (v *verifier) notices() error {
	v.told = map[uint64]*notice{}
	for e, err := range v.entries(1) {
		switch {
		case err != nil:
		case e.Kind == kindOut:
			err = v.notice(e)
		case e.Kind == kindBack:
			var t turned
			err = decode(e.Body, &t)
			v.gone(t.Gone, true)
			v.gone(t.Sent, false)
		}
		if err != nil {
			return fmt.Errorf("reading the log of %s: %w", v.name, err)
		}
	}
	return nil
}

func (v *verifier) notice(e store.Entry) error {
	var l letter.Letter
	if err := decode(e.Body, &l); err != nil {
		return err
	}
	if sealed := v.g.Letters; sealed != nil && e.Seq >= sealed.From {
		v.sum = v.sum.add(e.Seq, l)
	}
	for _, secret := range v.out.Lucks {
		if tells(l, secret.Hash) {
			v.told[e.Seq] = &notice{hash: secret.Hash, to: letter.Address(l.To)}
		}
	}
	return nil
}

func (v *verifier) gone(entries []uint64, gone bool) {
	for _, entry := range entries {
		if n := v.told[entry]; n != nil {
			n.gone = gone
		}
	}
}

const nobodyTold = "no letter has told its hash"

// untold says of whom a letter with a hash was withdrawn without another one in its place; "" if of nobody.
func (v *verifier) untold(hash string) string {
	got := map[string]bool{}
	for _, n := range v.told {
		if n.hash == hash {
			got[n.to] = got[n.to] || !n.gone
		}
	}
	missed := 0
	for _, is := range got {
		if !is {
			missed++
		}
	}
	switch {
	case len(got) == 0:
		return nobodyTold
	case missed == len(got):
		return "all letters that told its hash were withdrawn before they were sent"
	case missed > 0:
		return fmt.Sprintf("of %d addresses that its hash was written to, %d never got it: those letters were withdrawn before they were sent", len(got), missed)
	}
	return ""
}

// unlike says whether the letters in the log are others than those that were written; "" if they are not.
func (v *verifier) unlike() string {
	was := v.g.Letters
	if was == nil || v.sum != nil && bytes.Equal(v.sum.Sum, was.Sum) {
		return ""
	}
	return fmt.Sprintf("letters in its log, from entry %d on, were changed, added or taken out after they were written", was.From)
}
