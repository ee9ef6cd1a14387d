package main

import (
	"cmp"
	"go/ast"
	"path"
	"slices"
	"strings"
)

// types are the named types of a tree, each by its package's directory and its name, such as "gm/store.Game".
type types map[string]*typ

// A typ is what counts of a type.
type typ struct {
	methods  map[string]bool
	embedded []string // types, as they are written
	dir      string
	imports  map[string]string // import paths of the file with its declaration, by the names that they have there
}

// get finds a type, and adds it if it is new.
func (all types) get(dir, name string) *typ {
	key := dir + "." + name
	if all[key] == nil {
		all[key] = &typ{methods: map[string]bool{}, dir: dir}
	}
	return all[key]
}

// add takes in the types and methods of a file.
func (all types) add(dir string, f *ast.File) {
	imports := map[string]string{}
	for _, i := range f.Imports {
		from := strings.Trim(i.Path.Value, `"`)
		name := path.Base(from)
		if i.Name != nil {
			name = i.Name.Name
		}
		imports[name] = from
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv != nil {
				all.get(dir, written(d.Recv.List[0].Type)).methods[d.Name.Name] = true
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if s, ok := s.(*ast.TypeSpec); ok {
					t := all.get(dir, s.Name.Name)
					t.imports = imports
					t.declare(s.Type)
				}
			}
		}
	}
}

// declare takes in what a type has by its declaration.
func (t *typ) declare(e ast.Expr) {
	switch e := e.(type) {
	case *ast.StructType:
		for _, f := range e.Fields.List {
			if len(f.Names) == 0 {
				t.embedded = append(t.embedded, written(f.Type))
			}
		}
	case *ast.InterfaceType:
		for _, f := range e.Methods.List {
			if len(f.Names) == 0 {
				t.embedded = append(t.embedded, written(f.Type))
			} else {
				t.methods[f.Names[0].Name] = true
			}
		}
	}
}

// written is a type's name as it is written, without stars and type arguments.
func written(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.StarExpr:
		return written(e.X)
	case *ast.IndexExpr:
		return written(e.X)
	case *ast.IndexListExpr:
		return written(e.X)
	case *ast.SelectorExpr:
		return written(e.X) + "." + e.Sel.Name
	}
	return ""
}

// A size is how many methods a type has: its own, and all with those of what it embeds.
type size struct {
	name     string
	own, all int
}

// methods are the sizes of all types, those with most methods of their own first.
func (all types) methods() []size {
	list := []size{{}}
	for key, t := range all {
		names := map[string]bool{}
		all.collect(t, names, map[*typ]bool{})
		list = append(list, size{key, len(t.methods), len(names)})
	}
	slices.SortFunc(list, func(a, b size) int {
		return cmp.Or(b.own-a.own, b.all-a.all, strings.Compare(a.name, b.name))
	})
	return list
}

// collect adds the names of a type's methods, and of those that it embeds.
func (all types) collect(t *typ, names map[string]bool, seen map[*typ]bool) {
	if t == nil || seen[t] {
		return
	}
	seen[t] = true
	for name := range t.methods {
		names[name] = true
	}
	for _, e := range t.embedded {
		all.collect(all.find(t, e), names, seen)
	}
}

// find is a type by how another one names it; nil if it is not of the tree.
func (all types) find(t *typ, name string) *typ {
	pkg, local, qualified := strings.Cut(name, ".")
	if !qualified {
		return all[t.dir+"."+name]
	}
	from, ok := t.imports[pkg]
	if !ok {
		return nil
	}
	for key, other := range all { // the directory ends as the import path does
		if strings.HasSuffix(key, "."+local) && strings.HasSuffix("/"+from, "/"+path.Base(other.dir)) {
			return other
		}
	}
	return nil
}
