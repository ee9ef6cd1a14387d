package parser_test

import (
	"slices"
	"strings"
	"testing"

	"deaddrop/parser"
)

// Commands may be written in German.
func TestGermanCommands(t *testing.T) {
	check := func(line, name, args string) {
		t.Helper()
		l := parser.Read("", line)
		if len(l.Commands) != 1 || l.Commands[0].Name != name || l.Commands[0].Args != args {
			t.Errorf("%q: %+v, lines %q", line, l.Commands, l.Lines)
		}
	}
	check("HILFE", "HELP", "")
	check("Hilfe!", "HELP", "")
	check("fertig", "READY", "")
	check("WARTEN", "WAIT", "")
	check("LÖSCHEN", "CLEAR", "")
	check("loeschen", "CLEAR", "")
	check("BEFEHLE", "ORDERS", "")
	check("KARTE", "MAP", "")
	check("Karte Frühjahr 1902", "MAP", "Spring 1902")
	check("Rückblick Herbst 1901", "HISTORY", "Fall 1901")
	check("RUECKBLICK", "HISTORY", "")
	check("SPRACHE Deutsch", "SET", "LANGUAGE Deutsch")
	check("Setze Karte SVG", "SET", "MAP SVG")
	check("setze karte: keine", "SET", "MAP: NONE")
	check("Zeitzone Europe/Berlin", "ZONE", "Europe/Berlin")
	check("ABWESEND 24.12. bis 6.1.", "ABSENCE", "24.12. bis 6.1.")
	check("ABWESEND aus", "ABSENCE", "OFF")
	check("Aussteigen ja", "RESIGN", "YES")
	check("SPERREN", "LOCK", "")
	check("Sperren aus", "LOCK", "OFF")
	check("AUCH ich@arbeit.example", "ALSO", "ich@arbeit.example")
	check("Auch aus", "ALSO", "OFF")
	check("ANMELDEN dm2 Frankreich, Italien oder England", "JOIN", "dm2 Frankreich, Italien OR England")
	check("Abmelden dm2", "LEAVE", "dm2")
	check("Zuschauen dm2 aus", "OBSERVE", "dm2 OFF")
	check("Stumm grau", "MUTE", "GREY")
	check("Regeln", "RULES", "")
	for _, prose := range []string{"Karten auf den Tisch!", "Sperren wir die Nordsee.", "Auch ich ziehe nach Kiel.",
		"Auch", "Hilfe, ich ertrinke.", "Warten.", "Fertig.", "Als ich neulich in Wien war, schneite es.",
		"Spiel mir das Lied vom Tod.", "Ende gut, alles gut"} {
		if l := parser.Read("", prose); len(l.Commands) > 0 || len(l.Lines) != 1 {
			t.Errorf("%q is taken for %+v", prose, l.Commands)
		}
	}
	if l := parser.Read("", "AS Germany\nals Frankreich"); l.As != "Frankreich" {
		t.Errorf("ALS names %q", l.As)
	}
	if l := parser.Read("", "A Par H\nENDE\nA Mar H"); len(l.Lines) != 1 {
		t.Errorf("below ENDE is read %q", l.Lines)
	}
}

// Press and diaries may begin in German, too.
func TestGermanPress(t *testing.T) {
	check := func(line, end, to string, signed parser.Signing, quiet bool) {
		t.Helper()
		l := parser.Read("", line+"\nA Par H\n"+end+"\nA Mar H")
		want := parser.Command{Name: "PRESS", Args: to, Text: "A Par H", Signed: signed, Quiet: quiet}
		if len(l.Commands) != 1 || l.Commands[0] != want || !slices.Equal(l.Lines, []string{"A Mar H"}) {
			t.Errorf("%q: %+v, faults %v, lines %q", line, l.Commands, l.Faults, l.Lines)
		}
	}
	check("PRESSE AN ALLE", "ENDPRESSE", "ALL", "", false)
	check("Presse an Frankreich und Italien:", "Ende Presse", "Frankreich and Italien", "", false)
	check("PRESSE GRAU AN alle außer Italy", "ENDPRESS", "ALL BUT Italy", parser.Grey, false)
	check("Presse leise an den Spielleiter", "ENDPRESSE", "GM", "", true)
	l := parser.Read("", "TAGEBUCH\nA Par H\nENDTAGEBUCH")
	if len(l.Commands) != 1 || l.Commands[0] != (parser.Command{Name: "DIARY", Text: "A Par H"}) || len(l.Lines) > 0 {
		t.Errorf("a diary is %+v, and leaves %q", l.Commands, l.Lines)
	}
}

// Our German letters are known below an answer, with marks and without, and so are their forms.
func TestGermanLetterQuoted(t *testing.T) {
	letter := `[dm1.4] France: hinterlegt für Frühjahr 1901, Fassung 2

dm1, Deadman Diplomacy: du bist France.
Erwartet: deine Befehle für Frühjahr 1901,
bis Montag, 7. Januar 2030, 20:00 CET (noch 49 Stunden).

HINTERLEGT FÜR FRÜHJAHR 1901, Fassung 2
  A Mar-Bur

Fülle dieses Formular in deiner Antwort aus, oder schreibe darüber:
BEFEHLSFORMULAR [dm1.4] France, Fassung 2
  A Par-Gas
  F Bre -
ENDE DES FORMULARS

Antworte auf diesen Brief.
`
	quote := func(mark string) string {
		return mark + strings.ReplaceAll(strings.TrimSpace(letter), "\n", "\n"+mark)
	}
	for name, text := range map[string]string{
		"Thunderbird": "A Par-Bur\n\nAm 07.01.30 um 15:04 schrieb Deaddrop:\n" + quote("> "),
		"Gmail": "A Par-Bur\n\nAm Mo., 7. Jan. 2030 um 15:04 Uhr schrieb Deaddrop <gm@example.org>:\n\n" +
			quote("> "),
		"Outlook": "A Par-Bur\n\nVon: Deaddrop <gm@example.org>\nGesendet: Montag, 7. Januar 2030 15:04\nAn: " +
			"ann@example.org\nBetreff: [dm1] Deadman Diplomacy: France\n\n" + letter,
		"Apple": "A Par-Bur\n\nVon meinem iPhone gesendet\n\n> Am 07.01.2030 um 15:04 schrieb Deaddrop " +
			"<gm@example.org>:\n>\n" + quote("> "),
		"bare": "A Par-Bur\n\n" + letter,
	} {
		l := parser.Read("Re: [dm1] Deadman Diplomacy: France", text)
		if strings.Join(l.Lines, "|") != "A Par-Bur|" && strings.Join(l.Lines, "|") != "A Par-Bur" {
			t.Errorf("%s: lines %q", name, l.Lines)
		}
		if len(l.Commands)+len(l.Faults) > 0 {
			t.Errorf("%s: %+v %+v", name, l.Commands, l.Faults)
		}
		if l.Form == nil || l.Form.Tag.String() != "[dm1.4]" || l.Form.Tag.Seat != "France" || l.Form.Revision != 2 ||
			!slices.Equal(l.Form.Lines, []string{"A Par-Gas", "F Bre -"}) {
			t.Errorf("%s: form %+v", name, l.Form)
		}
		if !strings.HasPrefix(l.Headline, "[dm1.4] France: hinterlegt") {
			t.Errorf("%s: headline %q", name, l.Headline)
		}
	}
	if parser.Unformed("BEFEHLSFORMULAR [dm1.4] France, Fassung 2") == "BEFEHLSFORMULAR [dm1.4] France, Fassung 2" {
		t.Error("press may have a German form in it")
	}
	for text, want := range map[string]string{"Re: [d1] France: Presse von Italy": "Italy",
		"[d1.4] Austria: Presse vom Spielleiter": "the game master",
		"AW: [d1] Italy: Presse von jemandem":    "somebody"} {
		if who, _ := parser.PressFrom(text); who != want {
			t.Errorf("%s: press from %q", text, who)
		}
	}
}
