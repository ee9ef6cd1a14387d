package gate

import (
	"slices"
	"strings"
)

// differing returns the difference between two texts line by line: lines of the first alone begin with -, lines of
// the second alone with +, and common lines appear only near such lines.
func differing(one, other string) string {
	a, b := strings.Split(one, "\n"), strings.Split(other, "\n")
	common := longest(a, b)
	var lines []string
	i, j := 0, 0
	for _, c := range append(common, [2]int{len(a), len(b)}) {
		for ; i < c[0]; i++ {
			lines = append(lines, "- "+a[i])
		}
		for ; j < c[1]; j++ {
			lines = append(lines, "+ "+b[j])
		}
		if i < len(a) && j < len(b) {
			lines = append(lines, "  "+a[i])
		}
		i, j = i+1, j+1
	}
	return strings.Join(near(lines, 3), "\n")
}

// longest returns a longest common subsequence of two lists of lines, as pairs of indexes into a and b.
func longest(a, b []string) [][2]int {
	length := make([][]int, len(a)+1) // length[i][j] is the length of the longest common subsequence of a[i:] and b[j:]
	for i := range length {
		length[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			length[i][j] = max(length[i+1][j], length[i][j+1])
			if a[i] == b[j] {
				length[i][j] = 1 + length[i+1][j+1]
			}
		}
	}
	var out [][2]int
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			out = append(out, [2]int{i, j})
			i, j = i+1, j+1
		case length[i+1][j] >= length[i][j+1]:
			i++
		default:
			j++
		}
	}
	return out
}

// near keeps the lines that differ, and up to n lines before and after each of them.
func near(lines []string, n int) []string {
	differs := func(l string) bool { return !strings.HasPrefix(l, " ") }
	var out []string
	gap := false
	for i := range lines {
		if !slices.ContainsFunc(lines[max(0, i-n):min(len(lines), i+n+1)], differs) {
			gap = true
			continue
		}
		if gap {
			out = append(out, "  ...")
		}
		out, gap = append(out, lines[i]), false
	}
	return out
}
