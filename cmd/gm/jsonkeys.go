package main

import (
	"bytes"
	"cmp"
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// jsonOf encodes a value as JSON for other programs. It differs from encoding/json in that names of fields are in
// lower case. Keys of maps are not changed, as they are names from a game.
func jsonOf(v any) ([]byte, error) {
	var b bytes.Buffer
	if err := writeJSON(&b, reflect.ValueOf(v)); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// writeJSON appends a value as JSON.
func writeJSON(b *bytes.Buffer, v reflect.Value) error {
	if !v.IsValid() {
		b.WriteString("null")
		return nil
	}
	kind := v.Kind()
	switch {
	case (kind == reflect.Interface || kind == reflect.Pointer || kind == reflect.Map) && v.IsNil():
		b.WriteString("null")
		return nil
	case speaksForItself(v.Type()):
		return writePlain(b, v)
	case kind == reflect.Interface, kind == reflect.Pointer:
		return writeJSON(b, v.Elem())
	case kind == reflect.Struct:
		return writeFields(b, v)
	case kind == reflect.Map:
		return writeMap(b, v)
	case kind == reflect.Array, kind == reflect.Slice && !v.IsNil() && v.Type().Elem().Kind() != reflect.Uint8:
		return writeList(b, v)
	}
	return writePlain(b, v)
}

// speaksForItself reports whether a type defines its own JSON encoding.
func speaksForItself(t reflect.Type) bool {
	return t.Implements(reflect.TypeFor[json.Marshaler]()) || t.Implements(reflect.TypeFor[encoding.TextMarshaler]())
}

func writePlain(b *bytes.Buffer, v reflect.Value) error {
	js, err := json.Marshal(v.Interface())
	b.Write(js)
	return err
}

func writeList(b *bytes.Buffer, v reflect.Value) error {
	b.WriteByte('[')
	for i := range v.Len() {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := writeJSON(b, v.Index(i)); err != nil {
			return err
		}
	}
	b.WriteByte(']')
	return nil
}

// writeMap appends a map, sorted by its keys.
func writeMap(b *bytes.Buffer, v reflect.Value) error {
	keys := v.MapKeys()
	slices.SortFunc(keys, func(x, y reflect.Value) int { return cmp.Compare(fmt.Sprint(x), fmt.Sprint(y)) })
	b.WriteByte('{')
	for i, key := range keys {
		if err := writeKey(b, i, fmt.Sprint(key)); err != nil {
			return err
		}
		if err := writeJSON(b, v.MapIndex(key)); err != nil {
			return err
		}
	}
	b.WriteByte('}')
	return nil
}

// writeFields appends the fields of a struct, including those of embedded structs.
func writeFields(b *bytes.Buffer, v reflect.Value) error {
	b.WriteByte('{')
	n := 0
	for _, f := range reflect.VisibleFields(v.Type()) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		promoted := f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct
		if !f.IsExported() || name == "-" || promoted {
			continue
		}
		of, err := v.FieldByIndexErr(f.Index)
		if err != nil || leftOut(of, options) { // an embedded nil pointer has no fields
			continue
		}
		if err := writeKey(b, n, strings.ToLower(cmp.Or(name, f.Name))); err != nil {
			return err
		}
		if err := writeJSON(b, of); err != nil {
			return err
		}
		n++
	}
	b.WriteByte('}')
	return nil
}

// leftOut reports whether a field is omitted because of the options in its tag.
func leftOut(v reflect.Value, options string) bool {
	for option := range strings.SplitSeq(options, ",") {
		switch option {
		case "omitzero":
			if own, ok := v.Interface().(interface{ IsZero() bool }); ok && own.IsZero() || v.IsZero() {
				return true
			}
		case "omitempty":
			switch v.Kind() {
			case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
				return v.Len() == 0
			case reflect.Struct:
			default:
				return v.IsZero()
			}
		}
	}
	return false
}

// writeKey appends the key of the nth value of an object.
func writeKey(b *bytes.Buffer, n int, key string) error {
	if n > 0 {
		b.WriteByte(',')
	}
	js, err := json.Marshal(key)
	b.Write(js)
	b.WriteByte(':')
	return err
}
