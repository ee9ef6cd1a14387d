package play

// maxPast is the number of revisions by which a returned order form may be out of date.
const maxPast = 19
