// Package powercut simulates a power cut of the machine with a store: data that was written and not flushed is lost,
// wholly or in part. It is in charge of a disk that can do so, which is a file in a FUSE file system; its tests put
// ext4 on that disk, with a store and processes that write. It is a module of its own, as only its tests need FUSE.
//
// Killing a process proves less, because the operating system still has what it wrote.
package powercut
