package files

import "strings"

// Calendar is the kind of files that contain deadlines. Writing one may replace an older one.
var Calendar = Kind{Name: "a calendar", Is: func(path string) bool {
	return strings.HasPrefix(BeginningOf(path), "BEGIN:VCALENDAR")
}}
