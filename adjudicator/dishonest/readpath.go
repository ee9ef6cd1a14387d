package dishonest

// whole completes a move as far as the writer knows the table: how many ALL are, and what its path leaves out.
func (s *sheetReader) whole(m *move) error {
	if m.n == all {
		if m.n = s.v.force(m.path[0], s.v.Seat)[m.unit]; m.n == 0 {
			return complain("You have no %s in %s.", m.unit.short(), s.b.Name(m.path[0]))
		}
	}
	path := m.path[:1:1]
	for i, to := range m.path[1:] {
		way, err := s.between(m.unit, m.path[i], to)
		if err != nil {
			return err
		}
		path = append(path, way...)
	}
	if len(path) > maxSteps {
		return complain("That way is too long: %s.", joinedPath(s.b, path))
	}
	if len(path) > len(m.path) {
		s.note("%s %s goes %s.", m.unit.short(), joinedPath(s.b, m.path), joinedPath(s.b, path))
		m.path = path
	}
	return nil
}

// between are the areas behind one up to another that is named next: that alone if they are next to each other, else the
// cheapest way as things stand.
func (s *sheetReader) between(t Type, from, to Area) ([]Area, error) {
	names, _ := s.b.canals(from, to)
	if s.b.Linked(from, to) || len(names) > 0 || from == to {
		return []Area{to}, nil
	}
	way, unique := s.v.wayTo(t, from, to)
	const each = "Name each space of the way, such as INF Balkans-Aegean Sea-Egypt."
	switch {
	case way == nil:
		return nil, complain("%s and %s are not next to each other, and as things stand no way leads %s from one to the other. %s", s.b.Name(from), s.b.Name(to), t.short(), each)
	case !unique && t.IsLand():
		return nil, complain("There are several ways from %s to %s, such as %s. %s", s.b.Name(from), s.b.Name(to), joinedPath(s.b, way), each)
	}
	return way[1:], nil
}

// joinedPath is a path as orders have it.
func joinedPath(b *Board, path []Area) string { return joined(path, "-", b.Name) }
