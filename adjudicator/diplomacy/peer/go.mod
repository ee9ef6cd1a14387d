module deaddrop/adjudicator/diplomacy/peer

go 1.26.0

require (
	deaddrop v0.0.0
	github.com/zond/godip v0.6.5
)

require github.com/BurntSushi/toml v1.6.0 // indirect

replace deaddrop => ../../..
