/* Loops as their users write them. loops.ll is what clang 14 makes of this file with
   clang -O1 -ffp-contract=off -fno-unroll-loops -fno-vectorize -S -emit-llvm, without attributes. */

typedef struct { int x, y, w; } point;

int dot(const int *a, const int *b, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i] * b[i];
    return s;
}

void fir(const int *x, const int *h, int *y, int n) {
    for (int i = 0; i < n; i++) y[i] = x[i] * h[0] + x[i + 1] * h[1] + x[i + 2] * h[2];
}

void saxpy(float a, const float *x, float *y, int n) {
    for (int i = 0; i < n; i++) y[i] = a * x[i] + y[i];
}

void bicg(const double *A, double *s, double *q, const double *r, const double *p, int i, int n) {
    for (int j = 0; j < n; j++) {
        s[j] += r[i] * A[j];
        q[i] += A[j] * p[j];
    }
}

float gemm(const float *a, const float *b, int n, int m) {
    float s = 0;
    for (int k = 0; k < n; k++) s += a[k] * b[k * m];
    return s;
}

void relu(const float *x, float *y, int n) {
    for (int i = 0; i < n; i++) {
        if (x[i] > 0) y[i] = x[i];
        else y[i] = 0;
    }
}

void histogram(const unsigned char *d, int *h, int n) {
    for (int i = 0; i < n; i++) h[d[i]]++;
}

int until_negative(const int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) {
        if (a[i] < 0) break;
        s += a[i];
    }
    return s;
}

int areas(const point *p, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += p[i].x * p[i].w - p[i].y;
    return s;
}

unsigned crc(const unsigned char *d, unsigned c, int n) {
    for (int i = 0; i < n; i++) c = (c << 1) ^ (c >> 31 ? 0x04C11DB7u : 0u) ^ d[i];
    return c;
}

void clip(const int *x, int *y, int n, int low, int high) {
    for (int i = 0; i < n; i++) {
        int v = x[i];
        if (v > low && v < high) y[i] = v;
    }
}

void average(const signed char *x, long long *y, int n) {
    long long s = 0;
    for (int i = 0; i < n; i++) {
        s += x[i];
        y[i] = s >> 3;
    }
}

/* These are functions of their own in hardware. */

float peak(const float *x, int n) {
    float most = 0;
    for (int i = 0; i < n; i++) most = __builtin_fmaxf(most, __builtin_fabsf(x[i]));
    return most;
}

float fused(const float *x, const float *y, int n) {
    float s = 0;
    for (int i = 0; i < n; i++) s = __builtin_fmaf(x[i], y[i], s);
    return s;
}

void ones(const unsigned *x, unsigned *y, int n) {
    for (int i = 0; i < n; i++) y[i] = __builtin_bswap32(x[i]) + __builtin_popcount(x[i]);
}
