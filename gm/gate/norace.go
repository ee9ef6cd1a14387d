//go:build !race

package gate

// Raced tells that the race detector looks on, which makes everything several times slower.
const Raced = false
