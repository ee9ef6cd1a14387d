package config

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
)

// defaultFlags lists the flags of gm new for which the configuration can have values of its own.
var defaultFlags = []string{"every", "short", "at", "zone", "ends", "delay", "remind", "keep", "least", "grace", "days",
	"off", "kind", "rule", "press", "missing", "trust", "blind"}

// NewGame returns the configured values of flags of gm new, by the name of a title, or by "" for all titles, and then
// by the name of the flag.
func (c Config) NewGame() (map[string]map[string]string, error) {
	out := map[string]map[string]string{"": {}}
	for _, key := range slices.Sorted(maps.Keys(c.Defaults)) {
		if slices.Contains(defaultFlags, key) {
			value, err := flagValue(c.Defaults[key])
			if err != nil {
				return nil, fmt.Errorf("[defaults] %s: %w", key, err)
			}
			out[""][key] = value
			continue
		}
		table, isTable := c.Defaults[key].(map[string]any)
		if !isTable {
			return nil, unknownDefault("defaults", key)
		}
		out[key] = map[string]string{}
		for _, name := range slices.Sorted(maps.Keys(table)) {
			if !slices.Contains(defaultFlags, name) {
				return nil, unknownDefault("defaults."+key, name)
			}
			value, err := flagValue(table[name])
			if err != nil {
				return nil, fmt.Errorf("[defaults.%s] %s: %w", key, name, err)
			}
			out[key][name] = value
		}
	}
	return out, nil
}

func unknownDefault(section, key string) error {
	return fmt.Errorf("[%s] has a setting %q; it takes the flags of gm new: %s", section, key,
		strings.Join(defaultFlags, ", "))
}

// flagValue returns a value as the command line takes it: a text, true or false, a list, or names with values.
func flagValue(v any) (string, error) {
	switch v := v.(type) {
	case string:
		return v, nil
	case bool:
		return fmt.Sprint(v), nil
	case []any:
		var words []string
		for _, one := range v {
			word, ok := one.(string)
			if !ok {
				return "", fmt.Errorf("write each item of the list between quotation marks, unlike %v", one)
			}
			words = append(words, word)
		}
		return strings.Join(words, ","), nil
	case map[string]any:
		var pairs []string
		for _, name := range slices.Sorted(maps.Keys(v)) {
			value, ok := v[name].(string)
			if !ok {
				return "", fmt.Errorf("%s = %v: write the value between quotation marks", name, v[name])
			}
			pairs = append(pairs, name+"="+value)
		}
		return strings.Join(pairs, ","), nil
	}
	return "", fmt.Errorf("%v is not text; write it between quotation marks, such as \"72h\"", v)
}

// maxHouse is the largest size of house rules in bytes.
const maxHouse = 8 << 10

// House returns the text of the club's house rules, "" if there are none.
func (c Config) House() (string, error) {
	text := c.HouseRules
	if c.HouseRulesFile != "" {
		file, err := os.ReadFile(c.HouseRulesFile)
		if err != nil {
			return "", fmt.Errorf("house_rules_file: %w", err)
		}
		text = string(file)
	}
	if len(text) > maxHouse {
		return "", fmt.Errorf("the house rules have %d bytes; the most is %d", len(text), maxHouse)
	}
	return strings.TrimSpace(text), nil
}

// checkGames returns an error for defaults of games, or house rules, that can't be.
func (c Config) checkGames() error {
	if c.HouseRules != "" && c.HouseRulesFile != "" {
		return fmt.Errorf("house_rules and house_rules_file both give house rules; leave one of them out")
	}
	_, err := c.NewGame()
	return err
}
