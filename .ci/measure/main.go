// Command measure prints how plain the code of some trees is, as a table with a line for each: how long its functions
// are, how wide its lines, how dense its conditions, and which type has most methods. It judges nothing.
//
//	measure [-worst N] [NAME=]DIR...
//
// Methods are those that a type has by its own declarations. What it embeds is some other type, which is counted there:
// a type that embeds a view has all its methods, and nobody has to read them twice. An interface has those that it
// lists.
//
// Tests, test data and generated files are left out, and so are directories whose names begin with a dot or an
// underscore. With -worst it lists, below the table, the N worst places of the first tree in each respect, and the N
// biggest types with their own methods and all that they have.
package main

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode/utf8"
)

const (
	wide  = 120 // columns: a line that has more is wide
	dense = 3   // boolean operators: a line that has so many is dense
	tab   = 4   // columns
)

func main() {
	worst := flag.Int("worst", 0, "list the `N` worst places of the first tree")
	flag.Parse()
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 1, ' ', 0)
	fmt.Fprintln(out,
		"| tree\t| lines\t| functions: median/p90/p99/max\t| dense lines in 1,000\t| wide lines\t| most methods\t|")
	fmt.Fprintln(out, "|---\t|---\t|---\t|---\t|---\t|---\t|")
	var first *tree
	for _, arg := range flag.Args() {
		name, dir, named := strings.Cut(arg, "=")
		if !named {
			dir = arg
		}
		t, err := read(name, dir)
		if err != nil {
			fmt.Fprintln(os.Stderr, "measure:", err)
			os.Exit(1)
		}
		t.print(out)
		first = cmp.Or(first, t)
	}
	out.Flush()
	if first != nil && *worst > 0 {
		first.printWorst(*worst)
	}
}

// A place is somewhere in the code, with how much there is of what is measured.
type place struct {
	where string
	much  int
}

// A tree is what was measured of one.
type tree struct {
	name      string
	lines     int
	functions []place // lines of each
	dense     []place // boolean operators of each dense line
	wide      []place // columns of each wide line
	types     types
}

// leftOut are directories that are not read.
var leftOut = regexp.MustCompile(`(^|/)([._].+|testdata)$`)

// read measures the Go files below a directory.
func read(name, dir string) (*tree, error) {
	t := &tree{name: name, types: types{}}
	files := token.NewFileSet()
	below := os.DirFS(dir)
	err := fs.WalkDir(below, ".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && leftOut.MatchString(path):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		text, err := fs.ReadFile(below, path)
		if err != nil {
			return err
		}
		return t.file(files, path, text)
	})
	return t, err
}

// file measures one file.
func (t *tree) file(files *token.FileSet, name string, text []byte) error {
	f, err := parser.ParseFile(files, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil || ast.IsGenerated(f) {
		return err
	}
	line := func(p token.Pos) int { return files.Position(p).Line }
	operators := map[int]int{} // by line
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.LAND || n.Op == token.LOR {
				operators[line(n.OpPos)]++
			}
		case *ast.FuncDecl:
			where := fmt.Sprintf("%s:%d %s", name, line(n.Pos()), n.Name.Name)
			t.functions = append(t.functions, place{where, line(n.End()) - line(n.Pos()) + 1})
		}
		return true
	})
	for i, content := range bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n")) {
		t.lines++
		where := fmt.Sprintf("%s:%d", name, i+1)
		if n := utf8.RuneCount(content) + (tab-1)*bytes.Count(content, []byte("\t")); n > wide {
			t.wide = append(t.wide, place{where, n})
		}
		if n := operators[i+1]; n >= dense {
			t.dense = append(t.dense, place{where, n})
		}
	}
	t.types.add(path.Dir(name), f)
	return nil
}

// print prints a tree's line of the table.
func (t *tree) print(out *tabwriter.Writer) {
	slices.SortFunc(t.functions, func(a, b place) int { return a.much - b.much })
	share := func(hundredths int) int { return t.functions[(len(t.functions)-1)*hundredths/100].much }
	if len(t.functions) == 0 {
		share = func(int) int { return 0 }
	}
	per := func(part []place, of float64) float64 { return of * float64(len(part)) / float64(max(1, t.lines)) }
	most := t.types.methods()[0]
	fmt.Fprintf(out, "| %s\t| %d\t| %d/%d/%d/%d\t| %.1f\t| %.1f %%\t| %d %s\t|\n", t.name, t.lines,
		share(50), share(90), share(99), share(100), per(t.dense, 1000), per(t.wide, 100), most.own, most.name)
}

// printWorst lists a tree's worst places.
func (t *tree) printWorst(n int) {
	for _, list := range []struct {
		what   string
		places []place
	}{
		{"lines of functions", t.functions},
		{"boolean operators of lines", t.dense},
		{"columns of lines", t.wide},
	} {
		slices.SortStableFunc(list.places, func(a, b place) int { return b.much - a.much })
		fmt.Printf("\nmost %s:\n", list.what)
		for _, p := range list.places[:min(n, len(list.places))] {
			fmt.Printf("%5d %s\n", p.much, p.where)
		}
	}
	fmt.Printf("\nmost methods of types: own, with what is embedded, type\n")
	list := t.types.methods()
	for _, s := range list[:min(n, len(list))] {
		fmt.Printf("%5d %5d %s\n", s.own, s.all, s.name)
	}
}
