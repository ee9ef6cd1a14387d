// Package deaddrop_test keeps the walls of the house: who may import whom, and who may look at the clock.
package deaddrop_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// walls says what the packages below a directory may import beside the standard library; the longest directory that
// fits counts. The rules know no mail, the mail knows no rules, and only those that run games by mail know both.
var walls = map[string][]string{
	"adjudicator":                    {},
	"adjudicator/adjudicatortest":    {"deaddrop/adjudicator"},
	"adjudicator/diplomacy":          {"github.com/BurntSushi/toml"},
	"adjudicator/diplomacy/jsonl":    {"deaddrop/adjudicator/diplomacy"},
	"adjudicator/diplomacy/peer":     {"deaddrop/adjudicator/diplomacy", "deaddrop/adjudicator/diplomacy/peer/games", "github.com/zond/godip"},
	"adjudicator/deadman":            {"deaddrop/adjudicator", "deaddrop/adjudicator/diplomacy", "deaddrop/adjudicator/reading", "deaddrop/parser", "deaddrop/parser/order", "github.com/BurntSushi/toml"},
	"adjudicator/decatur":            {"deaddrop/adjudicator", "deaddrop/adjudicator/deck", "deaddrop/adjudicator/graph", "deaddrop/adjudicator/pack", "deaddrop/adjudicator/queue", "deaddrop/adjudicator/reading", "deaddrop/parser", "deaddrop/parser/order", "deaddrop/parser/strict"},
	"adjudicator/decatur/robot":      {"deaddrop/adjudicator/decatur", "deaddrop/adjudicator/robots"},
	"adjudicator/successors":         {"deaddrop/adjudicator", "deaddrop/adjudicator/deck", "deaddrop/adjudicator/graph", "deaddrop/adjudicator/pack", "deaddrop/adjudicator/queue", "deaddrop/adjudicator/reading", "deaddrop/parser", "deaddrop/parser/order", "deaddrop/parser/strict"},
	"adjudicator/successors/robot":   {"deaddrop/adjudicator/successors", "deaddrop/adjudicator/robots"},
	"adjudicator/dealers":            {"deaddrop/adjudicator", "deaddrop/adjudicator/deck", "deaddrop/adjudicator/graph", "deaddrop/adjudicator/pack", "deaddrop/adjudicator/queue", "deaddrop/adjudicator/reading", "deaddrop/parser", "deaddrop/parser/order", "deaddrop/parser/strict"},
	"adjudicator/dealers/robot":      {"deaddrop/adjudicator/dealers", "deaddrop/adjudicator/robots"},
	"adjudicator/dishonest":          {"deaddrop/adjudicator", "deaddrop/adjudicator/deck", "deaddrop/adjudicator/graph", "deaddrop/adjudicator/pack", "deaddrop/adjudicator/queue", "deaddrop/adjudicator/reading", "deaddrop/parser", "deaddrop/parser/order", "deaddrop/parser/strict"},
	"adjudicator/dishonest/robot":    {"deaddrop/adjudicator/dishonest", "deaddrop/adjudicator/robots"},
	"adjudicator/deadman/robot":      {"deaddrop/adjudicator/deadman", "deaddrop/adjudicator/diplomacy", "deaddrop/adjudicator/robots"},
	"adjudicator/robots":             {"deaddrop/adjudicator", "deaddrop/parser"},
	"adjudicator/robots/robotstest":  {"deaddrop/adjudicator", "deaddrop/adjudicator/adjudicatortest", "deaddrop/templates"},
	"adjudicator/deck":               {"deaddrop/adjudicator"},
	"adjudicator/graph":              {},
	"adjudicator/pack":               {"deaddrop/adjudicator", "deaddrop/adjudicator/graph", "github.com/BurntSushi/toml"},
	"adjudicator/reading":            {"deaddrop/adjudicator", "deaddrop/parser/order"},
	"adjudicator/queue":              {"deaddrop/adjudicator", "deaddrop/parser", "deaddrop/parser/order"},
	"parser":                         {"golang.org/x/text"},
	"parser/order":                   {"deaddrop/parser"},
	"parser/strict":                  {},
	"templates":                      {"deaddrop/adjudicator", "deaddrop/parser"},
	"templates/atlas":                {"deaddrop/adjudicator", "golang.org/x/image"},
	"templates/templatestest":        {"deaddrop/adjudicator", "deaddrop/adjudicator/adjudicatortest", "deaddrop/templates"},
	"templates/mapmaker":             {"deaddrop/templates/atlas", "golang.org/x/image"},
	"gm/game":                        {"deaddrop/adjudicator", "deaddrop/parser", "deaddrop/templates", "deaddrop/gm/calendar", "deaddrop/gm/letter", "deaddrop/gm/refusal", "deaddrop/gm/intake"},
	"gm":                             {"deaddrop/adjudicator", "deaddrop/adjudicator/robots", "deaddrop/parser", "deaddrop/templates", "deaddrop/gm/store", "deaddrop/gm/calendar", "deaddrop/gm/letter", "deaddrop/gm/refusal", "deaddrop/gm/intake", "deaddrop/gm/game"},
	"gm/writing":                     {"deaddrop/adjudicator", "deaddrop/parser", "deaddrop/templates", "deaddrop/gm/store", "deaddrop/gm/calendar", "deaddrop/gm/letter", "deaddrop/gm/refusal", "deaddrop/gm/intake", "deaddrop/gm/game", "deaddrop/gm"},
	"gm/outbox":                      {"deaddrop/adjudicator", "deaddrop/parser", "deaddrop/templates", "deaddrop/gm/store", "deaddrop/gm/calendar", "deaddrop/gm/letter", "deaddrop/gm/refusal", "deaddrop/gm/intake", "deaddrop/gm/game", "deaddrop/gm", "deaddrop/gm/writing"},
	"gm/play":                        {"deaddrop/adjudicator", "deaddrop/parser", "deaddrop/templates", "deaddrop/gm/store", "deaddrop/gm/calendar", "deaddrop/gm/letter", "deaddrop/gm/refusal", "deaddrop/gm/intake", "deaddrop/gm/game", "deaddrop/gm", "deaddrop/gm/writing", "deaddrop/gm/outbox"},
	"gm/robot":                       {"deaddrop/adjudicator", "deaddrop/adjudicator/robots", "deaddrop/gm", "deaddrop/gm/game", "deaddrop/gm/play", "deaddrop/gm/writing", "deaddrop/parser", "deaddrop/templates"},
	"gm/notice":                      {"deaddrop/gm", "deaddrop/gm/store"},
	"gm/record":                      {"deaddrop/adjudicator", "deaddrop/gm/store", "deaddrop/gm/letter", "deaddrop/gm/game", "deaddrop/gm"},
	"gm/reception":                   {"deaddrop/gm/record", "deaddrop/adjudicator", "deaddrop/parser", "deaddrop/templates", "deaddrop/gm/store", "deaddrop/gm/calendar", "deaddrop/gm/letter", "deaddrop/gm/refusal", "deaddrop/gm/intake", "deaddrop/gm/game", "deaddrop/gm", "deaddrop/gm/writing", "deaddrop/gm/outbox", "deaddrop/gm/play"},
	"gm/inspect":                     {"deaddrop/adjudicator", "deaddrop/parser", "deaddrop/templates", "deaddrop/gm/store", "deaddrop/gm/calendar", "deaddrop/gm/letter", "deaddrop/gm/refusal", "deaddrop/gm/intake", "deaddrop/gm/game", "deaddrop/gm", "deaddrop/gm/writing", "deaddrop/gm/outbox", "deaddrop/gm/play", "deaddrop/gm/reception"},
	"gm/desk":                        {"deaddrop/gm/length", "deaddrop/adjudicator", "deaddrop/parser", "deaddrop/templates", "deaddrop/gm/store", "deaddrop/gm/calendar", "deaddrop/gm/letter", "deaddrop/gm/refusal", "deaddrop/gm/intake", "deaddrop/gm/game", "deaddrop/gm", "deaddrop/gm/writing", "deaddrop/gm/outbox", "deaddrop/gm/play", "deaddrop/gm/reception", "deaddrop/gm/inspect"},
	"gm/site":                        {"deaddrop/gm/record", "deaddrop/adjudicator", "deaddrop/parser", "deaddrop/templates", "deaddrop/gm/store", "deaddrop/gm/calendar", "deaddrop/gm/letter", "deaddrop/gm/refusal", "deaddrop/gm/intake", "deaddrop/gm/game", "deaddrop/gm", "deaddrop/gm/writing", "deaddrop/gm/outbox", "deaddrop/gm/play", "deaddrop/gm/desk", "github.com/klauspost/compress"},
	"gm/pages":                       {"deaddrop/adjudicator", "deaddrop/gm", "deaddrop/gm/game", "deaddrop/gm/letter", "deaddrop/gm/play", "deaddrop/gm/record", "deaddrop/gm/refusal", "deaddrop/gm/site", "deaddrop/gm/store", "deaddrop/gm/writing", "deaddrop/templates"},
	"gm/work":                        {"deaddrop/gm/notice", "deaddrop/adjudicator", "deaddrop/parser", "deaddrop/templates", "deaddrop/gm/store", "deaddrop/gm/calendar", "deaddrop/gm/letter", "deaddrop/gm/refusal", "deaddrop/gm/intake", "deaddrop/gm/game", "deaddrop/gm", "deaddrop/gm/writing", "deaddrop/gm/outbox", "deaddrop/gm/play", "deaddrop/gm/reception", "deaddrop/gm/robot", "deaddrop/gm/site"},
	"gm/letter":                      {"deaddrop/adjudicator", "deaddrop/parser", "deaddrop/templates"},
	"gm/refusal":                     {},
	"gm/files":                       {"deaddrop/gm/config", "deaddrop/gm/refusal", "deaddrop/gm/store"},
	"gm/intake":                      {"deaddrop/adjudicator", "deaddrop/parser", "deaddrop/gm/letter", "deaddrop/gm/refusal"},
	"gm/calendar":                    {},
	"gm/length":                      {},
	"gm/gate":                        {"deaddrop/adjudicator/robots", "deaddrop/gm/letter", "deaddrop/gm/pages", "deaddrop/gm/intake", "deaddrop/gm/refusal", "deaddrop/adjudicator", "deaddrop/gm", "deaddrop/gm/desk", "deaddrop/gm/game", "deaddrop/gm/inspect", "deaddrop/gm/outbox", "deaddrop/gm/reception", "deaddrop/gm/work", "deaddrop/gm/store", "deaddrop/gm/calendar", "deaddrop/gm/post", "deaddrop/gm/store/bolt", "deaddrop/mailer", "deaddrop/parser", "deaddrop/templates", "deaddrop/templates/atlas", "deaddrop/tier"},
	"gm/load":                        {"deaddrop/adjudicator/robots", "deaddrop/gm/letter", "deaddrop/gm/refusal", "deaddrop/adjudicator", "deaddrop/gm", "deaddrop/gm/desk", "deaddrop/gm/inspect", "deaddrop/gm/reception", "deaddrop/gm/work", "deaddrop/gm/outbox", "deaddrop/gm/game", "deaddrop/gm/calendar", "deaddrop/gm/store", "deaddrop/parser", "golang.org/x/sync", "deaddrop/gm/config", "deaddrop/gm/setup", "deaddrop/templates"},
	"gm/meter":                       {"deaddrop/gm/letter", "deaddrop/gm/refusal", "deaddrop/gm", "deaddrop/gm/site", "deaddrop/gm/store", "deaddrop/gm/store/metered", "github.com/prometheus"},
	"gm/post":                        {"deaddrop/gm/letter", "deaddrop/gm/refusal", "deaddrop/adjudicator", "deaddrop/mailer", "deaddrop/templates", "deaddrop/templates/atlas"},
	"gm/amount":                      {},
	"gm/config":                      {"deaddrop/mailer", "deaddrop/mailer/identity", "deaddrop/mailer/oauth", "deaddrop/mailer/provider", "deaddrop/templates", "deaddrop/gm/refusal", "github.com/BurntSushi/toml"},
	"gm/setup":                       {"deaddrop/gm/letter", "deaddrop/gm/notice", "deaddrop/gm/pages", "deaddrop/adjudicator", "deaddrop/gm", "deaddrop/gm/site", "deaddrop/gm/config", "deaddrop/gm/post", "deaddrop/gm/refusal", "deaddrop/gm/store", "deaddrop/gm/store/bolt", "deaddrop/gm/store/postgres", "deaddrop/gm/store/folder", "deaddrop/gm/store/transfer", "deaddrop/templates", "deaddrop/templates/atlas", "deaddrop/templates/mapmaker"},
	"gm/serve":                       {"deaddrop/gm/files", "deaddrop/gm/pages", "deaddrop/templates", "deaddrop/adjudicator", "deaddrop/adjudicator/robots", "deaddrop/gm", "deaddrop/gm/outbox", "deaddrop/gm/reception", "deaddrop/gm/site", "deaddrop/gm/work", "deaddrop/gm/amount", "deaddrop/gm/config", "deaddrop/gm/letter", "deaddrop/gm/meter", "deaddrop/gm/post", "deaddrop/gm/refusal", "deaddrop/gm/serve/control", "deaddrop/gm/setup", "deaddrop/gm/store", "deaddrop/gm/store/metered", "deaddrop/gm/store/transfer", "deaddrop/mailer", "deaddrop/mailer/identity", "deaddrop/mailer/oauth", "golang.org/x/sync"},
	"gm/serve/control":               {},
	"gm/demo":                        {"deaddrop/adjudicator", "deaddrop/adjudicator/robots", "deaddrop/gm", "deaddrop/gm/amount", "deaddrop/gm/calendar", "deaddrop/gm/config", "deaddrop/gm/desk", "deaddrop/gm/game", "deaddrop/gm/inspect", "deaddrop/gm/refusal", "deaddrop/gm/serve", "deaddrop/gm/setup", "deaddrop/mailer", "deaddrop/mailer/postoffice", "deaddrop/parser", "golang.org/x/sync"},
	"gm/solo":                        {"deaddrop/adjudicator", "deaddrop/adjudicator/robots", "deaddrop/gm", "deaddrop/gm/calendar", "deaddrop/gm/desk", "deaddrop/gm/game", "deaddrop/gm/inspect", "deaddrop/gm/letter", "deaddrop/gm/post", "deaddrop/gm/reception", "deaddrop/gm/refusal", "deaddrop/gm/work"},
	"gm/doctor":                      {"deaddrop/gm/notice", "deaddrop/adjudicator", "deaddrop/gm", "deaddrop/gm/desk", "deaddrop/gm/inspect", "deaddrop/gm/outbox", "deaddrop/gm/site", "deaddrop/gm/amount", "deaddrop/gm/config", "deaddrop/gm/refusal", "deaddrop/gm/serve/control", "deaddrop/gm/setup", "deaddrop/gm/store", "deaddrop/gm/store/bolt", "deaddrop/gm/store/folder", "deaddrop/mailer", "deaddrop/mailer/identity", "deaddrop/mailer/oauth", "deaddrop/mailer/provider", "github.com/BurntSushi/toml"},
	"gm/towntest":                    {"deaddrop/gm/store/bolt", "deaddrop/mailer", "deaddrop/mailer/postoffice"},
	"gm/store":                       {},
	"gm/store/storetest":             {"deaddrop/gm/store"},
	"gm/store/powercut":              {"github.com/hanwen/go-fuse/v2"},
	"gm/store/bolt":                  {"deaddrop/gm/store", "go.etcd.io/bbolt"},
	"gm/store/postgres":              {"deaddrop/gm/store", "github.com/jackc/pgx/v5"},
	"gm/store/postgres/postgrestest": {"deaddrop/tier", "github.com/jackc/pgx/v5"},
	"gm/store/metered":               {"deaddrop/gm/store"},
	"gm/store/folder":                {"deaddrop/gm/store"},
	"gm/store/transfer":              {"deaddrop/gm/store", "golang.org/x/sync"},
	"gm/transcript":                  {"deaddrop/gm/letter", "deaddrop/gm/intake", "deaddrop/gm/refusal", "deaddrop/adjudicator", "deaddrop/gm", "deaddrop/gm/desk", "deaddrop/gm/game", "deaddrop/gm/inspect", "deaddrop/gm/reception", "deaddrop/gm/work", "deaddrop/gm/calendar", "deaddrop/parser", "golang.org/x/tools/txtar"},
	"mailer":                         {"github.com/emersion", "golang.org/x/net", "golang.org/x/text", "golang.org/x/sync"},
	"mailer/oauth":                   {"golang.org/x/oauth2"},
	"mailer/provider":                {"github.com/BurntSushi/toml"},
	"mailer/identity":                {"deaddrop/mailer", "github.com/emersion", "golang.org/x/net"},
	"mailer/postoffice":              {"github.com/emersion"},
	"mailer/peertest":                {"deaddrop/tier", "github.com/emersion", "golang.org/x/tools/txtar"},
	"cmd/gm":                         {"deaddrop", "github.com", "golang.org/x"},
	"examples":                       {"deaddrop", "golang.org/x/tools/txtar"},
	"tier":                           {},
	".ci/faults":                     {"golang.org/x/tools/txtar"},
	".ci/measure":                    {},
	".ci/summary":                    {},
}

// files calls f with each Go file of the project that is no test.
func files(t *testing.T, f func(dir string, file *ast.File, fset *token.FileSet)) {
	t.Helper()
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err == nil {
			f(filepath.ToSlash(filepath.Dir(name)), file, fset)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestImports(t *testing.T) {
	files(t, func(dir string, file *ast.File, fset *token.FileSet) {
		room := dir
		for room != "." && walls[room] == nil {
			room = path.Dir(room)
		}
		if room == "." {
			t.Errorf("%s: which packages may it import?", dir)
			return
		}
		for _, imp := range file.Imports {
			name, err := strconv.Unquote(imp.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if first, _, _ := strings.Cut(name, "/"); !strings.Contains(first, ".") && first != "deaddrop" {
				continue // the standard library
			}
			allowed := false
			for _, a := range walls[room] {
				allowed = allowed || name == a || strings.HasPrefix(name, a+"/") && (!strings.HasPrefix(a, "deaddrop") || a == "deaddrop")
			}
			if !allowed {
				t.Errorf("%s: by walls in house_test.go, %s may not import %s", fset.Position(imp.Pos()), room, name)
			}
		}
	})
}

// clocks are where the clock is read: where the program starts, where the service that it starts talks to whoever is
// at the command line beside it, where access tokens are kept, whose life goes by this machine's clock, and where
// tests write letters.
var clocks = []string{"cmd/gm", "gm/serve/control", "mailer/oauth", "gm/towntest"}

// Time and luck come from outside: the clock is read in few places, and package-level luck nowhere.
func TestClockAndLuck(t *testing.T) {
	files(t, func(dir string, file *ast.File, fset *token.FileSet) {
		ast.Inspect(file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			pkg, ok := sel.X.(*ast.Ident)
			if !ok {
				return true
			}
			clock := pkg.Name == "time" && (sel.Sel.Name == "Now" || sel.Sel.Name == "Since" || sel.Sel.Name == "Until")
			luck := pkg.Name == "rand" && (sel.Sel.Name == "IntN" || sel.Sel.Name == "Int" || sel.Sel.Name == "Shuffle" || sel.Sel.Name == "Float64" || sel.Sel.Name == "N")
			if clock && !slices.Contains(clocks, dir) || luck && dir != "mailer" { // the mailer's backoff is spread by chance
				t.Errorf("%s: %s.%s", fset.Position(sel.Pos()), pkg.Name, sel.Sel.Name)
			}
			return true
		})
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
				t.Errorf("%s: init", fset.Position(f.Pos()))
			}
		}
	})
}

// Searching the code for the number of a rule finds where it is carried out: each rule with a case in plain text is
// named in the code of its game.
func TestRulesAreNamedInCode(t *testing.T) {
	for _, game := range []string{"deadman", "decatur", "successors", "dishonest", "dealers"} {
		cases, err := filepath.Glob("adjudicator/" + game + "/testdata/rules*.txt")
		if err != nil || len(cases) == 0 {
			t.Fatal(game, "has no cases: ", err)
		}
		code, err := filepath.Glob("adjudicator/" + game + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		named := map[string]bool{}
		for _, file := range code {
			isCode := !strings.HasSuffix(file, "_test.go") && path.Base(file) != "options.go"
			if isCode {
				for _, rule := range ruleNumbers(t, file) {
					named[rule] = true
				}
			}
		}
		for _, file := range cases {
			for _, rule := range ruleNumbers(t, file) {
				if !named[rule] {
					t.Errorf("%s: no code names rule %s", file, rule)
					named[rule] = true
				}
			}
		}
	}
}

// The page for whoever reads the code for the first time names every package, and no file that does not exist.
func TestArchitecturePage(t *testing.T) {
	text, err := os.ReadFile("docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range regexp.MustCompile(`[\w/]+/\w+\.go\b`).FindAllString(string(text), -1) {
		if _, err := os.Stat(file); err != nil {
			t.Errorf("the page names %s: %v", file, err)
		}
	}
	files(t, func(dir string, _ *ast.File, _ *token.FileSet) {
		name := path.Base(dir)
		if strings.HasSuffix(name, "test") || strings.HasPrefix(dir, ".ci/") {
			return
		}
		if !regexp.MustCompile(`\b` + name + `\b`).Match(text) {
			t.Errorf("the page does not name the package %s", dir)
		}
	})
}

// ruleNumber matches the number of a rule, such as DM-9.
var ruleNumber = regexp.MustCompile(`\b(?:DM|DC|SU|DD|DH)-[0-9]+\b`)

// ruleNumbers returns the numbers of rules in a file.
func ruleNumbers(t *testing.T, file string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return ruleNumber.FindAllString(string(text), -1)
}
