package load

// Typical is a site as most are thought to be. What a file and a database can do was measured on one machine of two
// processors whose disk flushes in 0.12 ms: 388 turns a second of 22 writes each in a file, and 158 on PostgreSQL 15
// with a standby that has each write before it counts. There a write cost the server 1 ms of a processor, lookups
// included. 36 MB of logs took 50 MB in a file that grows by 16 MB at a time, and 0.75 bytes a byte on PostgreSQL,
// which compresses. An archived game took 3.3 to 5.6 percent of its log, and 4.6 in the mean of the titles. Mail is a
// guess: the whole of a letter in and its answer, without TLS and signatures, was 1.5 ms.
func Typical() Site {
	return Site{Days: 3, Length: 30, Maps: 1, Archive: 0.05, Database: 1.2, Peak: 1, Cores: 8, Busy: 0.5,
		MailCPU: 0.001, Bolt: 388 * 22, Postgres: 158 * 22, WriteCPU: 0.001, Backup: 20e9}
}

// Known is what gm load has measured of each title: two games by as few as can play, one of which waits for its
// deadlines, of up to six years of Deadman and Diplomacy and of up to 30 reports of Dishonest Decade; on bbolt, by one
// process. What a map takes is what all maps and films took, by the letters that had one.
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
