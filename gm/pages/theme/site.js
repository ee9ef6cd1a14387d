"use strict";
// Times are told in the reader's own zone. Without this script they stand in UTC.
const own = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "full", timeStyle: "short" });
for (const time of document.querySelectorAll("time[datetime]")) {
	time.title = time.textContent;
	time.textContent = own.format(new Date(time.dateTime));
}
