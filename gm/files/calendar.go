package files

import "strings"

// Calendar is a file with deadlines, which takes the place of an older one.
var Calendar = Kind{Name: "a calendar", Is: func(path string) bool {
	return strings.HasPrefix(BeginningOf(path), "BEGIN:VCALENDAR")
}}
