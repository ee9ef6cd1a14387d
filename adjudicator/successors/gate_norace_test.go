//go:build !race

package successors_test

const raced = false
