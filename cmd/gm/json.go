package main

import (
	"encoding/json"
	"io"

	"github.com/spf13/cobra"
)

// jsonFlag gives a command that reads the flag --json.
func jsonFlag(cmd *cobra.Command, asked *bool) *cobra.Command {
	cmd.Flags().BoolVar(asked, "json", false, "for programs")
	return cmd
}

// encode prints what a command has found out for programs.
func encode(w io.Writer, v any) error {
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	return out.Encode(v)
}

// array is a list that is never null as JSON.
func array[T any](list []T) []T { return append([]T{}, list...) }
