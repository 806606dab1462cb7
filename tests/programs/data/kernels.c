/* Loops that people map: stencils, filters, matrices, ciphers. The text beside it is that of
   clang 14 -O1 -Xclang -disable-llvm-passes -ffp-contract=off -fno-discard-value-names. */
#include <stdint.h>
#include <math.h>
void conv3x3(int *restrict out, const int *restrict in, const int *restrict k, int n, int m) { for (int i = 1; i < n - 1; i++) for (int j = 1; j < m - 1; j++) { int s = 0; for (int a = -1; a <= 1; a++) s += in[(i + a) * m + j - 1] * k[(a + 1) * 3] + in[(i + a) * m + j] * k[(a + 1) * 3 + 1] + in[(i + a) * m + j + 1] * k[(a + 1) * 3 + 2]; out[i * m + j] = s; } }
void conv33(int *restrict out, const int *restrict in, int n) { for (int i = 1; i < n - 1; i++) for (int j = 1; j < 63; j++) out[i*64+j] = in[(i-1)*64+j-1]+2*in[(i-1)*64+j]+in[(i-1)*64+j+1]+2*in[i*64+j-1]+4*in[i*64+j]+2*in[i*64+j+1]+in[(i+1)*64+j-1]+2*in[(i+1)*64+j]+in[(i+1)*64+j+1]; }
void conv33p(unsigned char *restrict out, const unsigned char *restrict in, int n, int pitch) { for (int i = 1; i < n - 1; i++) for (int j = 1; j < n-1; j++) out[i*pitch+j] = (in[(i-1)*pitch+j-1]+2*in[(i-1)*pitch+j]+in[(i-1)*pitch+j+1]+2*in[i*pitch+j-1]+4*in[i*pitch+j]+2*in[i*pitch+j+1]+in[(i+1)*pitch+j-1]+2*in[(i+1)*pitch+j]+in[(i+1)*pitch+j+1])>>4; }
void stencil5(double *restrict o, const double *restrict a, int n) { for (int i = 2; i < n - 2; i++) o[i] = a[i-2]+a[i-1]+a[i]+a[i+1]+a[i+2]; }
void jacobi(double b[][100], double a[][100], int n) { for (int i = 1; i < n - 1; i++) for (int j = 1; j < n - 1; j++) b[i][j] = 0.2 * (a[i][j] + a[i][j-1] + a[i][1+j] + a[1+i][j] + a[i-1][j]); }
void seidel(double a[][100], int n) { for (int i = 1; i < n - 1; i++) for (int j = 1; j < n - 1; j++) a[i][j] = (a[i-1][j-1] + a[i-1][j] + a[i-1][j+1] + a[i][j-1] + a[i][j] + a[i][j+1] + a[i+1][j-1] + a[i+1][j] + a[i+1][j+1])/9.0; }
void fir4(int *restrict y, const int *restrict x, const int *restrict h, int n) { for (int i = 0; i < n; i++) y[i] = h[0]*x[i]+h[1]*x[i+1]+h[2]*x[i+2]+h[3]*x[i+3]; }
int viterbi(int *restrict m, const int *restrict p, const int *restrict c, int n) { for (int i = 0; i < n; i++) { int a = p[2*i] + c[i], b = p[2*i+1] - c[i]; m[i] = a < b ? a : b; } return 0; }
void xtea(uint32_t *v, const uint32_t *k) { uint32_t a = v[0], b = v[1], s = 0; for (int i = 0; i < 32; i++) { a += (((b << 4) ^ (b >> 5)) + b) ^ (s + k[s & 3]); s += 0x9E3779B9; b += (((a << 4) ^ (a >> 5)) + a) ^ (s + k[(s >> 11) & 3]); } v[0] = a; v[1] = b; }
void gradient(int *restrict g, const int *restrict p, int n, int w) { for (int i = 1; i < n; i++) for (int j = 1; j < w - 1; j++) { int x = p[i*w+j+1] - p[i*w+j-1], y = p[(i+1)*w+j] - p[(i-1)*w+j]; g[i*w+j] = (x < 0 ? -x : x) + (y < 0 ? -y : y); } }
void sobel(unsigned char *restrict o, const unsigned char *restrict p, int w, int h) { for (int y = 1; y < h-1; y++) for (int x = 1; x < w-1; x++) { int gx = p[(y-1)*w+x+1]+2*p[y*w+x+1]+p[(y+1)*w+x+1]-p[(y-1)*w+x-1]-2*p[y*w+x-1]-p[(y+1)*w+x-1]; int gy = p[(y+1)*w+x-1]+2*p[(y+1)*w+x]+p[(y+1)*w+x+1]-p[(y-1)*w+x-1]-2*p[(y-1)*w+x]-p[(y-1)*w+x+1]; int g = (gx<0?-gx:gx)+(gy<0?-gy:gy); o[y*w+x] = g > 255 ? 255 : g; } }
void gemm(int n, double *C, const double *A, const double *B) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { double s = 0; for (int k = 0; k < n; k++) s += A[i*n+k]*B[k*n+j]; C[i*n+j] = s; } }
void lu(double *a, int n) { for (int k = 0; k < n; k++) for (int i = k+1; i < n; i++) { for (int j = k+1; j < n; j++) a[i*n+j] -= a[i*n+k]*a[k*n+j]; } }
void fdtd(double *restrict ey, const double *restrict hz, int n, int m) { for (int i = 1; i < n; i++) for (int j = 0; j < m; j++) ey[i*m+j] -= 0.5*(hz[i*m+j]-hz[(i-1)*m+j]); }
int median3(int *restrict o, const int *restrict a, int n) { for (int i = 1; i < n-1; i++) { int x = a[i-1], y = a[i], z = a[i+1]; int lo = x < y ? x : y, hi = x < y ? y : x; o[i] = z < lo ? lo : z > hi ? hi : z; } return 0; }
int sad(const unsigned char *a, const unsigned char *b, int n) { int s = 0; for (int i = 0; i < n; i++) { int d = a[i]-b[i]; s += d < 0 ? -d : d; } return s; }
void iir(float *restrict y, const float *restrict x, int n, float a, float b) { y[0] = x[0]; for (int i = 1; i < n; i++) y[i] = a*x[i]+b*y[i-1]; }
void biquad(float *restrict y, const float *restrict x, int n, const float *restrict c) { for (int i = 2; i < n; i++) y[i] = c[0]*x[i]+c[1]*x[i-1]+c[2]*x[i-2]-c[3]*y[i-1]-c[4]*y[i-2]; }
int adler(const unsigned char *p, int n) { unsigned a = 1, b = 0; for (int i = 0; i < n; i++) { a += p[i]; b += a; } return (b << 16) | (a & 0xffff); }
unsigned crc(const unsigned char *p, int n) { unsigned c = ~0u; for (int i = 0; i < n; i++) { c ^= p[i]; for (int k = 0; k < 8; k++) c = c & 1 ? (c >> 1) ^ 0xEDB88320u : c >> 1; } return ~c; }
int sum3(const int *a, const int *b, const int *c, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i] + b[i] * c[i]; return s; }
int sum4(const int *a, const int *b, int n) { int s = 0; for (int i = 0; i < n; i++) { s = s + a[i]; s = s + b[i]; s = s + i; } return s; }
void fft(int *re, int *im, const int *wr, const int *wi, int n, int half) { for (int i = 0; i < half; i++) { int tr = wr[i]*re[i+half]-wi[i]*im[i+half], ti = wr[i]*im[i+half]+wi[i]*re[i+half]; re[i+half] = re[i]-tr; im[i+half] = im[i]-ti; re[i] += tr; im[i] += ti; } }
void inplace(int *a, int n) { for (int i = 1; i < n - 1; i++) a[i] = (a[i-1] + 2 * a[i] + a[i+1]) >> 2; }
void wave(float *restrict n_, const float *restrict c, const float *restrict p, int n, float k) { for (int i = 1; i < n-1; i++) n_[i] = 2*c[i]-p[i]+k*(c[i-1]-2*c[i]+c[i+1]); }
void lut(unsigned char *restrict o, const unsigned char *restrict i_, const unsigned char *restrict t, int n) { for (int i = 0; i < n; i++) o[i] = t[i_[i]]; }
void hist(int *h, const unsigned char *p, int n) { for (int i = 0; i < n; i++) h[p[i]]++; }
void transpose(int *restrict o, const int *restrict a, int n, int m) { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) o[j*n+i] = a[i*m+j]; }
void spmv(double *restrict y, const double *restrict v, const int *restrict c, const int *restrict r, const double *restrict x, int n) { for (int i = 0; i < n; i++) { double s = 0; for (int k = r[i]; k < r[i+1]; k++) s += v[k]*x[c[k]]; y[i] = s; } }
void rowmul(int *restrict o, const int *restrict a, int n, int r, int p) { for (int j = 0; j < n; j++) o[j] = a[r*p+j] + o[j]; }
