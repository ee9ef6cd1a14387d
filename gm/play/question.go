package play

// maxPast is how many changes of what is on file an order form may be behind.
const maxPast = 19
