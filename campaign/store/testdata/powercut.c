/* Keeps, of every file in a folder, what would be left of it after a power cut: its content at the last fsync. Loaded before
   the C library, it copies a file that was synced into the folder named by ORIFLAMME_TEST_SHADOW before the call returns. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void keep(int fd) {
	const char *folder = getenv("ORIFLAMME_TEST_SHADOW");
	char link[64], path[2048], to[4096], part[4104], block[65536];
	struct stat st;
	if (!folder || fstat(fd, &st) || !S_ISREG(st.st_mode)) return;
	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	ssize_t n = readlink(link, path, sizeof path - 1);
	if (n <= 0) _exit(97);
	path[n] = 0;
	snprintf(to, sizeof to, "%s/%s", folder, strrchr(path, '/') + 1);
	snprintf(part, sizeof part, "%s.part", to);
	int out = open(part, O_CREAT | O_TRUNC | O_WRONLY, 0600);
	if (out < 0) _exit(97);
	off_t at = 0;
	while ((n = pread(fd, block, sizeof block, at)) > 0) {
		if (write(out, block, n) != n) _exit(97);
		at += n;
	}
	if (n < 0 || close(out) || rename(part, to)) _exit(97);
}

static int synced(const char *name, int fd) {
	int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
	int failed = real(fd);
	if (!failed) keep(fd);
	return failed;
}

int fsync(int fd) { return synced("fsync", fd); }
int fdatasync(int fd) { return synced("fdatasync", fd); }
