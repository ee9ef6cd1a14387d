//go:build race

package main

// raced tells that the race detector looks on, which makes everything several times slower.
const raced = true
