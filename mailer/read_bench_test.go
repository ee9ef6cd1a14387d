package mailer_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deaddrop/mailer"
)

// ordinary is a letter of 2 KiB as it comes in: trace fields, a signature of its domain, orders, a quotation.
var ordinary = strings.ReplaceAll(`Return-Path: <ann@example.org>
Delivered-To: gm+r.dm1.3.k2vq7d@deaddrop.example
Received: from mx.example.org (mx.example.org [192.0.2.7])
	by deaddrop.example (Postfix) with ESMTPS id 4ZxQ1f0y2Wz9sT
	for <gm+r.dm1.3.k2vq7d@deaddrop.example>; Mon,  5 Jan 2026 09:00:00 +0000 (UTC)
Authentication-Results: deaddrop.example;
	dkim=pass (2048-bit key; unprotected) header.d=example.org header.i=@example.org header.b="Zm9vYmFy";
	dmarc=pass (p=quarantine dis=none) header.from=example.org
DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=example.org; s=k1;
	t=1767603600; h=from:from:to:to:subject:subject:date:date:message-id:message-id;
	bh=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=;
	b=`+strings.Repeat("Q2FmZUJhYmU", 30)+`
Message-ID: <5f0c1d2e-3a4b-4c5d-8e9f-0a1b2c3d4e5f@example.org>
Date: Mon, 5 Jan 2026 10:00:00 +0100
MIME-Version: 1.0
User-Agent: Mozilla Thunderbird
Subject: Re: [dm1] Deadman Diplomacy: France
To: The Game Master <gm+r.dm1.3.k2vq7d@deaddrop.example>
References: <r.dm1.2.1.1.abcdefgh@deaddrop.example> <r.dm1.2.7.3.hgfedcba@deaddrop.example>
From: Ann Lee <ann@example.org>
In-Reply-To: <r.dm1.2.7.3.hgfedcba@deaddrop.example>
Content-Type: text/plain; charset=UTF-8; format=flowed
Content-Transfer-Encoding: 7bit

A Par - Bur
A Mar S A Par - Bur
F Bre - Eng
`+strings.Repeat("Some words about it. \nAnd some more of them\n", 5)+`
On 05/01/2026 09:00, The Game Master wrote:
`+strings.Repeat("> Orders are due on Monday, and here is what you know.\n", 8), "\n", "\r\n")

func BenchmarkReadOrdinary(b *testing.B) {
	raw := []byte(ordinary)
	b.ReportMetric(float64(len(raw)), "B/letter")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := mailer.Read(raw, taken); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRead reads the whole corpus and tells the time of the slowest mail.
func BenchmarkRead(b *testing.B) {
	files, err := filepath.Glob("testdata/mails/*.eml")
	if err != nil || len(files) == 0 {
		b.Fatal(len(files), err)
	}
	var (
		mails   [][]byte
		slowest time.Duration
		which   string
	)
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		mails = append(mails, raw)
	}
	for b.Loop() {
		slowest = 0
		for i, raw := range mails {
			start := time.Now()
			_, _ = mailer.Read(raw, taken) // those with a defect, too
			if took := time.Since(start); took > slowest {
				slowest, which = took, files[i]
			}
		}
	}
	b.ReportMetric(float64(slowest.Microseconds()), "slowest-µs")
	b.Logf("the slowest of the last round is %s", which)
}

// BenchmarkBomb reads mails that were made to take long.
func BenchmarkBomb(b *testing.B) {
	for _, bomb := range bombs() {
		b.Run(strings.ReplaceAll(bomb.name, " ", "_"), func(b *testing.B) {
			raw := []byte(bomb.raw)
			for b.Loop() {
				_, _ = mailer.Read(raw, taken)
			}
		})
	}
}

type bomb struct{ name, raw, why string }

// bombs returns mails that take other readers long, and why ours refuses them; "" if it reads them.
func bombs() []bomb {
	var all []bomb
	add := func(name, why, raw string) { all = append(all, bomb{name, head + raw, why}) }
	for _, levels := range []int{18, 22, 100, 1000, 15_000} {
		var deep strings.Builder
		for i := range levels {
			fmt.Fprintf(&deep, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
		}
		add(fmt.Sprintf("%d levels", levels), "parts within parts", deep.String())
	}
	var alternatives strings.Builder
	for i := range 16 {
		fmt.Fprintf(&alternatives, "Content-Type: multipart/alternative; boundary=b%d\n\n--b%d\n", i, i)
	}
	add("16 levels of alternatives", "", alternatives.String())
	add("one boundary again and again", "parts", strings.Repeat("Content-Type: multipart/mixed; boundary=b\n\n--b\n",
		20_000))
	add("100000 parts", "parts", "Content-Type: multipart/mixed; boundary=b\n\n"+strings.Repeat("--b\n\nx\n", 100_000))
	add("mails within mails", "parts within parts", strings.Repeat("Content-Type: message/rfc822\n\n", 30_000))
	add("encoded mails within mails", "",
		"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n"+strings.Repeat("QQ==", 200_000))
	add("header without end", "header", strings.Repeat("X-Y: z\n", 100_000))
	add("field without end", "header", "X-Y: z\n"+strings.Repeat(" y\n", 250_000))
	add("field of 1 MB", "header", "X-Y: "+strings.Repeat("y", 900_000))
	add("boundary of 200 KB", "header", "Content-Type: multipart/mixed; boundary="+strings.Repeat("b", 200_000)+"\n\nx")
	add("boundary of 5 KB", "boundary", "Content-Type: multipart/mixed; boundary="+strings.Repeat("b", 5000)+"\n\nx")
	for _, n := range []int{190, 4000} {
		add(fmt.Sprintf("lines that are nearly boundaries of %d", n), "", "Content-Type: multipart/mixed; boundary="+
			strings.Repeat("-", n)+"b\n\n"+strings.Repeat("-", 900_000))
		add(fmt.Sprintf("beginnings of boundaries of %d", n), "", "Content-Type: multipart/mixed; boundary="+
			strings.Repeat("-", n)+"b\n\n"+strings.Repeat(strings.Repeat("-", n)+"\n", 900_000/n))
	}
	add("parameters", "", "Content-Type: text/plain"+strings.Repeat("; a=b", 10_000)+"\n\nx")
	add("numbered parameters", "", "Content-Type: text/plain"+strings.Repeat("; a*0*=b", 7_000)+"\n\nx")
	add("encoded words", "", "X-Y: z\nSubject: "+strings.Repeat("=?utf-8?q?=41?= ", 4000)+"\n\nx")
	add("half encoded words", "", "X-Y: z\nSubject: "+strings.Repeat("=?", 30_000)+"\n\nx")
	add("addresses", "", "To: "+strings.Repeat("a@b, ", 12_000)+"\n\nx")
	add("groups", "", "To: "+strings.Repeat("(", 8_000)+"\nCc: "+strings.Repeat("a:", 8_000)+"\n\nx")
	add("Message-IDs", "", "References: "+strings.Repeat("<a@b>", 12_000)+"\n\nx")
	add("angles", "", "References: "+strings.Repeat("<", 60_000)+"\n\nx")
	add("quoted-printable", "", "Content-Transfer-Encoding: quoted-printable\n\n"+strings.Repeat("=\n",
		200_000)+strings.Repeat("=41", 70_000)+strings.Repeat("A=", 1000)+strings.Repeat("x\n", 30_000))
	add("Base64", "text", "Content-Transfer-Encoding: base64\n\n"+strings.Repeat("QUFB\n", 190_000))
	add("signature in S/MIME", "", "Content-Type: application/pkcs7-mime\n\n"+strings.Repeat("0\x80", 400_000))
	add("flowed", "text", "Content-Type: text/plain; format=flowed\n\n"+strings.Repeat("a \n", 300_000))
	add("quotes in flowed", "", "Content-Type: text/plain; format=flowed\n\n"+strings.Repeat(strings.Repeat(">",
		900)+" a \n", 250))
	add("enriched", "", "Content-Type: text/enriched\n\n"+strings.Repeat("<", 250_000))
	add("UTF-7", "", "Content-Type: text/plain; charset=utf-7\n\n"+strings.Repeat("+A", 120_000))
	for _, tag := range []string{"<blockquote>", "<div>", "<p>", "<b a=1 ", "<!--", "&#", "<table><td>", "<pre>\n",
		"<x>", "</i>", "<b></i>", "<td></div>"} {
		n := 500 << 10 / len(tag)
		add("HTML "+strings.TrimSpace(tag), "", "Content-Type: text/html\n\n"+strings.Repeat(tag, n)+"end")
	}
	add("text", "text", "\n"+strings.Repeat("A PAR - BUR\n", 25_000))
	add("large", "too large", "\n"+strings.Repeat("x", 1<<20))
	add("header of a part", "header", "Content-Type: multipart/mixed; boundary=b\n\n--b\n"+strings.Repeat("X-Y: z\n",
		20_000)+"\nx")
	add("multiparts without boundaries", "", strings.Repeat("Content-Type: multipart/mixed\n\n", 30_000))
	add("empty alternatives", "parts", "Content-Type: multipart/alternative; boundary=b\n\n"+strings.Repeat("--b\nContent-Type: multipart/alternative; boundary=c\n\n--c\n\n--c--\n", 10_000))
	add("report", "", "Content-Type: message/delivery-status\n\n"+strings.Repeat("Status: 5.1.1\n\n", 50_000))
	add("report without fields", "", "Content-Type: message/delivery-status\n\n"+strings.Repeat("x\n", 400_000))
	add("1 MB of HTML", "text", "Content-Type: text/html\n\n"+strings.Repeat("<b>x</b>", 120_000))
	return all
}
