package main

import (
	"errors"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"deaddrop/gm/amount"
	"deaddrop/gm/doctor"
	"deaddrop/gm/refusal"
	"deaddrop/parser"
)

func newDoctor(d *console) *cobra.Command {
	wait, asJSON := 2*time.Minute, false
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check the configuration, the mail servers and the games",
		Long: `doctor checks the configuration, logs in to the mail servers, sends letters to the games' own address to
see what arrives, and checks the games. For each fault it says what is wrong and what to do. It may be run while gm
serve runs, and changes nothing, except that its letters end up in the mailbox's folder for handled letters. It reports
what works as it goes, then what could be better, and at the end what is wrong; it fails if anything is.`,
		Example: "  gm doctor",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if d.master != nil { // the service carries out this command for another doctor
				return doctor.Answer(cmd.Context(), cmd.OutOrStdout(), d.master, d.now(), version())
			}
			if wait < 0 {
				return &refusal.Error{Text: "--wait can't be negative; give a time such as 2m."}
			}
			out := cmd.OutOrStdout()
			var all, better, wrong []doctor.Finding
			doc := doctor.New(d.config, titles(), d.args, d.now)
			doc.Wait, doc.Program = wait, version()
			doc.Report = func(f doctor.Finding) {
				all = append(all, f)
				switch f.Verdict {
				case doctor.Advice:
					better = append(better, f)
				case doctor.Fault:
					wrong = append(wrong, f)
				default:
					if !asJSON {
						printFinding(out, f)
					}
				}
			}
			doc.Examine(cmd.Context())
			err := cmd.Context().Err()
			if asJSON {
				if len(wrong) > 0 && err == nil {
					err = errFaults
				}
				return errors.Join(encode(out, array(all)), err)
			}
			summary(out, better, wrong)
			switch {
			case err != nil:
				return err
			case len(wrong) > 0:
				printf(out, "\n%s found. When you have mended something, run gm doctor again.\n",
					amount.Count(len(wrong), "fault was", "faults were"))
				return errFaults
			}
			printf(out, "\nNo fault was found.\n")
			return nil
		},
	}
	cmd.Flags().Var(span{&wait}, "wait", "how long to wait for its own letters to arrive")
	cmd.Flag("wait").DefValue = "2m"
	return jsonFlag(cmd, &asJSON)
}

// summary prints what there is to do, with the most urgent at the end, where it is seen first.
func summary(w io.Writer, better, wrong []doctor.Finding) {
	for _, group := range [][]doctor.Finding{better, wrong} {
		for i, f := range group {
			if i == 0 {
				printf(w, "\n")
			}
			printFinding(w, f)
		}
	}
}

// printFinding prints a finding, with the advice indented below it.
func printFinding(w io.Writer, f doctor.Finding) {
	for i, line := range wrapped(f.Text) {
		mark := ""
		if i == 0 {
			mark = string(f.Verdict)
		}
		printf(w, "%-8s %s\n", mark, line)
	}
	if f.Do == "" {
		return
	}
	for i, line := range wrapped(f.Do) {
		mark := ""
		if i == 0 {
			mark = "→"
		}
		printf(w, "%-8s %-1s %s\n", "", mark, line)
	}
}

const reportWidth = 96

// wrapped breaks a text into lines. Lines that begin with spaces are left unchanged.
func wrapped(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if strings.HasPrefix(line, " ") {
			out = append(out, line)
			continue
		}
		out = append(out, parser.Fold(line, reportWidth)...)
	}
	return out
}
