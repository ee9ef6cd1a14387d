package pages_test

import (
	"testing"

	"deaddrop/tier"
)

func TestMain(m *testing.M) { tier.Main(m) }
