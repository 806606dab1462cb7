#ifndef XYZMAP_STDIO_H
#define XYZMAP_STDIO_H
#include <stddef.h>
int printf(const char *format, ...);
int puts(const char *text);
#endif
