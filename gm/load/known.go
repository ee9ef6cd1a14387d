package load

// Typical returns a site with assumptions that fit most. The performance of a file and of a database was measured on
// one machine with two processors, whose disk flushes in 0.12 ms: 388 turns per second of 22 writes each in a file,
// and 158 on PostgreSQL 15 with synchronous replication to a standby. There, a write took 1 ms of the server's
// processor time, lookups included. 36 MB of logs took 50 MB in a file, which grows in steps of 16 MB, and 0.75 bytes
// per byte on PostgreSQL, which compresses. An archived game took 3.3 to 5.6 percent of the size of its log, 4.6
// percent on average over the titles. The cost of mail is a guess: an incoming letter with its answer took 1.5 ms in
// all, without TLS and signatures.
func Typical() Site {
	return Site{Days: 3, Length: 30, Maps: 1, Archive: 0.05, Database: 1.2, Peak: 1, Cores: 8, Busy: 0.5,
		MailCPU: 0.001, Bolt: 388 * 22, Postgres: 158 * 22, WriteCPU: 0.001, Backup: 20e9}
}

// Known returns what gm load has measured for each title, on bbolt in one process. In each case two games were played
// with the smallest number of players; one of the two waited for its deadlines. Deadman and Diplomacy lasted up to
// six years, Dishonest Decade up to 30 reports. The time for a map is the time for all maps and films divided by the
// number of letters with a map.
func Known() []Measured {
	all := []Measured{
		{What: "deadman", In: 9.71, Out: 19.25, Pictures: 0.39, Writes: 32.0, Log: 201067, Head: 3436,
			PlayCPU: 0.0170, LetterCPU: 0.0038, MapCPU: 0.047},
		{What: "diplomacy", In: 7.18, Out: 15.88, Pictures: 0.47, Writes: 26.0, Log: 176877, Head: 3298,
			PlayCPU: 0.0129, LetterCPU: 0.0033, MapCPU: 0.014},
		{What: "decatur", In: 2.00, Out: 4.15, Pictures: 0.50, Writes: 8.1, Log: 52378, Head: 1520,
			PlayCPU: 0.0068, LetterCPU: 0.0061, MapCPU: 0.028},
		{What: "successors", In: 1.07, Out: 4.24, Pictures: 0.73, Writes: 7.4, Log: 50046, Head: 1920,
			PlayCPU: 0.0145, LetterCPU: 0.0064, MapCPU: 0.017},
		{What: "dishonest", In: 1.72, Out: 6.72, Pictures: 0.62, Writes: 11.3, Log: 61598, Head: 3894,
			PlayCPU: 0.0215, LetterCPU: 0.0062, MapCPU: 0.027},
		{What: "dealers", In: 1.62, Out: 5.18, Pictures: 0.57, Writes: 9.9, Log: 48416, Head: 1957,
			PlayCPU: 0.0181, LetterCPU: 0.0078, MapCPU: 0.015},
	}
	for i := range all {
		all[i].Date, all[i].Machine = "2026-11-22", "2 processors (AMD EPYC), Linux, bbolt"
	}
	return all
}
