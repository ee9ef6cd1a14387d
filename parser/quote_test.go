package parser_test

import (
	"slices"
	"strings"
	"testing"

	"deaddrop/parser"
)

// Above and below an old mail stands an order, and the old mail has another.
func TestAttributions(t *testing.T) {
	quoted := func(attribution string) {
		t.Helper()
		lines(t, "A Par H\n\n"+attribution+"\n> A Mar H\n> F Bre H\n", "A Par H")
		lines(t, attribution+"\n\n> A Mar H\n>\n> F Bre H\n\nA Par H", "A Par H")
	}
	unquoted := func(attribution string) {
		t.Helper()
		quoted(attribution)
		lines(t, "A Par H\n\n"+attribution+"\nA Mar H\n\nF Bre H\n", "A Par H")
	}
	// as Gmail, Outlook, Thunderbird, Apple Mail and others write them, by language
	unquoted("On Tue, Jan 1, 2030 at 10:00 AM The Game Master <gm@example.org> wrote:")
	unquoted("On 01/01/2030 10:00, The Game Master wrote:")
	unquoted("On 1 Jan 2030, at 10:00, The Game Master <gm@example.org> wrote:")
	unquoted("On Tue, Jan 1, 2030 at 10:00 AM The Game Master of the Long Name <\ngamemaster@example.org> wrote:")
	unquoted("On Tue, Jan 1, 2030 at 10:00 AM\nThe Game Master\n<gm@example.org>\nwrote:")
	unquoted("At 10:00 AM 1/1/2030, The Game Master wrote:")
	unquoted("The Game Master <gm@example.org> wrote on Tuesday:")
	unquoted("---- On Tue, 01 Jan 2030 10:00:00 +0100 The Game Master <gm@example.org> wrote ----")
	unquoted("On Tue, 1 Jan 2030 10:00:00 +0100 The Game Master <gm@example.org> wrote")
	unquoted("------- Original Message -------\nOn Tuesday, January 1st, 2030 at 10:00 AM, The Game Master " +
		"<gm@example.org> wrote:")
	unquoted("1 Jan 2030, 10:00 by gm@example.org:")
	unquoted("1. Jan. 2030, 10:00 von gm@example.org:")
	unquoted("Quoting The Game Master <gm@example.org>, who wrote on 1/1/2030:")
	unquoted("GM <gm@example.org>  wrote on 01/01/2030 10:00:00 AM:")
	unquoted("Am 01.01.2030 um 10:00 schrieb Der Spielleiter:")
	unquoted("Am Di., 1. Jan. 2030 um 10:00 Uhr schrieb Der Spielleiter <\ngm@example.org>:")
	unquoted("Der Spielleiter schrieb am 01.01.2030 10:00:")
	unquoted("Deaddrop <gm@example.org> schrieb am Di., 1. Jan. 2030,\n10:00:")
	unquoted("Le mar. 1 janv. 2030 à 10:00, Le maître <gm@example.org> a écrit :")
	unquoted("Le 01/01/2030 à 10:00, Le maître a écrit\u00a0:")
	unquoted("El mar, 1 ene 2030 a las 10:00, El árbitro (<gm@example.org>) escribió:")
	unquoted("El 1/1/30 a las 10:00, El árbitro escribió:")
	unquoted("Il giorno mar 1 gen 2030 alle ore 10:00 L'arbitro <gm@example.org>\nha scritto:")
	unquoted("Il 01/01/2030 10:00, L'arbitro ha scritto:")
	unquoted("Op di 1 jan 2030 om 10:00 schreef De spelleider <gm@example.org>:")
	unquoted("Op 1-1-2030 om 10:00 schreef De spelleider:")
	unquoted("Em ter., 1 de jan. de 2030 às 10:00, O mestre <gm@example.org> escreveu:")
	unquoted("Em 01/01/2030 10:00, O mestre escreveu:")
	unquoted("Den tis 1 jan. 2030 kl 10:00 skrev Spelledaren <gm@example.org>:")
	unquoted("Den 2030-01-01 kl. 10:00, skrev Spelledaren:")
	unquoted("tir. 1. jan. 2030 kl. 10:00 skrev Spillederen <gm@example.org>:")
	unquoted("tir. 1. jan. 2030 kl. 10:00 skrev Spillederen <gm@example.org\n>:")
	unquoted("Den tirs. 1. jan. 2030 kl. 10.00 skrev Spillederen <gm@example.org>:")
	unquoted("ti 1. tammik. 2030 klo 10.00 Pelinjohtaja (gm@example.org) kirjoitti:")
	unquoted("Pelinjohtaja kirjoitti 1.1.2030 klo 10.00:")
	unquoted("wt., 1 sty 2030 o 10:00 Mistrz gry <gm@example.org> napisał(a):")
	unquoted("W dniu 01.01.2030 o 10:00, Mistrz gry pisze:")
	unquoted("út 1. 1. 2030 v 10:00 odesílatel Vedoucí hry <gm@example.org> napsal:")
	unquoted("Dne 01. 01. 30 v 10:00 Vedoucí hry napsal(a):")
	unquoted("вт, 1 янв. 2030 г. в 10:00, Ведущий <gm@example.org>:")
	unquoted("01.01.2030 10:00, Ведущий пишет:")
	unquoted("1 января 2030 г., 10:00 +03:00 от Ведущий <gm@example.org>:")
	unquoted("2030年1月1日(火) 10:00 Game Master <gm@example.org>:")
	unquoted("Game Master <gm@example.org> 于2030年1月1日周二 10:00写道：")
	unquoted("在 2030年1月1日，10:00，Game Master <gm@example.org> 写道：")
	unquoted("2030-01-01 10:00 GMT+01:00 The Game Master")
	unquoted("* The Game Master <gm@example.org> [2030-01-01 10:00]:")
	unquoted("On Tue, 1 Jan 2030 at 10:00 The Game Master\n\n<\nmailto:The Game Master <gm@example.org>\n> wrote:")
	unquoted("1 Jan 2030, 10:00 by gm@example.org:")
	unquoted("1. Jan. 2030, 10:00 von gm@example.org:")
	unquoted("Quoting The Game Master <gm@example.org>:")
	unquoted("Zitat von Der Spielleiter <gm@example.org>:")
	quoted("On Tuesday, the game master wrote:")
	quoted("The game master wrote:")
	quoted("Der Spielleiter schrieb:")
}

// A line of the author's is not taken for the beginning of the attribution below it.
func TestLineAboveAttribution(t *testing.T) {
	for _, line := range []string{"to 2 places: A Par H", "On 2nd thoughts: A Par H", "am 1: A Par H"} {
		for _, attribution := range []string{"On Tue, Jan 1, 2030 at 10:00 AM Mo <gm@example.org> wrote:",
			"Op 16 aug. 2030 05:13 schreef \"Mo\" <gm@example.org> het\nvolgende geschreven:",
			"Am Di., 1. Jan. 2030 um 10:00 Uhr schrieb Mo <\ngm@example.org>:"} {
			lines(t, line+"\n"+attribution+"\n> A Mar H\n", line)
		}
	}
}

// A quotation may be marked with its writer's initials. Without an attribution above them they may be an order.
func TestInitials(t *testing.T) {
	const wrote = "Tuesday, January 1, 2030, 10:00:00 AM, you wrote:\n\n"
	lines(t, wrote+"GM> A Par H\nGM>\nGM> F Bre H\n\nA Mar H\nGM> F Eng H\nF Lon H", "A Mar H", "F Lon H")
	lines(t, "A Mar H\n"+wrote+"GM> A Par H\nGM> F Bre H\n", "A Mar H")
	lines(t, "PAR> BUR\nMAR> SPA", "PAR> BUR", "MAR> SPA")
	lines(t, "// my orders\nPAR> BUR\nPAR> PIC", "PAR> BUR", "PAR> PIC")
}

// The footer that a mailing list adds to a letter is not read as its author's text.
func TestListFooter(t *testing.T) {
	lines(t, "A Par H\n\n_______________________________________________\nPlayers mailing list\n"+
		"Players@lists.example.org\nTo unsubscribe, write to players-leave@lists.example.org\n", "A Par H")
	lines(t, "A Par H\n____________________\nA Mar H", "A Par H", "A Mar H")
}

// Text that only resembles an attribution is the author's own.
func TestNoAttributions(t *testing.T) {
	stays := func(all ...string) {
		t.Helper()
		lines(t, strings.Join(all, "\n"), all...)
	}
	stays("F Den - Kie", "A Par H")
	stays("On Den: F Den - Kie", "A Par H")
	stays("On 5 May I do this:", "A Par H")
	stays("As I wrote on 5 May 2030:", "A Par H")
	stays("Ich schrieb am 5.5.2030:", "A Par H")
	stays("On second thought I wrote:", "A Par H")
	stays("Le roi a écrit:", "A Par H")
	stays("Am Rhein:", "A Par H")
	stays("I have this from France:", "A Par H")
	stays("From: Paris", "To: Burgundy", "A Par H")
	stays("To: Burgundy", "A Par H")
	stays("Original orders", "A Par H")
	stays("1. A Par H", "2. F Bre - Eng")
	lines(t, "A Par H 1\nThe game master <gm@example.org> wrote:\n> x\nF Bre H", "A Par H 1", "F Bre H")
}

func TestHeadersOfOldMails(t *testing.T) {
	cut := func(above ...string) {
		t.Helper()
		lines(t, "A Par H\n\n"+strings.Join(above, "\n")+"\n\nA Mar H\nF Bre H", "A Par H")
	}
	cut("________________________________", "From: GM <gm@example.org>", "Sent: Tuesday, 1 January 2030 10:00",
		"To: Ann", "Subject: [dm1] France")
	cut("*From:* GM <gm@example.org>", "*Sent:* Tuesday, 1 January 2030 10:00", "*To:* Ann", "*Subject:* [dm1] France")
	cut("**From:** GM", "**Date:** Tuesday", "**To:** Ann")
	cut("From: GM", "", "Sent: Tuesday", "", "To: Ann")
	cut("From: GM <gm@example.org>", "Reply-To: GM <gm@example.org>", "Date: Tuesday", "To: Ann")
	cut("Von: GM", "Gesendet: Dienstag, 1. Januar 2030 10:00", "An: Ann", "Betreff: Frankreich")
	cut("De : GM", "Envoyé : mardi 1 janvier 2030 10:00", "À : Ann", "Objet : France")
	cut("De: GM", "Enviado: martes", "Para: Ann", "Asunto: Francia")
	cut("De: GM", "Enviada em: terça-feira", "Para: Ann", "Assunto: França")
	cut("Da: GM", "Inviato: martedì", "A: Ann", "Oggetto: Francia")
	cut("Van: GM", "Verzonden: dinsdag", "Aan: Ann", "Onderwerp: Frankrijk")
	cut("Från: GM", "Skickat: den 1 januari 2030", "Till: Ann", "Ämne: Frankrike")
	cut("Fra: GM", "Sendt: tirsdag", "Til: Ann", "Emne: Frankrig")
	cut("Lähettäjä: GM", "Lähetetty: tiistai", "Vastaanottaja: Ann", "Aihe: Ranska")
	cut("Od: GM", "Wysłano: wtorek", "Do: Ann", "Temat: Francja")
	cut("Od: GM", "Odesláno: úterý", "Komu: Ann", "Předmět: Francie")
	cut("От: GM", "Отправлено: вторник", "Кому: Ann", "Тема: Франция")
	cut("差出人: GM", "送信日時: 2030年1月1日", "宛先: Ann", "件名: フランス")
	cut("发件人： GM", "发送时间： 2030年1月1日", "收件人： Ann", "主题： 法国")
	cut("To: Ann", "cc: Bo", "Subject: France")
	for _, words := range []string{
		"-----Original Message-----", "-------- Original message --------",
		"----- Forwarded message from GM -----\nFrom: GM\nDate: x\n", "---------- Forwarded message ---------",
		"Begin forwarded message:", "-----Ursprüngliche Nachricht-----",
		"-------- Weitergeleitete Nachricht --------", "----- Message d'origine -----",
		"-------- Message transféré --------",
		"-----Mensaje original-----", "-----Messaggio originale-----", "-----Oorspronkelijk bericht-----",
		"-----Mensagem original-----", "-----Ursprungligt meddelande-----", "-----Opprinnelig melding-----",
		"-----Oprindelig meddelelse-----", "-----Alkuperäinen viesti-----", "-----Wiadomość oryginalna-----",
		"-----Původní zpráva-----", "-----Исходное сообщение-----", "-----元のメッセージ-----",
		"------------------ 原始邮件 ------------------", "----- Forwarded by GM/Example on 01/01/2030 10:00 -----",
	} {
		cut(words)
	}
}

func TestLinesOfPrograms(t *testing.T) {
	for _, words := range []string{
		"Sent from my iPhone", "Sent from Outlook for iOS", "Get Outlook for Android<https://aka.ms/AAb9ysg>",
		"Sent with Proton Mail secure email.", "Von meinem iPhone gesendet", "Gesendet mit der GMX Mail App",
		"Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.", "Envoyé de mon iPhone",
		"Envoyé à partir de Outlook pour Android", "Enviado desde mi iPhone", "Enviado do meu iPhone",
		"Inviato da iPhone",
		"Verstuurd vanaf mijn iPhone", "Verzonden met Outlook voor Android", "Skickat från min iPhone",
		"Sendt fra min iPhone", "Lähetetty iPhonesta", "Wysłane z iPhone'a", "Odesláno z iPhonu", "Отправлено с iPhone",
		"iPhoneから送信", "发自我的 iPhone", "Please excuse my brevity.", "________________________________", "* * *",
		"CONFIDENTIALITY NOTICE: this message is for its\naddressee alone, and may be privileged.",
		"This e-mail and any attachments are confidential and intended solely\nfor the addressee.",
		"Diese E-Mail enthält vertrauliche Informationen. Wenn Sie nicht der richtige\nAdressat sind, vernichten " +
			"Sie sie.",
		"Ce message et toutes les pièces jointes sont confidentiels et\nétablis à l'intention de leurs destinataires.",
	} {
		lines(t, "A Par H\n\n"+words+"\n\nF Bre H", "A Par H", "F Bre H")
	}
	lines(t, "This message is my order:\nA Par H", "This message is my order:", "A Par H")
	lines(t, "A Par H\n—\nF Bre H\n-- \nAnn", "A Par H", "F Bre H")
}

// Within press nothing is cut, and behind it everything is as before.
func TestPressIsWhole(t *testing.T) {
	body := "On 1 Jan 2030, at 10:00, Italy <it@example.org> wrote:\nto you\n-- \nSent from my iPhone\n* * " +
		"*\nThis message is confidential and intended for the recipient alone, of course."
	l := parser.Read("", "PRESS TO ITALY\n"+body+"\nENDPRESS\nA Par H\nOn 1 Jan 2030, at 10:00, GM "+
		"<gm@example.org> wrote:\nA Mar H")
	if len(l.Commands) != 1 || strings.ReplaceAll(l.Commands[0].Text, "--", "-- ") != body ||
		!slices.Equal(l.Lines, []string{"A Par H"}) {
		t.Errorf("commands %+v, lines %q", l.Commands, l.Lines)
	}
}

// An order form counts wherever it stands.
func TestFormInQuotation(t *testing.T) {
	form := "> ORDER FORM [dm1.4] France, revision 2\n> A Par - Bur\n> END OF FORM\n"
	for _, above := range []string{"", "A Mar H\n", "A Mar H\nOn 1 Jan 2030, at 10:00, GM <gm@example.org> wrote:\n",
		"A Mar H\n-----Original Message-----\nx\n", "A Mar H\n-- \nAnn\n"} {
		l := parser.Read("", above+form+"> F Bre H\n")
		if l.Form == nil || !slices.Equal(l.Form.Lines, []string{"A Par - Bur"}) || len(l.Lines) > 1 {
			t.Errorf("below %q: form %+v, lines %q", above, l.Form, l.Lines)
		}
	}
}

// Nothing is read of the quotation, and everything is read of the text above it.
func FuzzQuotation(f *testing.F) {
	f.Add("On 1 Jan 2030, at 10:00, GM <gm@example.org> wrote:\nA Mar H\n-- \n")
	f.Add("From: x\nSent: y\n\n-----Original Message-----")
	f.Add("PRESS TO ALL\nx\nENDPRESS\nEND")
	f.Fuzz(func(t *testing.T, old string) {
		if strings.Contains(old, "ORDER FORM") {
			return
		}
		quoted := "> " + strings.ReplaceAll(parser.Plain(old), "\n", "\n> ")
		l := parser.Read("", "A Par H\n"+quoted)
		if !slices.Equal(l.Lines, []string{"A Par H"}) || len(l.Commands) != 0 || l.Form != nil {
			t.Errorf("%q leaves %q and %v", quoted, l.Lines, l.Commands)
		}
		for _, n := range []int{1, 3} {
			if got := parser.Read("", strings.Repeat("A Par H\n", n)+old).Lines; len(got) < n &&
				!strings.Contains(strings.ToUpper(old), "PRESS") {
				t.Errorf("%q took an order above it: %q", old, got)
			}
		}
	})
}
