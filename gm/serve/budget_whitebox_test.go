package serve

import (
	"fmt"
	"testing"
	"time"
)

// However many names are made up, only so many are remembered.
func TestBudgetForgets(t *testing.T) {
	var b budget
	now := time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)
	for i := range 2 * maxBudgets {
		b.take(now, fmt.Sprintf("x@d%d.example", i), time.Second)
	}
	if len(b.spent) > maxBudgets {
		t.Errorf("%d are remembered", len(b.spent))
	}
}
