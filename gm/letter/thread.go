package letter

import "slices"

// A Thread is what mail programs show as one conversation: the letters of a game to one seat, or the press of one
// correspondent with its receipts. It has one subject, and each of its letters refers to the first one, so that its
// letters hang together however many of them are lost or thrown away, and side by side rather than one below another.
type Thread struct {
	Root string // Message-ID of the first letter
	Last string // and of the newest
}

// Has reports whether a Message-ID is known to be of the thread.
func (t Thread) Has(id string) bool { return id != "" && (id == t.Root || id == t.Last) }

const maxReferences = 20

// Refer sets what a letter of the thread refers to (RFC 5322, 3.6.4): an answer to the letter that it answers and to
// what that one refers to in this thread, any other to the thread's first letter alone. The first one of all is always
// there. answer is the letter that l answers, or nil.
func (t Thread) Refer(l, answer *Letter) {
	if t.Root != "" {
		l.InReplyTo, l.References = t.Root, []string{t.Root}
	}
	if answer == nil || answer.ID == "" {
		return
	}
	var refs []string
	// others would tie another conversation of the reader's to this one
	if i := slices.Index(answer.References, t.Root); i >= 0 {
		refs = answer.References[i+1:]
	}
	l.InReplyTo = answer.ID
	l.References = slices.Concat(l.References, refs[max(0, len(refs)-maxReferences):], []string{answer.ID})
}
