package deaddrop_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// phrases tells licences apart: a text that has all of a licence's phrases is that licence's.
var phrases = map[string][]string{
	"Apache-2.0":   {"Apache License Version 2.0, January 2004", "Grant of Patent License."},
	"BSD-2-Clause": {"Redistributions of source code must retain", "Redistributions in binary form must reproduce"},
	"BSD-3-Clause": {"Redistributions of source code must retain", "Redistributions in binary form must reproduce",
		"Neither the name of"},
	"ISC": {"Permission to use, copy, modify, and/or distribute this software for any purpose"},
	"MIT": {"Permission is hereby granted, free of charge, to any person obtaining a copy",
		"The above copyright notice and this permission notice"},
	"GPL-3.0-only": {"GNU GENERAL PUBLIC LICENSE Version 3, 29 June 2007"},
}

// free are the licences of modules that may be in the program.
var free = []string{"Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"}

// modules are the go.mod files, and licences that theirs may have besides.
var modules = map[string][]string{
	"go.mod":                            nil,
	"gm/store/powercut/go.mod":          nil,
	"adjudicator/diplomacy/peer/go.mod": {"GPL-3.0-only"}, // of tests that nobody is given as a program
}

// NOTICE names the licence of every module.
func TestModulesHaveLicences(t *testing.T) {
	notice, err := os.ReadFile("NOTICE")
	if err != nil {
		t.Fatal(err)
	}
	cache := strings.TrimSpace(string(goOutput(t, "env", "GOMODCACHE")))
	listed := noticed(string(notice))
	for file, more := range modules {
		required := requirements(t, file)
		for path, version := range required {
			licence, ok := listed[file][path]
			if !ok {
				t.Errorf("NOTICE does not list %s of %s", path, file)
				continue
			}
			if why := unlike(licence, slices.Concat(free, more), moduleDir(cache, path, version)); why != "" {
				t.Errorf("%s of %s is listed as %s, but %s", path, file, licence, why)
			}
		}
		for path := range listed[file] {
			if required[path] == "" {
				t.Errorf("NOTICE lists %s, which is not in %s", path, file)
			}
		}
	}
	for file := range listed {
		if _, ok := modules[file]; !ok {
			t.Errorf("NOTICE has modules of %s, which is not looked at", file)
		}
	}
}

// unlike says why a module can't be listed with a licence; "": it can. There is nothing to compare with where a
// module was not downloaded.
func unlike(licence string, allowed []string, dir string) string {
	parts := strings.Split(licence, " AND ")
	for _, part := range parts {
		if !slices.Contains(allowed, part) {
			return part + " is not allowed"
		}
	}
	if _, err := os.Stat(dir); err != nil {
		return ""
	}
	found, err := licencesIn(dir)
	if err != nil {
		return err.Error()
	}
	slices.Sort(parts)
	if !slices.Equal(found, parts) {
		return fmt.Sprintf("its files say %v", found)
	}
	return ""
}

// licencesIn returns the licences whose texts are in the files of a directory that are named like one.
func licencesIn(dir string) ([]string, error) {
	var text strings.Builder
	for _, pattern := range []string{"LICEN[CS]E", "LICEN[CS]E.*", "COPYING*"} {
		names, err := fs.Glob(os.DirFS(dir), pattern)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			b, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				return nil, fmt.Errorf("reading a licence: %w", err)
			}
			text.Write(append(b, '\n'))
		}
	}
	all := strings.Join(strings.Fields(text.String()), " ")
	var found []string
	for name, sentences := range phrases {
		if !slices.ContainsFunc(sentences, func(s string) bool { return !strings.Contains(all, s) }) {
			found = append(found, name)
		}
	}
	if slices.Contains(found, "BSD-3-Clause") { // which has the text of the other
		found = slices.DeleteFunc(found, func(name string) bool { return name == "BSD-2-Clause" })
	}
	slices.Sort(found)
	return found, nil
}

// noticed returns the licences that NOTICE lists, by go.mod file and module. A paragraph that begins with "Of " and the
// name of a file stands above its modules.
func noticed(text string) map[string]map[string]string {
	heading := regexp.MustCompile(`^Of (\S*go\.mod)\b`)
	line := regexp.MustCompile(`^    (\S+/\S+) {2,}(\S.*)$`)
	listed := map[string]map[string]string{}
	var file string
	for l := range strings.Lines(text) {
		l = strings.TrimRight(l, "\n")
		if m := heading.FindStringSubmatch(l); m != nil {
			file = m[1]
			listed[file] = map[string]string{}
		}
		if m := line.FindStringSubmatch(l); m != nil && file != "" {
			listed[file][m[1]] = m[2]
		}
	}
	return listed
}

// requirements returns the modules of a go.mod file with their versions, without this project's own.
func requirements(t *testing.T, file string) map[string]string {
	t.Helper()
	var mod struct {
		Require []struct{ Path, Version string }
	}
	if err := json.Unmarshal(goOutput(t, "mod", "edit", "-json", file), &mod); err != nil {
		t.Fatal(err)
	}
	versions := map[string]string{}
	for _, r := range mod.Require {
		if r.Path != "deaddrop" {
			versions[r.Path] = r.Version
		}
	}
	return versions
}

// moduleDir returns where the module cache has a module: a capital letter is written there as "!" and the small one.
func moduleDir(cache, path, version string) string {
	var name strings.Builder
	for _, r := range path + "@" + version {
		if unicode.IsUpper(r) {
			name.WriteByte('!')
		}
		name.WriteRune(unicode.ToLower(r))
	}
	return filepath.Join(cache, filepath.FromSlash(name.String()))
}

// goOutput runs the go command, and returns what it prints.
func goOutput(t *testing.T, args ...string) []byte {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", args...).Output()
	if err != nil {
		t.Fatalf("go %v: %v", args, err)
	}
	return out
}

// LICENSE is the text of the Apache License, as its authors publish it.
func TestLicence(t *testing.T) {
	text, err := os.ReadFile("LICENSE")
	if err != nil {
		t.Fatal(err)
	}
	const apache = "cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30"
	if got := fmt.Sprintf("%x", sha256.Sum256(text)); got != apache {
		t.Errorf("LICENSE has the hash %s, and %d bytes of the 11358", got, len(text))
	}
}

// Every go.mod file is looked at.
func TestAllModulesAreLookedAt(t *testing.T) {
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() != "go.mod" {
			return err
		}
		if _, ok := modules[filepath.ToSlash(name)]; !ok {
			t.Errorf("the licences of %s are not looked at", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
