package refusal_test

import (
	"errors"
	"fmt"
	"testing"

	"deaddrop/gm/refusal"
)

func TestError(t *testing.T) {
	cause := errors.New("nobody has that name")
	err := fmt.Errorf("dm1: %w", &refusal.Error{Text: "There is no Frnace.", Cause: cause})
	var said *refusal.Error
	if !errors.As(err, &said) || said.Error() != "There is no Frnace." || !errors.Is(err, cause) {
		t.Errorf("it is %v", err)
	}
	if err := refusal.New("%s has no seat %q", "dm1", "Spain"); err.Error() != `dm1 has no seat "Spain"` || errors.Is(err, cause) {
		t.Errorf("it is %v", err)
	}
}
