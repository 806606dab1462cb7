/* Loops of all sorts: with pointers, while and early exits, branches, structs, calls, and nested. */
#include <stdint.h>

/* Pointers. */
void saxpy(int n, float a, const float *restrict x, float *restrict y) { for (int i = 0; i < n; i++) y[i] += a * x[i]; }
void copy_bytes(unsigned char *to, const unsigned char *from, unsigned n) { while (n--) *to++ = *from++; }
void reverse(int *a, int n) { int *lo = a, *hi = a + n - 1; while (lo < hi) { int t = *lo; *lo++ = *hi; *hi-- = t; } }
void prefix(int *a, int n) { for (int i = 1; i < n; i++) a[i] += a[i - 1]; }
void smooth(double *restrict out, const double *restrict in, int n) { for (int i = 1; i < n - 1; i++) out[i] = 0.25 * in[i - 1] + 0.5 * in[i] + 0.25 * in[i + 1]; }
int64_t dot64(const int *a, const int *b, int n) { int64_t s = 0; for (int i = 0; i < n; i++) s += (int64_t)a[i] * b[i]; return s; }
void scatter(int *a, const unsigned char *index, int n) { for (int i = 0; i < n; i++) a[index[i]] += i; }
void shift_two(int *a, int n) { for (int i = 2; i < n; i++) a[i] = a[i - 2] * 3 + a[i - 1]; }
void interleave(short *restrict out, const short *restrict a, const short *restrict b, int n) { for (int i = 0; i < n; i++) { out[2 * i] = a[i]; out[2 * i + 1] = b[i]; } }
void strided(int *a, int n, int step) { for (int i = 0; i < n; i++) a[i * step] = i; }

/* While and early exits. */
int find_first(const int *a, int n, int key) { for (int i = 0; i < n; i++) if (a[i] == key) return i; return -1; }
unsigned length(const char *s) { unsigned n = 0; while (s[n]) n++; return n; }
unsigned gcd(unsigned a, unsigned b) { while (b) { unsigned t = a % b; a = b; b = t; } return a; }
int collatz(unsigned n) { int steps = 0; while (n > 1 && steps < 100) { n = n & 1 ? 3 * n + 1 : n >> 1; steps++; } return steps; }
int first_difference(const unsigned char *a, const unsigned char *b, int n) { int i = 0; while (i < n && a[i] == b[i]) i++; return i; }
int count_bits(uint64_t x) { int c = 0; while (x) { x &= x - 1; c++; } return c; }
void fill_until(int *a, const int *limit, int n) { for (int i = 0; i < n; i++) { if (limit[i] < 0) break; a[i] = limit[i] * 2; } }
int search_two(const int *a, int n, int x, int y) { for (int i = 0; i < n; i++) { if (a[i] == x) return i; if (a[i] == y) return -i; } return n; }

/* Branches. */
int clip_sum(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) { int v = a[i]; if (v > 10) v = 10; else if (v < -10) v = -10; s += v; } return s; }
void threshold(int *a, int n, int t) { for (int i = 0; i < n; i++) if (a[i] > t) a[i] = t; }
int odd_even(const int *a, int n) { int o = 0, e = 0; for (int i = 0; i < n; i++) if (a[i] & 1) o += a[i]; else e += a[i]; return o - e; }
int maximum(const int *a, int n, int *where) { int m = a[0], k = 0; for (int i = 1; i < n; i++) if (a[i] > m) { m = a[i]; k = i; } *where = k; return m; }
void classify(unsigned char *out, const int *a, int n) { for (int i = 0; i < n; i++) { switch (a[i] & 3) { case 0: out[i] = 7; break; case 1: out[i] = 1; break; case 2: out[i] = 9; break; default: out[i] = 0; } } }
int compact(int *out, const int *in, int n) { int k = 0; for (int i = 0; i < n; i++) if (in[i] > 0) out[k++] = in[i]; return k; }
float absolute(const float *x, int n) { float s = 0; for (int i = 0; i < n; i++) s += x[i] < 0 ? -x[i] : x[i]; return s; }
void two_sided(int *a, int *b, int n) { for (int i = 0; i < n; i++) { if (a[i] > b[i]) { int t = a[i]; a[i] = b[i]; b[i] = t; } else if (a[i] == b[i]) b[i]++; } }

/* Structs. */
struct point { int x, y; short w; };
struct node { int value; struct node *next; };
struct state { uint32_t s[4]; double gain; };
int weight(const struct point *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i].x * p[i].w - p[i].y; return s; }
void move(struct point *p, int n, int dx) { for (int i = 0; i < n; i++) { p[i].x += dx; p[i].w = (short)(p[i].w + 1); } }
int sum_list(const struct node *p) { int s = 0; while (p) { s += p->value; p = p->next; } return s; }
int list_has(const struct node *p, int key) { for (; p; p = p->next) if (p->value == key) return 1; return 0; }
void mix(struct state *t, int n) { for (int i = 0; i < n; i++) { uint32_t x = t->s[3]; t->s[3] = t->s[2]; t->s[2] = t->s[1]; t->s[1] = t->s[0]; x ^= x << 11; x ^= x >> 8; t->s[0] = x ^ t->s[0]; } }

/* Calls. */
static int square(int x) { return x * x; }
static int clamp(int x, int lo, int hi) { return x < lo ? lo : x > hi ? hi : x; }
static unsigned rotl(unsigned x, int k) { return x << (k & 31) | x >> (-k & 31); }
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
int squares(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += square(a[i]); return s; }
void clamp_all(int *a, int n) { for (int i = 0; i < n; i++) a[i] = clamp(a[i], -8, 7); }
unsigned hash(const unsigned char *p, int n) { unsigned h = 17; for (int i = 0; i < n; i++) h = rotl(h, 5) ^ p[i] * 31u; return h; }
void bubble(int *a, int n) { for (int i = 0; i + 1 < n; i++) if (a[i] > a[i + 1]) swap(&a[i], &a[i + 1]); }
double horner(const double *c, int n, double x) { double y = 0; for (int i = n - 1; i >= 0; i--) y = y * x + c[i]; return y; }

/* In functions with several loops, nested and not. */
void matvec(const int *restrict a, const int *restrict x, int *restrict y, int n) { for (int i = 0; i < n; i++) { int s = 0; for (int j = 0; j < n; j++) s += a[i * n + j] * x[j]; y[i] = s; } }
void triangle(int *a, int n) { for (int i = 0; i < n; i++) for (int j = 0; j <= i; j++) a[i * 16 + j] = i ^ j; }
int two_loops(const int *a, int *b, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; for (int i = 0; i < n; i++) b[i] = a[i] - s; return s; }
void insertion(int *a, int n) { for (int i = 1; i < n; i++) { int v = a[i], j = i - 1; while (j >= 0 && a[j] > v) { a[j + 1] = a[j]; j--; } a[j + 1] = v; } }
