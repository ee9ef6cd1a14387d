# Runs the script "start" of a server in the directory $root, which .ci/servers has filled with a Debian's mail servers. What it
# writes stays in memory, its settings are those of the directory $dir, and its processes end with this one.
mount --make-rprivate / &&
	mount --bind "$dir/etc" "$root/etc" &&
	mount --bind "$dir" "$root/mnt" &&
	mount --rbind /dev "$root/dev" &&
	mount -t proc proc "$root/proc" &&
	mount -t tmpfs -o mode=1777 tmpfs "$root/tmp" &&
	mount -t tmpfs -o mode=755 tmpfs "$root/run" &&
	mount -t tmpfs -o mode=755 tmpfs "$root/var" &&
	ln -s /run "$root/var/run" || exit
chroot "$root" sh /etc/start &
wait $!
