//go:build race

package gate

// Raced reports whether the race detector is active, which makes everything several times slower.
const Raced = true
