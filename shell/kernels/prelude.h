/* What the translated functions use: Python's stable interface, arithmetic, random numbers.

   The interface is declared here, since an installation of Python may come without its headers. All
   of it belongs to the stable ABI of Python 3.11 (PEP 384, PEP 688), whose structures do not change. */

#include <math.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct _object PyObject;
typedef intptr_t Py_ssize_t;
typedef struct {
    void *buf;
    PyObject *obj;
    Py_ssize_t len, itemsize;
    int readonly, ndim;
    char *format;
    Py_ssize_t *shape, *strides, *suboffsets;
    void *internal;
} Py_buffer;
typedef PyObject *(*PyMethod)(PyObject *, PyObject *const *, Py_ssize_t);
typedef struct {
    const char *name;
    PyMethod call;
    int flags;
    const char *doc;
} PyMethodDef;
typedef struct {
    Py_ssize_t references;
    void *type, *init;
    Py_ssize_t index;
    PyObject *copy;
    const char *name, *doc;
    Py_ssize_t size;
    PyMethodDef *methods;
    void *slots, *traverse, *clear, *free;
} PyModuleDef;

extern PyObject *PyExc_TypeError, *PyExc_IndexError;
extern PyObject *PyModule_Create2(PyModuleDef *, int);
extern int PyModule_AddStringConstant(PyObject *, const char *, const char *);
extern int PyObject_GetBuffer(PyObject *, Py_buffer *, int);
extern void PyBuffer_Release(Py_buffer *);
extern Py_ssize_t PyTuple_Size(PyObject *);
extern PyObject *PyTuple_GetItem(PyObject *, Py_ssize_t);
extern PyObject *PyTuple_New(Py_ssize_t);
extern int PyTuple_SetItem(PyObject *, Py_ssize_t, PyObject *);
extern long long PyLong_AsLongLong(PyObject *);
extern double PyFloat_AsDouble(PyObject *);
extern int PyObject_IsTrue(PyObject *);
extern PyObject *PyLong_FromLongLong(long long);
extern PyObject *PyFloat_FromDouble(double);
extern PyObject *PyBool_FromLong(long);
extern PyObject *Py_BuildValue(const char *, ...);
extern PyObject *PyErr_Occurred(void);
extern PyObject *PyErr_Format(PyObject *, const char *, ...);

enum { METH_FASTCALL = 0x80, PyBUF_FORMAT = 0x4, PyBUF_C_CONTIGUOUS = 0x38, STABLE_ABI = 3 };

/* Arrays that a call holds until it returns. */
typedef struct {
    int count;
    Py_buffer of[MOST_ARRAYS];
} Held;

static bool get_array(Held *held, PyObject *given, void *at, int64_t *n, int axes, size_t size, const char *codes)
{
    Py_buffer *view = &held->of[held->count];
    if (PyObject_GetBuffer(given, view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) < 0)
        return false;
    held->count++;
    const char *format = view->format == NULL ? "B" : view->format;
    if ((axes && view->ndim != axes) || view->itemsize != (Py_ssize_t)size || strchr(codes, format[0]) == NULL || format[1]) {
        PyErr_Format(PyExc_TypeError, "an array of %d axes and type '%s' instead of %d and '%s'", view->ndim, format,
                     axes, codes);
        return false;
    }
    memcpy(at, &view->buf, sizeof view->buf);
    for (int axis = 0; axis < axes; axis++)
        n[axis] = view->shape[axis];
    return true;
}

static bool get_int64_t(PyObject *given, int64_t *number)
{
    *number = PyLong_AsLongLong(given);
    return *number != -1 || PyErr_Occurred() == NULL;
}

static bool get_double(PyObject *given, double *number)
{
    *number = PyFloat_AsDouble(given);
    return *number != -1.0 || PyErr_Occurred() == NULL;
}

static bool get_bool(PyObject *given, bool *number)
{
    int found = PyObject_IsTrue(given);
    *number = found > 0;
    return found >= 0;
}

static void release(Held *held)
{
    while (held->count)
        PyBuffer_Release(&held->of[--held->count]);
}

/* Where a function goes on that raises IndexError. */
static jmp_buf raised;

#ifdef CHECKED
static inline int64_t checked(int64_t n, int64_t size)
{
    if (n < 0 || n >= size)
        longjmp(raised, 1);
    return n;
}
#else
#define checked(n, size) (n)
#endif
#define AT1(a, i) (a).at[checked(i, (a).n[0])]
#define AT2(a, i, j) (a).at[checked(i, (a).n[0]) * (a).n[1] + checked(j, (a).n[1])]
#define AT3(a, i, j, k) \
    (a).at[(checked(i, (a).n[0]) * (a).n[1] + checked(j, (a).n[1])) * (a).n[2] + checked(k, (a).n[2])]

/* Python's division rounds down. */
static inline int64_t quotient(int64_t a, int64_t b)
{
    int64_t q = a / b;
    return q - ((a % b != 0) & ((a < 0) != (b < 0)));
}

static inline int64_t modulo(int64_t a, int64_t b)
{
    int64_t r = a % b;
    return r + ((r != 0) & ((r < 0) != (b < 0)) ? b : 0);
}

/* Of equal numbers Python takes the first one. */
static inline int64_t min_int(int64_t a, int64_t b) { return b < a ? b : a; }
static inline int64_t max_int(int64_t a, int64_t b) { return b > a ? b : a; }
static inline double min_real(double a, double b) { return b < a ? b : a; }
static inline double max_real(double a, double b) { return b > a ? b : a; }

static inline bool any_of(const int64_t *at, int64_t size)
{
    for (int64_t n = 0; n < size; n++)
        if (at[n])
            return true;
    return false;
}

/* The numbers of numpy.random.seed and the functions after it: M. Matsumoto and T. Nishimura,
   Mersenne Twister, 1998; normal ones by the polar method (G. Marsaglia and T. A. Bray, 1964). */
enum { WORDS = 624, AHEAD = 397 };
static struct {
    uint32_t word[WORDS];
    int next;
    bool has_normal;
    double normal;
} twister = {.next = WORDS + 1};

static inline void random_seed(int64_t seed)
{
    uint32_t word = (uint32_t)seed;
    for (int n = 0; n < WORDS; n++) {
        twister.word[n] = word;
        word = 1812433253u * (word ^ (word >> 30)) + (uint32_t)n + 1;
    }
    twister.next = WORDS;
    twister.has_normal = false;
}

static uint32_t random_word(void)
{
    if (twister.next >= WORDS) {
        if (twister.next > WORDS)
            random_seed(5489);
        for (int n = 0; n < WORDS; n++) {
            uint32_t both = (twister.word[n] & 0x80000000u) | (twister.word[(n + 1) % WORDS] & 0x7fffffffu);
            twister.word[n] = twister.word[(n + AHEAD) % WORDS] ^ (both >> 1) ^ (both & 1 ? 0x9908b0dfu : 0);
        }
        twister.next = 0;
    }
    uint32_t word = twister.word[twister.next++];
    word ^= word >> 11;
    word ^= (word << 7) & 0x9d2c5680u;
    word ^= (word << 15) & 0xefc60000u;
    return word ^ (word >> 18);
}

static inline double random_real(void)
{
    double high = random_word() >> 5, low = random_word() >> 6;
    return (high * 67108864.0 + low) / 9007199254740992.0;
}

static inline int64_t random_below(int64_t from, int64_t to)
{
    uint64_t most = (uint64_t)(to - from - 1), mask = most, found;
    if (most == 0)
        return from;
    for (int shift = 1; shift < 64; shift *= 2)
        mask |= mask >> shift;
    do {
        found = random_word();
        if (mask > UINT32_MAX)
            found = found << 32 | random_word();
        found &= mask;
    } while (found > most);
    return from + (int64_t)found;
}

static inline double random_normal(double mean, double deviation)
{
    if (twister.has_normal) {
        twister.has_normal = false;
        return mean + deviation * twister.normal;
    }
    double x, y, square;
    do {
        x = 2.0 * random_real() - 1.0;
        y = 2.0 * random_real() - 1.0;
        square = x * x + y * y;
    } while (square >= 1.0 || square == 0.0);
    double scale = sqrt(-2.0 * log(square) / square);
    twister.has_normal = true;
    twister.normal = scale * x;
    return mean + deviation * (scale * y);
}
