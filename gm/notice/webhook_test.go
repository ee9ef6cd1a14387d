package notice_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/notice"
)

var aNotice = gm.Notice{ID: "dm1/7", Event: gm.EventTurn, Game: "dm1", Title: "Deadman Diplomacy", Text: `"a" report`}

// The body is what the operator has chosen, with the headers that they want. What is not signed has no signature.
func TestBody(t *testing.T) {
	var body string
	var header http.Header
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		text, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		body, header = string(text), r.Header
	}))
	defer s.Close()
	for text, want := range map[string]string{
		`{"content": {{json .Text}}}`: `{"content": "\"a\" report"}`, // Discord
		"{{.Text}}":                   `"a" report`,                  // ntfy
		"":                            `{"id":"dm1/7","event":"turn","game":"dm1","title":"Deadman Diplomacy","at":"0001-01-01T00:00:00Z","text":"\"a\" report"}`,
	} {
		w, err := notice.New(notice.Options{URL: s.URL, Body: text, Headers: map[string]string{"Content-Type": "text/plain", "Title": "Deaddrop"}})
		if err == nil {
			err = w.Post(t.Context(), aNotice)
		}
		if err != nil || body != want {
			t.Errorf("%s becomes %s (%v), not %s", text, body, err, want)
		}
		if header.Get("Content-Type") != "text/plain" || header.Get("Title") != "Deaddrop" || header.Get(notice.Signature) != "" {
			t.Errorf("with %v", header)
		}
	}
	for _, text := range []string{"{{.Text", "{{.Address}}"} {
		if _, err := notice.New(notice.Options{URL: s.URL, Body: text}); err == nil {
			t.Errorf("%s is a body", text)
		}
	}
}

// A redirect is followed on the same host alone, with the whole request; what fails names no address.
func TestRedirects(t *testing.T) {
	stranger := 0
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { stranger++ }))
	defer other.Close()
	var bodies []string
	to, status := "", http.StatusTemporaryRedirect
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/here" {
			text, err := io.ReadAll(r.Body)
			if err != nil {
				t.Error(err)
			}
			bodies = append(bodies, r.Method+" "+string(text))
			return
		}
		w.Header().Set("Location", to)
		w.WriteHeader(status)
	}))
	defer s.Close()
	w, err := notice.New(notice.Options{URL: s.URL + "/secret", Body: "{{.ID}}"})
	if err != nil {
		t.Fatal(err)
	}
	if to = "/here"; w.Post(t.Context(), aNotice) != nil || len(bodies) != 1 || bodies[0] != "POST dm1/7" {
		t.Errorf("on the same host: %q", bodies)
	}
	to = other.URL
	if err := w.Post(t.Context(), aNotice); err == nil || stranger > 0 {
		t.Errorf("to another host %d times (%v)", stranger, err)
	}
	to, status = "/here", http.StatusFound // after which it would be no POST
	if err := w.Post(t.Context(), aNotice); err == nil || len(bodies) > 1 {
		t.Errorf("as another request: %q (%v)", bodies, err)
	}
	s.Close()
	if err := w.Post(t.Context(), aNotice); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("the address is told: %v", err)
	}
}

// A host that asks for time gets it.
func TestBusy(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "1.5")
		w.WriteHeader(http.StatusTooManyRequests)
	}))
	defer s.Close()
	w, err := notice.New(notice.Options{URL: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	busy := (*notice.Busy)(nil)
	if err := w.Post(t.Context(), aNotice); !errors.As(err, &busy) || busy.After != 1500*time.Millisecond {
		t.Errorf("it says %v", err)
	}
}
