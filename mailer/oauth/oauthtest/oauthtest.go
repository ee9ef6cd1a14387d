// Package oauthtest is a token server for tests: it gives access tokens by the device flow (RFC 8628) and by
// refresh tokens, and says of a token whether it counts, as mail servers ask.
package oauthtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// ClientID is the only client that the server knows.
const ClientID = "deaddrop-test"

// A Server is a token server.
type Server struct {
	*httptest.Server
	User string // account that these tokens are for

	mu      sync.Mutex
	n       int // tokens given
	agreed  string
	access  map[string]bool
	refresh map[string]bool
	renewed int

	// How tokens are given:
	Lifetime    int  // in seconds; an hour when zero
	RefreshLife int  // in seconds; not told when zero
	NoRefresh   bool // there is no refresh token
	Rotate      bool // a refresh token counts once
	Down        bool // whether it answers 503
}

// New starts a token server for a user, which ends with the test.
func New(t testing.TB, user string) *Server {
	t.Helper()
	s := &Server{User: user, access: map[string]bool{}, refresh: map[string]bool{}}
	mux := http.NewServeMux()
	mux.HandleFunc("/device", s.device)
	mux.HandleFunc("/token", s.token)
	mux.HandleFunc("/introspect", s.introspect)
	s.Server = httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

// Set changes how tokens are given.
func (s *Server) Set(change func(*Server)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(s)
}

// Agree does what a person does in the browser; with no, they decline.
func (s *Server) Agree(no bool) {
	s.Set(func(s *Server) {
		s.agreed = "yes"
		if no {
			s.agreed = "no"
		}
	})
}

// Revoke ends all tokens, or the access tokens alone.
func (s *Server) Revoke(refresh bool) {
	s.Set(func(s *Server) {
		clear(s.access)
		if refresh {
			clear(s.refresh)
		}
	})
}

// Renewed returns how often a refresh token was used.
func (s *Server) Renewed() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.renewed
}

// Counts reports whether an access token counts.
func (s *Server) Counts(token string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.access[token]
}

func answer(w http.ResponseWriter, status int, body map[string]any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func (s *Server) device(w http.ResponseWriter, r *http.Request) {
	if r.FormValue("client_id") != ClientID {
		answer(w, http.StatusBadRequest, map[string]any{"error": "invalid_client",
			"error_description": "who is that?\x1b[2J"})
		return
	}
	answer(w, http.StatusOK, map[string]any{"device_code": "device-secret", "user_code": "ABCD-EFGH",
		"verification_uri": "https://login.example.org/device", "expires_in": 900, "interval": 1})
}

func (s *Server) token(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Down {
		http.Error(w, "out of order, "+r.FormValue("refresh_token"), http.StatusServiceUnavailable)
		return
	}
	wrong := func(code string) {
		answer(w, http.StatusBadRequest, map[string]any{"error": code,
			"error_description": "of " + r.FormValue("refresh_token") + r.FormValue("device_code")})
	}
	switch r.FormValue("grant_type") {
	case "urn:ietf:params:oauth:grant-type:device_code":
		if s.agreed == "no" {
			wrong("access_denied")
			return
		}
		if s.agreed == "" || r.FormValue("device_code") != "device-secret" {
			wrong("authorization_pending")
			return
		}
	case "refresh_token":
		old := r.FormValue("refresh_token")
		if s.renewed++; !s.refresh[old] {
			wrong("invalid_grant")
			return
		}
		if s.Rotate {
			delete(s.refresh, old)
		}
	default:
		wrong("unsupported_grant_type")
		return
	}
	answer(w, http.StatusOK, s.give())
}

// give makes tokens.
func (s *Server) give() map[string]any {
	s.n++
	access, refresh := fmt.Sprintf("access-secret-%d", s.n), fmt.Sprintf("refresh-secret-%d", s.n)
	s.access[access] = true
	life := s.Lifetime
	if life == 0 {
		life = 3600
	}
	out := map[string]any{"access_token": access, "token_type": "Bearer", "expires_in": life}
	if !s.NoRefresh {
		s.refresh[refresh], out["refresh_token"] = true, refresh
	}
	if s.RefreshLife > 0 {
		out["refresh_token_expires_in"] = s.RefreshLife
	}
	return out
}

// introspect says whether a token counts (RFC 7662).
func (s *Server) introspect(w http.ResponseWriter, r *http.Request) {
	if !s.Counts(r.FormValue("token")) {
		answer(w, http.StatusOK, map[string]any{"active": false})
		return
	}
	answer(w, http.StatusOK, map[string]any{"active": true, "username": s.User, "email": s.User})
}
