package bolt

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"

	"go.etcd.io/bbolt"

	"deaddrop/gm/store"
)

// schema is the schema version, stored in the file's bucket "meta".
const schema = store.Format

// The buckets, with their keys and values. \0 is a NUL byte, which names can't contain; seq is big-endian in 8 bytes;
// records and times are as in record.go.
const (
	inMeta = "meta" // "schema"     -> the schema version in decimal
	inGame = "game" // game         -> record of a game
	inLog  = "log"  // game\0seq    -> record of an entry
	inKey  = "key"  // game\0key    -> seq of the entry that has the key
	inTask = "task" // game\0name   -> record of a task; the bucket's sequence provides the tags
	inDue  = "due"  // time game\0name -> nothing: an index of the tasks by time
	inBlob = "blob" // SHA-256      -> the blob
)

func buckets() []string {
	return []string{inMeta, inGame, inLog, inKey, inTask, inDue, inBlob}
}

// at returns a bucket. All buckets exist in a file that was opened.
func at(tx *bbolt.Tx, bucket string) *bbolt.Bucket { return tx.Bucket([]byte(bucket)) }

// readSchema returns the schema version of the file, or 0 if it is new and empty. It returns an error for a file that
// this program cannot read.
func readSchema(file *bbolt.DB) (n int, err error) {
	err = file.View(func(tx *bbolt.Tx) error {
		if k, _ := tx.Cursor().First(); k == nil {
			return nil
		}
		meta := at(tx, inMeta)
		if meta == nil {
			return fmt.Errorf("the file is not a store of games")
		}
		text := string(meta.Get([]byte("schema")))
		n, err = strconv.Atoi(text)
		switch {
		case err != nil || n < 1:
			return fmt.Errorf("the file is not a store of games: schema %q", text)
		case n > schema:
			return fmt.Errorf("the file has schema %d and was %w; this one reads up to %d: run the newer one", n, ErrNewer,
				schema)
		}
		return complete(tx)
	})
	return n, err
}

func complete(tx *bbolt.Tx) error {
	for _, b := range buckets() {
		if at(tx, b) == nil {
			return fmt.Errorf("the file is damaged: it has no bucket %q", b)
		}
	}
	return nil
}

func createSchema(tx *bbolt.Tx) error {
	for _, b := range buckets() {
		if _, err := tx.CreateBucket([]byte(b)); err != nil {
			return err
		}
	}
	return noteSchema(tx)
}

// noteSchema writes the schema version, so that older programs refuse the file.
func noteSchema(tx *bbolt.Tx) error {
	return at(tx, inMeta).Put([]byte("schema"), strconv.AppendInt(nil, schema, 10))
}

// prefix returns the beginning of a game's composite keys.
func prefix(game string) []byte { return append([]byte(game), 0) }

// nameKey returns the key of a task, or of an entry's idempotency key.
func nameKey(game, name string) []byte { return append(prefix(game), name...) }

func seqKey(game string, seq uint64) []byte {
	return binary.BigEndian.AppendUint64(prefix(game), seq)
}

// dueKey returns the key in the index of times for a task with that key and record.
func dueKey(task, record []byte) []byte { return slices.Concat(record[:timeLen], task) }
