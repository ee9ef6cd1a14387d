package inspect

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"deaddrop/gm"
	"deaddrop/gm/refusal"
)

// PositionOf returns the position at the start of the current phase as text, to be edited and passed to desk.Edit;
// base identifies it, so that a conflicting change is noticed.
func PositionOf(ctx context.Context, m *gm.Master, name string) (text []byte, base string, err error) {
	s, err := m.Load(ctx, name)
	if err != nil {
		return nil, "", err
	}
	if err := CheckEditable(s); err != nil {
		return nil, "", err
	}
	saved, err := s.Position()
	if err != nil {
		return nil, "", err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, saved, "", "  "); err != nil {
		return nil, "", fmt.Errorf("reading the position of %s: %w", name, err)
	}
	b.WriteByte('\n')
	return b.Bytes(), BaseOf(saved), nil
}

func BaseOf(saved []byte) string {
	h := sha256.Sum256(saved)
	return hex.EncodeToString(h[:8])
}

// CheckEditable returns an error unless the open questions are based on the position at the start of the phase.
func CheckEditable(s *gm.Step) error {
	if err := CheckRunning(s); err != nil {
		return err
	}
	if len(s.Game.Record.Asked) > 1 {
		return refusal.New("%s is half played, and what was answered so far would be lost. Take it back to its start "+
			"first, with gm rollback %s.", s.Game.Phase, s.Name)
	}
	return nil
}
