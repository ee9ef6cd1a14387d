package main

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm/files"
	"deaddrop/gm/load"
	"deaddrop/gm/store/bolt"
)

// Kinds of files that commands write.
var (
	anExport   = files.Kind{Name: "a game that gm export wrote", Is: isExport}
	aBackup    = files.Kind{Name: "a file with games", Is: bolt.IsStore}
	theFigures = files.Kind{Name: "figures from gm load", Is: isFigures}
	aMap       = files.Kind{Name: "a map", Is: isMap}
	aSpecimen  = files.Kind{Name: "a letter that gm letters wrote", Is: isSpecimen}
)

// isExport reports whether a file begins like the output of gm export.
func isExport(path string) bool { return strings.HasPrefix(files.BeginningOf(path), `{"Deaddrop":`) }

// isMap reports whether a file has the format that its name says, and may be the output of gm map.
func isMap(path string) bool {
	head := files.BeginningOf(path)
	switch filepath.Ext(path) {
	case ".png", ".apng":
		return strings.HasPrefix(head, "\x89PNG\r\n\x1a\n")
	case ".svg":
		return strings.HasPrefix(head, "<svg")
	case ".html":
		return isPage(head)
	}
	line, _, _ := strings.Cut(head, "\n")
	return slices.ContainsFunc(titles(), func(r *adjudicator.Rules) bool { return strings.Contains(line, r.Title) })
}

// isPage reports whether a file with this beginning is an HTML page.
func isPage(head string) bool {
	head = strings.ToLower(strings.TrimSpace(head))
	return strings.HasPrefix(head, "<!doctype html") || strings.HasPrefix(head, "<html")
}

// isSpecimen reports whether a file is one of those that gm letters writes, which include an HTML page.
func isSpecimen(path string) bool {
	return isPage(files.BeginningOf(strings.TrimSuffix(path, filepath.Ext(path)) + ".html"))
}

// isFigures reports whether a file contains the output of gm load --json.
func isFigures(path string) bool {
	text, err := files.Read(path, maxFile)
	if err != nil {
		return false
	}
	var f load.Figures
	in := json.NewDecoder(bytes.NewReader(text))
	in.DisallowUnknownFields()
	return in.Decode(&f) == nil && f.Games > 0
}
