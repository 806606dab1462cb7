#ifndef XYZMAP_STDLIB_H
#define XYZMAP_STDLIB_H
#include <stddef.h>
int abs(int value);
long labs(long value);
int rand(void);
void srand(unsigned int seed);
void *malloc(size_t size);
void free(void *memory);
void exit(int status);
#endif
