package main

import (
	"os"
)

// Where the configuration is looked for that -c does not name.
const (
	configVariable = "DEADDROP_CONFIG"
	localConfig    = "deaddrop.toml"
	systemConfig   = "/etc/deaddrop/deaddrop.toml"
)

// configPath is the configuration where -c names none: what the variable names, else the one in this directory, else
// the system's.
func configPath(getenv func(string) string, there func(path string) bool) string {
	if path := getenv(configVariable); path != "" {
		return path
	}
	if !there(localConfig) && there(systemConfig) {
		return systemConfig
	}
	return localConfig
}

// isFileAt reports whether there is something at a path.
func isFileAt(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
