#ifndef XYZMAP_STDDEF_H
#define XYZMAP_STDDEF_H
typedef unsigned long size_t;
#define NULL ((void *)0)
#endif
