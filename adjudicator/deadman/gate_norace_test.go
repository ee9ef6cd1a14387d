//go:build !race

package deadman_test

const raced = false
