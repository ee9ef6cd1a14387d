//go:build linux

package powercut

import (
	"context"
	"errors"
	"io"
	"syscall"

	"github.com/hanwen/go-fuse/v2/fs"
	"github.com/hanwen/go-fuse/v2/fuse"
)

// FileName is the name of the disk in the mounted directory.
const FileName = "disk"

// Mount shows a disk as a file in an existing directory, until the returned server is unmounted or this process ends.
// This process must not use other files on that disk: it would deadlock.
func Mount(dir string, d *Disk) (*fuse.Server, error) {
	return fs.Mount(dir, &root{disk: d}, &fs.Options{MountOptions: fuse.MountOptions{
		DirectMountStrict: true, // uses mount(2), as fusermount may be missing
		FsName:            "powercut",
		MaxWrite:          128 << 10,
	}})
}

// root is the mounted directory.
type root struct {
	fs.Inode
	disk *Disk
}

// OnAdd adds the file to the directory.
func (r *root) OnAdd(ctx context.Context) {
	r.AddChild(FileName, r.NewPersistentInode(ctx, &node{disk: r.disk}, fs.StableAttr{Mode: syscall.S_IFREG}), false)
}

// node is the file.
type node struct {
	fs.Inode
	disk *Disk
}

var (
	_ fs.NodeOnAdder   = (*root)(nil)
	_ fs.NodeGetattrer = (*node)(nil)
	_ fs.NodeOpener    = (*node)(nil)
	_ fs.NodeReader    = (*node)(nil)
	_ fs.NodeWriter    = (*node)(nil)
	_ fs.NodeFsyncer   = (*node)(nil)
)

// Getattr returns the size of the disk.
func (n *node) Getattr(_ context.Context, _ fs.FileHandle, out *fuse.AttrOut) syscall.Errno {
	out.Mode, out.Size = syscall.S_IFREG|0o600, uint64(n.disk.size)
	return 0
}

// Open opens the disk.
func (n *node) Open(context.Context, uint32) (fs.FileHandle, uint32, syscall.Errno) { return nil, 0, 0 }

// Read reads from the disk.
func (n *node) Read(_ context.Context, _ fs.FileHandle, dest []byte, off int64) (fuse.ReadResult, syscall.Errno) {
	k, err := n.disk.ReadAt(dest, off)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, errno(err)
	}
	return fuse.ReadResultData(dest[:k]), 0
}

// Write writes to the disk's cache.
func (n *node) Write(_ context.Context, _ fs.FileHandle, data []byte, off int64) (uint32, syscall.Errno) {
	k, err := n.disk.WriteAt(data, off)
	return uint32(k), errno(err)
}

// Fsync flushes the disk.
func (n *node) Fsync(context.Context, fs.FileHandle, uint32) syscall.Errno {
	return errno(n.disk.Flush())
}

// errno returns the error number for an error.
func errno(err error) syscall.Errno {
	if number, ok := errors.AsType[syscall.Errno](err); ok || err == nil {
		return number
	}
	return syscall.EIO
}
