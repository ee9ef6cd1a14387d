// Package powercut cuts the power of the machine that a store is on: what was written and not flushed is gone, or some
// of it is. It is in charge of a disk that can do so, which is a file in a file system of its own (FUSE); the tests
// have an ext4 on it, with a store, and processes that write. It is a module of its own, as nothing but its tests needs
// FUSE.
//
// A process that is killed proves less: what it has written, the system still has.
package powercut
