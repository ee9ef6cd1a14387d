package notice

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"text/template"
	"time"

	"deaddrop/gm"
)

// Signature is the header that contains "sha256=" and the HMAC-SHA256 of the body in hexadecimal.
const Signature = "X-Deaddrop-Signature"

// Delivery is the header with the notice's ID, by which the receiver can recognise a notice that is sent twice.
const Delivery = "X-Deaddrop-Delivery"

// A Webhook is an endpoint to which notices are sent.
type Webhook struct {
	url     string
	body    *template.Template
	headers map[string]string
	secret  string
	client  *http.Client
}

// Options are the settings of a webhook.
type Options struct {
	URL string
	// a template of package text/template that is executed with a [gm.Notice]; "" for the notice as JSON
	Body    string
	Headers map[string]string // additional headers of each request
	Secret  string            // key for signatures; "" if requests are not signed
}

// New returns a webhook. It returns an error if the template of the body fails for a sample notice.
func New(o Options) (*Webhook, error) {
	text := o.Body
	if text == "" {
		text = "{{json .}}"
	}
	body, err := template.New("body").Funcs(template.FuncMap{"json": inJSON}).Parse(text)
	if err == nil {
		err = body.Execute(io.Discard, gm.Notice{})
	}
	if err != nil {
		return nil, fmt.Errorf("[notices]: body: %w", err)
	}
	w := &Webhook{url: o.URL, body: body, headers: o.Headers, secret: o.Secret}
	w.client = &http.Client{CheckRedirect: stays}
	return w, nil
}

// inJSON returns a value as JSON, for templates: a text becomes a quoted string.
func inJSON(v any) (string, error) {
	js, err := json.Marshal(v)
	return string(js), err
}

// maxRedirects is the largest number of redirects that are followed.
const maxRedirects = 3

// stays allows a redirect only if it leads to the same host and repeats the same request.
func stays(next *http.Request, before []*http.Request) error {
	first := before[0]
	same := next.URL.Scheme == first.URL.Scheme && next.URL.Host == first.URL.Host
	if !same || next.Method != first.Method || len(before) > maxRedirects {
		return http.ErrUseLastResponse
	}
	return nil
}

// A Busy is the error for a host that has asked not to be called for a while.
type Busy struct {
	Status string
	After  time.Duration
}

func (b *Busy) Error() string { return "it answers " + b.Status }

// Post sends a notice. Its error does not contain the webhook's address, which is often secret.
func (w *Webhook) Post(ctx context.Context, n gm.Notice) error {
	var body bytes.Buffer
	if err := w.body.Execute(&body, n); err != nil {
		return fmt.Errorf("writing the body: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, w.url, bytes.NewReader(body.Bytes()))
	if err != nil {
		return withoutURL(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "Deaddrop")
	for name, value := range w.headers {
		req.Header.Set(name, value)
	}
	req.Header.Set(Delivery, n.ID)
	if w.secret != "" {
		mac := hmac.New(sha256.New, []byte(w.secret))
		mac.Write(body.Bytes())
		req.Header.Set(Signature, "sha256="+hex.EncodeToString(mac.Sum(nil)))
	}
	answer, err := w.client.Do(req)
	if err != nil {
		return withoutURL(err)
	}
	defer answer.Body.Close()
	_, _ = io.CopyN(io.Discard, answer.Body, 64<<10) // the content of the response is not needed
	switch code := answer.StatusCode; {
	case code/100 == 2:
		return nil
	case code/100 == 3:
		return fmt.Errorf("it answers %s: it sends us elsewhere, where we don't go", answer.Status)
	case code == http.StatusTooManyRequests, code == http.StatusServiceUnavailable:
		seconds, _ := strconv.ParseFloat(answer.Header.Get("Retry-After"), 64)
		seconds = max(0, min(seconds, 3600))
		return &Busy{answer.Status, time.Duration(seconds * float64(time.Second))}
	}
	return errors.New("it answers " + answer.Status)
}

// withoutURL removes the address from an error of package net/http.
func withoutURL(err error) error {
	if wrong := (*url.Error)(nil); errors.As(err, &wrong) {
		return wrong.Err
	}
	return err
}
