//go:build !race

package decatur_test

const raced = false
