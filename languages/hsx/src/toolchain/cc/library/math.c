// The part of <math.h> that needs no tables.

typedef unsigned u32;
typedef unsigned long long u64;

union bits64 {
  double value;
  u64 bits;
};

static double of(u64 bits) {
  union bits64 u;
  u.bits = bits;
  return u.value;
}

static u64 bitsOf(double value) {
  union bits64 u;
  u.value = value;
  return u.bits;
}

double fabs(double x) { return of(bitsOf(x) & 0x7fffffffffffffffull); }
float fabsf(float x) { return (float)fabs(x); }

double trunc(double x) {
  u64 b = bitsOf(x);
  int e = (int)((u32)(b >> 52) & 2047) - 1023;
  if (e >= 52) return x;
  if (e < 0) return of(b & 0x8000000000000000ull);
  return of(b & ~(0xfffffffffffffull >> e));
}

double floor(double x) {
  double t = trunc(x);
  return t > x ? t - 1 : t;
}

double ceil(double x) {
  double t = trunc(x);
  if (!(t < x)) return t;
  /* Above -1 it is zero with a sign. */
  t = t + 1;
  return t == 0 && x < 0 ? -0.0 : t;
}

double round(double x) {
  double t = trunc(x);
  double rest = x - t;
  if (rest >= 0.5) return t + 1;
  if (rest <= -0.5) return t - 1;
  return t;
}

double rint(double x) {
  double t = trunc(x), rest = x - t;
  int odd = fabs(t) < 9007199254740992.0 && ((long long)t & 1);
  if (rest > 0.5 || (rest == 0.5 && odd)) return t + 1;
  if (rest < -0.5 || (rest == -0.5 && odd)) return t - 1;
  return t;
}

double nearbyint(double x) { return rint(x); }

/* Digit by digit, exactly rounded. */
double sqrt(double x) {
  u64 b = bitsOf(x), f, root = 0, bit, rest;
  int e;
  if (x != x || x == 0) return x;
  if (b >> 63) return of(0x7ff8000000000000ull);
  e = (int)(b >> 52);
  if (e == 2047) return x;
  f = b & 0xfffffffffffffull;
  if (e == 0) {
    e = 1;
    while (!(f >> 52)) f <<= 1, e--;
  }
  f |= 0x10000000000000ull;
  e -= 1023;
  if (e & 1) f <<= 1, e--;
  /* 54 bits of the root of f * 2^54. */
  rest = 0;
  for (int n = 0; n < 54; n++) {
    rest = (rest << 2) | ((f >> 52) & 3);
    f = (f << 2) & 0x3fffffffffffffull;
    bit = (root << 2) | 1;
    root <<= 1;
    if (rest >= bit) rest -= bit, root |= 1;
  }
  root += (root & 1) && (rest || (root & 2)) ? 1 : 0;
  root >>= 1;
  return of(((u64)(e / 2 + 1022) << 52) + root);
}

float floorf(float x) { return (float)floor(x); }
float ceilf(float x) { return (float)ceil(x); }
float truncf(float x) { return (float)trunc(x); }
float roundf(float x) { return (float)round(x); }
float rintf(float x) { return (float)rint(x); }
float nearbyintf(float x) { return (float)rint(x); }
/* The root of a float, rounded to double first, rounds to the right float. */
float sqrtf(float x) { return (float)sqrt(x); }
double fmin(double a, double b) { return a != a ? b : b != b || a < b ? a : b; }
double fmax(double a, double b) { return a != a ? b : b != b || a > b ? a : b; }
float fminf(float a, float b) { return (float)fmin(a, b); }
float fmaxf(float a, float b) { return (float)fmax(a, b); }
u64 __hsx_f64_rem(u64 a, u64 b);
double fmod(double a, double b) { return of(__hsx_f64_rem(bitsOf(a), bitsOf(b))); }
