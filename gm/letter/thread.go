package letter

import "slices"

// A Thread is what mail programs show as one conversation: the letters of a game to one seat, or the press with one
// correspondent. It has one subject, and each letter refers to the first one, so that the thread holds together even
// if letters are lost or deleted, and is flat instead of nested.
type Thread struct {
	Root string // Message-ID of the first letter
	Last string // Message-ID of the newest letter
}

// Has reports whether id is the Message-ID of the first or the newest letter of the thread.
func (t Thread) Has(id string) bool { return id != "" && (id == t.Root || id == t.Last) }

const maxReferences = 20

// Refer sets the letter's references (RFC 5322, 3.6.4): an answer refers to the letter that it answers and to that
// letter's references within this thread, any other letter only to the first letter of the thread. That one is always
// among the references. answer is the letter that l answers, or nil.
func (t Thread) Refer(l, answer *Letter) {
	if t.Root != "" {
		l.InReplyTo, l.References = t.Root, []string{t.Root}
	}
	if answer == nil || answer.ID == "" {
		return
	}
	var refs []string
	// other references would join this thread with another of the reader's
	if i := slices.Index(answer.References, t.Root); i >= 0 {
		refs = answer.References[i+1:]
	}
	l.InReplyTo = answer.ID
	l.References = slices.Concat(l.References, refs[max(0, len(refs)-maxReferences):], []string{answer.ID})
}
