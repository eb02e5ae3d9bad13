/* Preloaded into the server: fsync and fdatasync fail while the file named by FAULT_FILE exists. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static int fails(void) {
    const char* const file = getenv("FAULT_FILE");
    return file != NULL && access(file, F_OK) == 0;
}

static int call(const char* name, int descriptor) {
    if (fails()) {
        errno = EIO;
        return -1;
    }
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    return real(descriptor);
}

int fsync(int descriptor) {
    return call("fsync", descriptor);
}

int fdatasync(int descriptor) {
    return call("fdatasync", descriptor);
}
