package peertest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A Certificate is a self-made certificate for a server on this machine.
type Certificate struct {
	// File and Key are the paths of the certificate and its key, in PEM. A Go program with SSL_CERT_FILE=File in its
	// environment trusts it.
	File, Key string
	// Client is a configuration with which a client trusts it.
	Client *tls.Config
	// Server is a configuration for a server within the test.
	Server *tls.Config
}

// NewCertificate creates a certificate for localhost and 127.0.0.1.
func NewCertificate(t testing.TB) Certificate {
	t.Helper()
	dir := directory(t)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := x509.Certificate{
		SerialNumber: big.NewInt(1),
		Subject:      pkix.Name{CommonName: "localhost"},
		DNSNames:     []string{"localhost"},
		IPAddresses:  []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore:    time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC),
		NotAfter:     time.Date(2099, 1, 1, 0, 0, 0, 0, time.UTC),
		KeyUsage:     x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		IsCA:         true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, &about, &about, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	c := Certificate{File: filepath.Join(dir, "cert.pem"), Key: filepath.Join(dir, "key.pem")}
	public := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	private := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})
	if err := errors.Join(os.WriteFile(c.File, public, 0o644), os.WriteFile(c.Key, private, 0o644)); err != nil {
		t.Fatal(err)
	}
	pair, err := tls.X509KeyPair(public, private)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(public)
	c.Client, c.Server = &tls.Config{RootCAs: pool}, &tls.Config{Certificates: []tls.Certificate{pair}}
	return c
}
