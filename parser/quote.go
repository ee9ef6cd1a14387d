package parser

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Mail programs quote the mail that is being answered, above or below the answer, each in its own format and
// language, and add words of their own. Quoted text must never become orders, because the orders in it may be old or
// somebody else's. On the other hand, nothing that may be an order of the author's may be removed.

// Beginnings and contents of an attribution, a line such as "On Monday, Ann <ann@example.org> wrote:", which may be
// broken into up to four lines.
var (
	opener = regexp.MustCompile(`(?i)^(?:on|at|am|le|el|il|in data|il giorno|op|den|em|no dia|w dniu|dnia|dne|` +
		`d\.|på|kl\.|in message|in article|quoting|zitat von|` +
		`mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim|mié|jue|vie|sáb|dom|gio|` +
		`sab|ma|wo|vr|za|zo|seg|ter|qua|qui|sex|` +
		`mån|tis|ons|tors|fre|lör|sön|tir|tor|lør|søn|ti|ke|to|pe|la|su|pon|wt|śr|czw|pt|sob|niedz|ndz|po|út|st|` +
		`čt|pá|ne|пн|вт|ср|чт|пт|сб|вс|` +
		`понедельник|вторник|среда|четверг|пятница|суббота|воскресенье|在|於)[ .,:)]|^\d{1,4}(?:[./-]|年|\.? ?\pL)`)
	// named matches the beginning of an attribution that has its writer first, and is broken at the time: "Deaddrop
	// <gm@example.org> schrieb am Mo., 23. Nov. 2026,"
	named = regexp.MustCompile(`(?i)^[^<>]{0,80}<[^<>\s]+@[^<>\s]+> ` +
		`(?:schrieb am|wrote on|a écrit le|escribió el|ha scritto il|schreef op) `)
	// bare matches an attribution of old Gmail, which may lack the address and a word for "wrote".
	bare = regexp.MustCompile(`^\d{4}-\d\d-\d\d \d{1,2}:\d\d GMT[+-]\d\d:\d\d \S`)
	// bracketed matches an attribution of mutt that has its date in brackets: "* Ann <ann@example.org> [2030-01-01 10:00]:"
	bracketed = regexp.MustCompile(`^\*? ?[^<>]{0,80}<[^<>\s]+@[^<>\s]+> ?\[[^\]]*\d[^\]]*\]:$`)
	// quoting matches an attribution of Horde, which has no date: "Quoting Ann <ann@example.org>:"
	quoting = regexp.MustCompile(`(?i)^(?:quoting|zitat von|citando a?|mensaje citado por|citeren|citat från|cituji) .*<[^<>\s]+@[^<>\s]+>:$`)
	// by matches an attribution of Tuta: "1 Jan 2030, 10:00 by ann@example.org:"
	by = regexp.MustCompile(`\d{4},? \d{1,2}:\d\d(?: [AP]M)? (?:by|von|par|por|da|door) [^\s@<>]+@[^\s@<>]+:$`)
	// dated matches an address, a time of day or a recent year.
	dated = regexp.MustCompile(`@|\d{1,2}[:.h]\d\d|(?:19[7-9]|20)\d\d`)
	// times matches a time of day or a recent year.
	times       = regexp.MustCompile(`\d{1,2}[:.h]\d\d|(?:19[7-9]|20)\d\d`)
	firstPerson = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:i|ich|je|yo|io|ik|jag|jeg|eu|ja|já|я)(?:[^\pL]|$)|j'ai`)
)

// attribution returns the number of lines, from the first on, that form an attribution, with which a mail program
// introduces a quotation; 0 if there is none.
func attribution(lines []string) int {
	first := strings.TrimSpace(lines[0])
	if special(first) {
		return 1
	}
	if n := inPieces(lines); n > 0 {
		return n
	}
	if first == "" || len(first) > maxLine || !slices.ContainsFunc(lines[:min(4, len(lines))], endsOpen) {
		return 0
	}
	if announces(first) {
		return 1
	}
	begins := opener.MatchString(first) && strings.ContainsAny(first, "0123456789@")
	if !begins && !named.MatchString(first) {
		return 0
	}
	joined := first
	for n := 2; n <= min(4, len(lines)); n++ {
		line := strings.TrimSpace(lines[n-1])
		words := !marked(line) || strings.Trim(line, ">:") == ""
		if line == "" || len(line) > maxLine || !words {
			return 0
		}
		if joined += " " + line; announces(joined) {
			if beginsLater(lines[1:n]) {
				return 0
			}
			return n
		}
	}
	return 0
}

// special reports whether a line is an attribution in a form that has no word for "wrote".
func special(line string) bool {
	switch {
	case len(line) > maxLine:
		return false
	case strings.HasSuffix(line, "]:"):
		return bracketed.MatchString(line)
	case strings.HasSuffix(line, ">:"):
		return quoting.MatchString(line)
	case strings.HasSuffix(line, ":"):
		return strings.Contains(line, "@") && by.MatchString(line)
	}
	return strings.Contains(line, " GMT") && bare.MatchString(line)
}

// beginsLater reports whether some lines end with an attribution that is complete. Then the line above it is its
// author's, even if it begins like one: "to try this in 2 weeks".
func beginsLater(lines []string) bool {
	for i, line := range lines {
		if line = strings.TrimSpace(line); !opener.MatchString(line) || !times.MatchString(line) {
			continue
		}
		if announces(strings.Join(append([]string{line}, lines[i+1:]...), " ")) {
			return true
		}
	}
	return false
}

// inPieces returns the number of lines of an attribution that ends with a link in pieces, as some programs for phones
// write it; 0 if there is none.
func inPieces(lines []string) int {
	if !slices.ContainsFunc(lines[:min(3, len(lines))], func(line string) bool { return strings.TrimSpace(line) == "<" }) {
		return 0
	}
	var some []string
	for n, line := range lines[:min(6, len(lines))] {
		if line = strings.TrimSpace(line); line != "" {
			some = append(some, line)
		}
		if len(some) == 4 {
			begins := opener.MatchString(some[0]) && times.MatchString(some[0])
			link := some[1] == "<" && strings.HasPrefix(some[2], "mailto:") && strings.HasPrefix(some[3], "> ")
			if begins && link && wrote(some[3]) {
				return n + 1
			}
			break
		}
	}
	return 0
}

// endsOpen reports whether a line ends like the last line of an attribution, perhaps without its colon.
func endsOpen(line string) bool {
	line = strings.TrimRight(line, " *_")
	return endsWith(line, ":", "：", "--", " wrote", " schrieb", " a écrit", " escribió", " ha scritto", " schreef",
		" escreveu", " skrev", " kirjoitti", " napisał", " napsal", " написал")
}

// wrote reports whether a line has a word for "wrote" in some language.
func wrote(line string) bool {
	for word := range strings.FieldsFuncSeq(strings.ToLower(line), func(r rune) bool { return !unicode.IsLetter(r) }) {
		switch word {
		case "wrote", "writes", "written", "said", "schrieb", "schreibt", "geschrieben", "écrit", "ecrit", "écrivait",
			"escribió", "escribio", "escrito", "scritto", "scrive",
			"schreef", "schrijft", "geschreven", "skrev", "skriver", "escreveu", "escreve", "kirjoitti", "napisał",
			"napisała", "pisze", "napsal", "napsala",
			"написал", "написала", "пишет", "писал", "писала", "пише", "написав", "escriure", "scris", "írta",
			"yazdı", "napísal", "napísala", "napisao", "napisala",
			"kirjutas", "rašė", "rakstīja", "έγραψε", "viết", "menulis", "작성", "כתב", "كتب":
			return true
		}
	}
	for _, mark := range []string{"写道", "寫道", "写到", "書きました", "のメール", "님이"} {
		if strings.Contains(line, mark) {
			return true
		}
	}
	return false
}

// announces reports whether a line, which may be several lines joined, is an attribution.
func announces(line string) bool {
	if !endsOpen(line) {
		return false
	}
	bare := strings.Trim(line, " *_-")
	said, colon := strings.CutSuffix(bare, ":")
	if !colon {
		said, colon = strings.CutSuffix(bare, "：")
	}
	switch {
	case colon:
	case strings.HasPrefix(line, "--") && strings.HasSuffix(line, "--"): // Zoho writes "---- On ... wrote ----"
	case strings.Contains(line, "@") && opener.MatchString(line): // an attribution without its colon
	default:
		return false
	}
	said = strings.TrimSpace(said)
	address := strings.HasSuffix(said, ">") && strings.Contains(said, "@")
	return wrote(said) || address && strings.ContainsAny(said, "0123456789")
}

// certain reports whether an attribution must come from a mail program. Then everything after it was written by
// somebody else, even if it is not marked.
func certain(lines []string) bool {
	s := strings.Join(lines, " ")
	return dated.MatchString(s) && (strings.Contains(s, "@") || !firstPerson.MatchString(s))
}

// quoted reports whether the next line that is not empty is marked as quoted, or there is none.
func quoted(lines []string) bool {
	for _, line := range lines[:min(len(lines), 10)] {
		if line = strings.TrimSpace(line); line != "" {
			return marked(line) || initials(line) != ""
		}
	}
	return true
}

var initialled = regexp.MustCompile(`^[A-Z][A-Za-z]{0,3}>(?: |$)`)

// initials returns the mark of a quotation that has its writer's initials in it, as The Bat writes them: "GM>". An order
// may begin so, too, so they count only below an attribution.
func initials(line string) string { return strings.TrimSpace(initialled.FindString(line)) }

// quoter returns the initials with which the lines below an attribution are marked, or "".
func quoter(lines []string) string {
	n := attribution(lines)
	if n == 0 {
		return ""
	}
	for _, line := range lines[n:min(len(lines), n+10)] {
		if line = strings.TrimSpace(line); line != "" {
			return initials(line)
		}
	}
	return ""
}

// marked reports whether a line begins with the mark of a quotation. A line between bars is a row of a table.
func marked(line string) bool {
	if strings.HasPrefix(line, "|") {
		return !strings.HasSuffix(strings.TrimSpace(line[1:]), "|")
	}
	return strings.HasPrefix(line, ">")
}

// forwarded reports whether a line is a separator above a forwarded or quoted mail: "-----Original Message-----".
func forwarded(line string) bool {
	if len(line) > 120 || marked(strings.TrimLeft(line, " ")) {
		return false
	}
	words := strings.ToLower(strings.TrimFunc(line, func(r rune) bool { return !unicode.IsLetter(r) }))
	for _, start := range []string{"begin ", "start of ", "anfang der ", "début du ", "inicio del ", "inizio ",
		"início da "} {
		words = strings.TrimPrefix(words, start)
	}
	switch words {
	case "original message", "original mail", "forwarded message", "forwarded mail", "reply message",
		"original-nachricht", "original nachricht", "originalnachricht", "ursprüngliche nachricht",
		"ursprüngliche mail", "weitergeleitete nachricht", "weitergeleiteten nachricht", "weitergeleitete mail",
		"message d'origine", "message d’origine", "message original", "message initial", "message transféré",
		"message transmis", "message réexpédié",
		"mensaje original", "mensaje reenviado", "messaggio originale", "messaggio inoltrato",
		"oorspronkelijk bericht", "origineel bericht", "doorgestuurd bericht", "mensagem original",
		"mensagem encaminhada", "mensagem reencaminhada",
		"originalmeddelande", "ursprungligt meddelande", "vidarebefordrat meddelande", "vidarebefordrat brev",
		"opprinnelig melding", "videresendt melding", "videresendt meddelelse", "videresendt besked",
		"oprindelig meddelelse", "oprindelig besked",
		"alkuperäinen viesti", "välitetty viesti", "edelleenlähetetty viesti",
		"wiadomość oryginalna", "oryginalna wiadomość", "wiadomość przekazana", "przekazana wiadomość",
		"wiadomość przekazana dalej",
		"původní zpráva", "původní e-mail", "přeposlaná zpráva", "исходное сообщение", "пересылаемое сообщение",
		"перенаправленное сообщение", "пересланное сообщение",
		"元のメッセージ", "転送されたメッセージ", "转发的邮件", "转发邮件信息", "原始邮件", "原始郵件", "转发的消息", "轉寄的郵件", "원본 메시지":
		return true
	}
	return strings.HasPrefix(strings.TrimSpace(line), "--") &&
		startsWith(words, "forwarded by ", "forwarded message from ", "weitergeleitet von ", "transféré par ")
}

// startsWith reports whether s has one of the prefixes.
func startsWith(s string, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(s, prefix) })
}

// endsWith reports whether s has one of the suffixes.
func endsWith(s string, suffixes ...string) bool {
	return slices.ContainsFunc(suffixes, func(suffix string) bool { return strings.HasSuffix(s, suffix) })
}

// header reports whether lines begin with the header of an older mail in the format of Outlook, which puts it below
// an answer without marks: fields such as From, Sent and Subject, possibly with empty lines between them and with
// broken long fields.
func header(lines []string) bool {
	first := field(lines[0])
	if first == "" || first == "cc" || len(lines) < 3 {
		return false
	}
	seen := []string{first}
	other := 0
	for i, line := range lines[1:min(len(lines), 12)] {
		name := field(line)
		switch {
		case strings.TrimSpace(line) == "":
			continue
		case name == "":
			if other++; other > 2 {
				return false
			}
			continue
		case slices.Contains(seen, name):
			return false
		}
		seen = append(seen, name)
		outlook := first == "from" && name == "sent" && i < 5
		header := len(seen) >= 3 && (first != "to" || other == 0)
		if outlook || header {
			return true
		}
	}
	return false
}

// field returns which field of a mail header a line contains, in any language: "from", "sent", "to", "cc" or
// "subject". It is "" for any other line; "cc" also stands for fields that do not matter.
func field(line string) string {
	if len(line) > maxLine {
		return ""
	}
	line = strings.TrimLeft(line, "* _")
	end := strings.IndexByte(line, ':')
	if end < 0 {
		end = strings.Index(line, "：")
	}
	if end <= 0 || end > 40 {
		return ""
	}
	switch strings.ToLower(strings.Trim(line[:end], "* _")) {
	case "from", "von", "de", "da", "van", "från", "fra", "avsändare", "avsender", "afsender", "lähettäjä", "od",
		"odesílatel", "nadawca", "от", "от кого", "отправитель",
		"expéditeur", "remitente", "mittente", "afzender", "remetente", "差出人", "送信者", "发件人", "寄件人", "寄件者", "發件人",
		"보낸 사람", "feladó", "kimden", "gönderen", "de la", "από", "від":
		return "from"
	case "sent", "date", "sent at", "message du", "gesendet", "gesendet am", "datum", "envoyé", "envoyé le",
		"date d'envoi", "enviado", "enviado el", "enviada em", "enviado em", "fecha", "fecha de envío",
		"inviato", "data", "data invio", "verzonden", "verzonden op", "skickat", "skickad", "sendt", "dato",
		"lähetetty", "päiväys", "pvm", "wysłano", "wysłane", "data wysłania",
		"odesláno", "отправлено", "дата", "送信日時", "日付", "日時", "发送时间", "发送日期", "日期", "時間", "时间", "傳送時間", "날짜", "보낸 날짜",
		"elküldve", "dátum", "tarih", "gönderildi":
		return "sent"
	case "to", "an", "à", "para", "a", "aan", "till", "til", "vastaanottaja", "do", "komu", "кому", "destinataire",
		"destinatario", "ontvanger", "宛先", "收件人", "收件者", "받는 사람", "címzett", "kime":
		return "to"
	case "cc", "copie à", "kopie", "copie", "copia", "kopia", "kopi", "kopio", "копия", "抄送", "副本", "dw", "reply-to",
		"importance", "attachments":
		return "cc"
	case "subject", "betreff", "objet", "sujet", "asunto", "oggetto", "onderwerp", "assunto", "ämne", "emne", "aihe",
		"temat", "předmět", "тема", "件名", "主题", "主旨", "主題", "제목", "tárgy", "konu", "subiect":
		return "subject"
	}
	return ""
}

// added reports whether a line is one that mail programs add below a letter: "Sent from my iPhone".
func added(line string) bool {
	if len(line) > 200 {
		return false
	}
	_, more, goesOn := strings.Cut(line, ". ") // "Sent from the bus, sorry for typos. A Mun-Bur"
	return isAdded(line) && (!goesOn || isAdded(more))
}

// isAdded reports whether a text begins like a line that mail programs add.
func isAdded(text string) bool {
	return startsWith(strings.ToLower(strings.TrimLeft(text, "-_*~ (<[")),
		"sent from", "sent via", "sent with", "sent using", "sent by", "sent on the go", "sent securely",
		"get outlook", "get bluemail", "download outlook",
		"von meinem", "gesendet von", "gesendet vom", "gesendet mit", "gesendet über", "gesendet aus",
		"versendet mit", "versendet von", "diese nachricht wurde von", "diese nachricht wurde mit",
		"diese mail wurde", "diese e-mail wurde", "outlook für", "bitte entschuldigen sie",
		"envoyé de", "envoyé du", "envoyé depuis", "envoyé à partir", "envoyé avec", "envoyé via", "obtenez outlook",
		"télécharger outlook",
		"enviado desde", "enviado de", "enviado do", "enviado da", "enviado a partir", "enviado via", "enviado com",
		"enviado con", "enviado pelo", "obtener outlook", "obter o outlook", "descargar outlook",
		"inviato da", "inviato con", "inviato tramite", "scarica outlook", "ottieni outlook",
		"verzonden vanaf", "verzonden met", "verzonden via", "verzonden vanuit", "verstuurd vanaf", "verstuurd met",
		"verstuurd via", "outlook voor",
		"skickat från", "skickat med", "skickad från", "hämta outlook", "sendt fra", "sendt med", "sendt via",
		"hent outlook", "få outlook", "lähetetty ", "hanki outlook",
		"wysłane z", "wysłano z", "wysłany z", "wysłana z", "pobierz outlook", "odesláno z", "odesláno pomocí",
		"získejte outlook",
		"отправлено с", "отправлено из", "отправлено от", "отправлено через", "скачать outlook", "发自", "來自我的", "从我的",
		"從我的", "iphoneから送信", "ipadから送信", "androidから送信",
		"yahoo mail: search", "virus-free.", "this email has been checked for viruses", "please excuse", "please forgive",
		"sorry for", "apologies for", "forgive", "excuse my",
		"excuse the", "excuse any", "pardon my", "pardon any")
}

// isLegal reports whether the paragraph that begins with a line may be a legal notice.
func isLegal(line string) bool {
	return startsWith(strings.ToLower(strings.TrimLeft(line, "-_*~ ")),
		"confidential", "disclaimer", "legal notice", "notice:", "privileged", "this e-mail", "this email",
		"this message", "this communication", "this transmission",
		"the information", "the content", "any unauthori", "if you are not the", "if you have received",
		"diese e-mail", "diese email", "diese nachricht", "der inhalt dieser", "vertraulichkeit",
		"ce message", "ce courriel", "ce mail", "ce courrier", "les informations contenues", "este mensaje",
		"este correo", "este e-mail", "este email", "la información contenida", "aviso legal",
		"aviso de confidencialidad",
		"questo messaggio", "questa e-mail", "questa email", "il presente messaggio", "le informazioni contenute",
		"esta mensagem", "dit bericht", "dit e-mailbericht", "deze e-mail", "deze email", "de informatie",
		"detta meddelande", "detta e-post", "detta mail", "denne e-post", "denne e-mail", "denne mail",
		"denne meddelelse", "denne melding", "tämä sähköposti", "tämä viesti",
		"ta wiadomość", "niniejsza wiadomość", "treść tej", "tato zpráva", "tento e-mail", "это сообщение",
		"это письмо", "это электронное", "данное сообщение", "данное письмо", "настоящее сообщение",
		"настоящее письмо", "本邮件", "本メール")
}

var legalWords = []string{"confidential", "privileged", "intended", "recipient", "vertraulich", "empfänger",
	"adressat", "confidentiel", "destinataire", "confidencial", "destinatari", "riservat", "confidenzial",
	"destinatário", "vertrouwelijk", "geadresseerde", "bestemd", "konfidentiell", "mottagare", "konfidensiell",
	"mottaker", "fortrolig", "modtager", "luottamuksel", "vastaanottaj", "poufn", "adresat", "důvěrn", "příjemc",
	"конфиденц", "адресат", "получател", "机密", "機密"}

// notice returns the number of lines, from the first on, of a paragraph about who may read the mail; 0 if there is
// none.
func notice(lines []string) int {
	if len(lines[0]) < 10 || !isLegal(strings.TrimSpace(lines[0])) {
		return 0
	}
	lines = lines[:min(len(lines), 30)]
	ends := func(line string) bool {
		return strings.TrimSpace(line) == "" || isPress(line) || strings.HasPrefix(line, ">")
	}
	if n := slices.IndexFunc(lines, ends); n >= 0 {
		lines = lines[:n]
	}
	s := strings.ToLower(strings.Join(lines, " "))
	legal := slices.ContainsFunc(legalWords, func(mark string) bool { return strings.Contains(s, mark) })
	if len(s) <= 40 || !legal {
		return 0
	}
	return len(lines)
}

// listFooter reports whether lines begin with what a mailing list puts below a letter: a rule, and the list's name.
func listFooter(lines []string) bool {
	if len(lines) < 2 || len(lines[0]) < 20 || strings.Trim(lines[0], "_ ") != "" {
		return false
	}
	return strings.Contains(strings.ToLower(lines[1]), "mailing list")
}

// isRule reports whether a line consists of dashes and the like.
func isRule(line string) bool {
	return line != "" && strings.Trim(line, "-_=*~#+ —–―─━═") == ""
}

// written returns the lines that the letter's author wrote, trimmed, without quotations and comments, up to the
// signature or to an unquoted old mail. It also returns the first order form and the headline of the letter of ours
// that is quoted, which may be anywhere except in press.
func written(text string) (out []string, beside []aside, form *Form, headline string) {
	all := strings.SplitN(Plain(text), "\n", maxRaw+1)
	all = all[:min(len(all), maxRaw)]
	end := lastEndPress(all)
	var m margin
	press := false // nothing is removed from press that has its end line
	mark := ""     // the initials that mark a quotation, if one is marked so
	for i := 0; i < len(all); i++ {
		line := strings.TrimSpace(all[i])
		if press {
			press = !isEndPress(line)
			if !marked(line) {
				out = append(out, line)
			}
			continue
		}
		if f, n := formAt(all[i:]); f != nil {
			form = cmp.Or(form, f)
			i += n - 1
			continue
		}
		skip := foreign(all[i:])
		if found, goesOn := headlineAt(all[i:]); found != "" && headline == "" {
			if quoted := strings.HasPrefix(line, ">"); quoted || goesOn || skip < 0 {
				headline = found
			}
			if goesOn && !marked(line) { // one of our letters, quoted without marks
				skip = -1
			}
		}
		switch {
		case skip < 0:
			form, headline = cmp.Or(form, firstForm(all[i:])), cmp.Or(headline, firstHeadline(all[i:]))
			return out, m.explaining(), form, headline
		case skip > 0:
			m.skips(line, len(out))
			mark = cmp.Or(quoter(all[i:]), mark)
			i += skip - 1
			continue
		case mark != "" && strings.HasPrefix(line, mark):
			continue
		}
		m.passes(line, len(out))
		if press = isPress(line) && i < end; !press {
			line = m.cut(line, len(out))
		}
		out = append(out, line)
	}
	return out, m.explaining(), form, headline
}

// foreign returns the number of lines, from the first on, that the author did not write or that are comments; -1 if
// that is true of all the rest.
func foreign(lines []string) int {
	line := strings.TrimSpace(lines[0])
	switch {
	case line == "":
		return 0
	case line == "--", isOurs(line), header(lines), listFooter(lines):
		return -1
	case forwarded(line):
		if announcesQuoted(lines[1:]) { // Proton writes both forms
			return 1
		}
		return -1
	case marked(line), isComment(line), isRule(line), added(line):
		return 1
	}
	if n := attribution(lines); n > 0 {
		switch {
		case quoted(lines[n:]):
			return n
		case certain(lines[:n]):
			return -1
		}
	}
	return notice(lines)
}

// announcesQuoted reports whether the next line that is not empty is an attribution with quoted lines below it.
func announcesQuoted(lines []string) bool {
	for i, line := range lines[:min(len(lines), 4)] {
		if strings.TrimSpace(line) != "" {
			n := attribution(lines[i:])
			return n > 0 && quoted(lines[i+n:])
		}
	}
	return false
}

// isComment reports whether a line begins with // or #. A number after # is not a comment, because it refers to
// something.
func isComment(line string) bool {
	if strings.HasPrefix(line, "#") {
		return strings.Trim(line, "#0123456789") == strings.TrimLeft(line, "#")
	}
	return strings.HasPrefix(line, "//")
}

func firstForm(lines []string) *Form {
	for i := range lines {
		if f, _ := formAt(lines[i:]); f != nil {
			return f
		}
	}
	return nil
}

// firstHeadline returns the first headline of ours in some lines, or "".
func firstHeadline(lines []string) string {
	for i := range lines {
		if line, _ := headlineAt(lines[i:]); line != "" {
			return line
		}
	}
	return ""
}
