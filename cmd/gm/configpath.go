package main

import (
	"os"
)

// Where the configuration is searched for if -c is not given.
const (
	configVariable = "DEADDROP_CONFIG"
	localConfig    = "deaddrop.toml"
	systemConfig   = "/etc/deaddrop/deaddrop.toml"
)

// configPath returns the path of the configuration if -c is not given: the one in the environment variable, or else
// the one in the current directory, or else the system's.
func configPath(getenv func(string) string, there func(path string) bool) string {
	if path := getenv(configVariable); path != "" {
		return path
	}
	if !there(localConfig) && there(systemConfig) {
		return systemConfig
	}
	return localConfig
}

// isFileAt reports whether a file exists.
func isFileAt(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
