#ifndef XYZMAP_STRING_H
#define XYZMAP_STRING_H
#include <stddef.h>
void *memset(void *target, int value, size_t size);
void *memcpy(void *target, const void *source, size_t size);
#endif
