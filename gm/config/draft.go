package config

import (
	"bytes"
	_ "embed"
	"text/template"

	"deaddrop/mailer/provider"
)

//go:embed draft.toml
var draftText string

var draft = template.Must(template.New("draft.toml").Delims("<<", ">>").Parse(draftText))

// Draft returns the text of a configuration for the mailbox of an address, with the servers that were found for it.
// master is the game master's own address; "" leaves it to be filled in.
func Draft(address, master string, found provider.Found) []byte {
	var b bytes.Buffer
	err := draft.Execute(&b, struct {
		Address, Master string
		provider.Found
	}{address, master, found})
	if err != nil {
		// the draft is part of the program, so this is our fault
		panic("config: the draft of a configuration: " + err.Error())
	}
	return b.Bytes()
}
