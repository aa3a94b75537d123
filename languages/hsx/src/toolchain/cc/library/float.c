// float and double in software: IEEE 754, rounding to nearest, ties to even. Numbers travel as bits.

typedef unsigned u32;
typedef int i32;
typedef unsigned long long u64;
typedef long long i64;
typedef unsigned short u16;

/* One set of functions for both formats: a value is sign, exponent and a fraction of 64 bits with its first bit on top. */
enum kind { ZERO, FINITE, INFINITE, NAN };

struct number {
  int kind;
  u32 sign;
  int exponent; /* of the first bit */
  u64 fraction; /* with bit 63 set */
};

static int leading(u64 value) {
  u32 top = value >> 32;
  int count = 0;
  if (top == 0) {
    count = 32;
    top = (u32)value;
  }
  while (!(top & 0x80000000)) {
    top <<= 1;
    count++;
  }
  return count;
}

static void normal(struct number *n, int exponent, u64 fraction) {
  int shift;
  n->kind = fraction == 0 ? ZERO : FINITE;
  if (fraction == 0) return;
  shift = leading(fraction);
  n->fraction = fraction << shift;
  n->exponent = exponent - shift;
}

static void unpack32(struct number *n, u32 bits) {
  int e = (bits >> 23) & 255;
  u32 f = bits & 0x7fffff;
  n->sign = bits >> 31;
  if (e == 255) n->kind = f ? NAN : INFINITE;
  else if (e == 0) normal(n, -126 + 40, f);
  else {
    n->kind = FINITE;
    n->exponent = e - 127;
    n->fraction = (u64)(f | 0x800000) << 40;
  }
}

static void unpack64(struct number *n, u64 bits) {
  int e = (u32)(bits >> 52) & 2047;
  u64 f = bits & 0xfffffffffffffull;
  n->sign = (u32)(bits >> 63);
  if (e == 2047) n->kind = f ? NAN : INFINITE;
  else if (e == 0) normal(n, -1022 + 11, f);
  else {
    n->kind = FINITE;
    n->exponent = e - 1023;
    n->fraction = (f | 0x10000000000000ull) << 11;
  }
}

static void unpack16(struct number *n, u32 bits) {
  int e = (bits >> 10) & 31;
  u32 f = bits & 0x3ff;
  n->sign = (bits >> 15) & 1;
  if (e == 31) n->kind = f ? NAN : INFINITE;
  else if (e == 0) normal(n, -14 + 53, f);
  else {
    n->kind = FINITE;
    n->exponent = e - 15;
    n->fraction = (u64)(f | 0x400) << 53;
  }
}

/* Bits of a format of `width` bits of fraction and exponents up to `bias`; the lowest bit of the fraction stands for all below. */
static u64 pack(const struct number *n, int width, int bias, int total) {
  u64 sign = (u64)n->sign << (total - 1);
  u64 infinite = (u64)(2 * bias + 1) << width;
  u64 f, rest, half;
  int e, cut;
  if (n->kind == NAN) return infinite | (1ull << (width - 1));
  if (n->kind == INFINITE) return sign | infinite;
  if (n->kind == ZERO) return sign;
  e = n->exponent + bias;
  cut = 63 - width;
  if (e <= 0) {
    cut += 1 - e;
    e = 0;
  }
  if (cut > 64) return sign;
  if (cut == 64) {
    f = 0;
    rest = n->fraction;
    /* More than half of the smallest number rounds up to it. */
    return sign | (rest > 0x8000000000000000ull);
  }
  f = n->fraction >> cut;
  rest = n->fraction << (64 - cut);
  half = 0x8000000000000000ull;
  if (rest > half || (rest == half && (f & 1))) f++;
  if (e == 0) return sign | f; /* may have become the smallest normal number, which is right */
  if (f >> (width + 1)) {
    f >>= 1;
    e++;
  }
  if (e >= 2 * bias + 1) return sign | infinite;
  return sign | ((u64)e << width) | (f & ((1ull << width) - 1));
}

static u32 pack32(const struct number *n) { return (u32)pack(n, 23, 127, 32); }
static u64 pack64(const struct number *n) { return pack(n, 52, 1023, 64); }
static u32 pack16(const struct number *n) { return (u32)pack(n, 10, 15, 16); }

static void add(struct number *a, struct number *b) {
  struct number *t;
  int shift;
  if (a->kind == NAN || b->kind == NAN) {
    a->kind = NAN;
    return;
  }
  if (a->kind == INFINITE) {
    if (b->kind == INFINITE && a->sign != b->sign) a->kind = NAN;
    return;
  }
  if (b->kind == INFINITE || (a->kind == ZERO && b->kind == FINITE)) {
    *a = *b;
    return;
  }
  if (b->kind == ZERO) {
    if (a->kind == ZERO) a->sign &= b->sign;
    return;
  }
  if (a->exponent < b->exponent || (a->exponent == b->exponent && a->fraction < b->fraction)) {
    t = a;
    a = b;
    b = t;
  }
  /* From here on `a` is the larger one; one bit of room above, sticky bits below. */
  {
    struct number r = *a;
    u64 x = a->fraction >> 1, y = b->fraction >> 1;
    x |= a->fraction & 1;
    y |= b->fraction & 1;
    shift = a->exponent - b->exponent;
    if (shift > 62) y = 1;
    else if (shift > 0) y = (y >> shift) | ((y << (64 - shift)) != 0);
    if (a->sign == b->sign) x += y;
    else x -= y;
    if (x == 0) {
      r.kind = ZERO;
      r.sign = 0;
    } else normal(&r, a->exponent + 1, x);
    *a = r;
    *b = r;
  }
}

static void multiply(struct number *a, const struct number *b) {
  u32 a0, a1, b0, b1;
  u64 low, mid, other, high;
  a->sign ^= b->sign;
  if (a->kind == NAN || b->kind == NAN || (a->kind == INFINITE && b->kind == ZERO) ||
      (a->kind == ZERO && b->kind == INFINITE)) {
    a->kind = NAN;
    return;
  }
  if (a->kind == INFINITE || b->kind == INFINITE) {
    a->kind = INFINITE;
    return;
  }
  if (a->kind == ZERO || b->kind == ZERO) {
    a->kind = ZERO;
    return;
  }
  a0 = (u32)a->fraction, a1 = a->fraction >> 32, b0 = (u32)b->fraction, b1 = b->fraction >> 32;
  low = (u64)a0 * b0;
  mid = (u64)a1 * b0 + (low >> 32);
  other = (u64)a0 * b1 + (u32)mid;
  high = (u64)a1 * b1 + (mid >> 32) + (other >> 32);
  if ((u32)low | (u32)other) high |= 1;
  normal(a, a->exponent + b->exponent + 1, high);
}

static void divide(struct number *a, const struct number *b) {
  u64 q = 0, r, d;
  int n;
  a->sign ^= b->sign;
  if (a->kind == NAN || b->kind == NAN || (a->kind == b->kind && a->kind != FINITE)) {
    a->kind = NAN;
    return;
  }
  if (a->kind == INFINITE || b->kind == ZERO) {
    a->kind = INFINITE;
    return;
  }
  if (a->kind == ZERO || b->kind == INFINITE) {
    a->kind = ZERO;
    return;
  }
  r = a->fraction >> 1 ;
  d = b->fraction >> 1;
  /* The lowest bit of both is never set here: fractions of 53 bits leave room below. */
  for (n = 0; n < 62; n++) {
    q <<= 1;
    if (r >= d) {
      r -= d;
      q |= 1;
    }
    r <<= 1;
  }
  q = (q << 1) | (r != 0);
  normal(a, a->exponent - b->exponent + 1, q);
}

static u32 order(const struct number *a, const struct number *b) {
  u32 greater, zero = a->kind == ZERO;
  if (a->kind == NAN || b->kind == NAN) return 8;
  if (zero && b->kind == ZERO) return 2;
  if (zero) return b->sign ? 4 : 1;
  if (b->kind == ZERO) return a->sign ? 1 : 4;
  if (a->sign != b->sign) return a->sign ? 1 : 4;
  if (a->kind != b->kind) greater = a->kind == INFINITE;
  else if (a->kind == INFINITE) return 2;
  else if (a->exponent != b->exponent) greater = a->exponent > b->exponent;
  else if (a->fraction != b->fraction) greater = a->fraction > b->fraction;
  else return 2;
  return greater != a->sign ? 4 : 1;
}

/* Towards zero; what does not fit is not defined by C and becomes the nearest that does. */
static u64 integer(const struct number *n, int bits, int isSigned) {
  u64 most = isSigned ? (1ull << (bits - 1)) - 1 : bits == 64 ? ~0ull : (1ull << bits) - 1;
  u64 value;
  if (n->kind == ZERO || n->kind == NAN) return 0;
  if (n->kind == INFINITE || n->exponent >= bits) value = ~0ull;
  else if (n->exponent < 0) return 0;
  else value = n->fraction >> (63 - n->exponent);
  if (n->sign) {
    if (!isSigned) return 0;
    return value > most ? -most - 1 : -value;
  }
  return value > most ? most : value;
}

static void whole(struct number *n, u64 magnitude, u32 sign) {
  n->sign = sign;
  n->exponent = 0;
  normal(n, 63, magnitude);
}

#define BINARY(name, type, unpack, pack, operation) \
  type name(type x, type y) {                       \
    struct number a, b;                             \
    unpack(&a, x);                                  \
    unpack(&b, y);                                  \
    operation(&a, &b);                              \
    return pack(&a);                                \
  }

BINARY(__hsx_f32_add, u32, unpack32, pack32, add)
BINARY(__hsx_f64_add, u64, unpack64, pack64, add)
BINARY(__hsx_f32_mul, u32, unpack32, pack32, multiply)
BINARY(__hsx_f64_mul, u64, unpack64, pack64, multiply)
BINARY(__hsx_f32_div, u32, unpack32, pack32, divide)
BINARY(__hsx_f64_div, u64, unpack64, pack64, divide)

u32 __hsx_f32_sub(u32 x, u32 y) { return __hsx_f32_add(x, y ^ 0x80000000); }
u64 __hsx_f64_sub(u64 x, u64 y) { return __hsx_f64_add(x, y ^ 0x8000000000000000ull); }

#define ORDER(name, type, unpack) \
  u32 name(type x, type y) {      \
    struct number a, b;           \
    unpack(&a, x);                \
    unpack(&b, y);                \
    return order(&a, &b);         \
  }

ORDER(__hsx_f16_order, u32, unpack16)
ORDER(__hsx_f32_order, u32, unpack32)
ORDER(__hsx_f64_order, u64, unpack64)

#define CONVERT(name, from, to, unpack, pack) \
  to name(from x) {                           \
    struct number a;                          \
    unpack(&a, x);                            \
    return pack(&a);                          \
  }

CONVERT(__hsx_f32_to_f64, u32, u64, unpack32, pack64)
CONVERT(__hsx_f64_to_f32, u64, u32, unpack64, pack32)
CONVERT(__hsx_f16_to_f32, u32, u32, unpack16, pack32)
CONVERT(__hsx_f16_to_f64, u32, u64, unpack16, pack64)
CONVERT(__hsx_f32_to_f16, u32, u32, unpack32, pack16)
CONVERT(__hsx_f64_to_f16, u64, u32, unpack64, pack16)

#define INTEGER(name, from, to, unpack, bits, isSigned) \
  to name(from x) {                                     \
    struct number a;                                    \
    unpack(&a, x);                                      \
    return (to)integer(&a, bits, isSigned);             \
  }

INTEGER(__hsx_f32_to_i32, u32, u32, unpack32, 32, 1)
INTEGER(__hsx_f32_to_u32, u32, u32, unpack32, 32, 0)
INTEGER(__hsx_f32_to_i64, u32, u64, unpack32, 64, 1)
INTEGER(__hsx_f32_to_u64, u32, u64, unpack32, 64, 0)
INTEGER(__hsx_f64_to_i32, u64, u32, unpack64, 32, 1)
INTEGER(__hsx_f64_to_u32, u64, u32, unpack64, 32, 0)
INTEGER(__hsx_f64_to_i64, u64, u64, unpack64, 64, 1)
INTEGER(__hsx_f64_to_u64, u64, u64, unpack64, 64, 0)

#define FROM_SIGNED(name, from, unsignedFrom, to, pack)                \
  to name(from x) {                                                    \
    struct number a;                                                   \
    whole(&a, x < 0 ? (unsignedFrom) - (unsignedFrom)x : (unsignedFrom)x, x < 0); \
    return pack(&a);                                                   \
  }

#define FROM_UNSIGNED(name, from, to, pack) \
  to name(from x) {                         \
    struct number a;                        \
    whole(&a, x, 0);                        \
    return pack(&a);                        \
  }

FROM_SIGNED(__hsx_i32_to_f32, i32, u32, u32, pack32)
FROM_SIGNED(__hsx_i64_to_f32, i64, u64, u32, pack32)
FROM_SIGNED(__hsx_i32_to_f64, i32, u32, u64, pack64)
FROM_SIGNED(__hsx_i64_to_f64, i64, u64, u64, pack64)
FROM_SIGNED(__hsx_i64_to_f16, i64, u64, u32, pack16)
FROM_UNSIGNED(__hsx_u32_to_f32, u32, u32, pack32)
FROM_UNSIGNED(__hsx_u64_to_f32, u64, u32, pack32)
FROM_UNSIGNED(__hsx_u32_to_f64, u32, u64, pack64)
FROM_UNSIGNED(__hsx_u64_to_f64, u64, u64, pack64)
FROM_UNSIGNED(__hsx_u32_to_f16, u32, u32, pack16)
FROM_UNSIGNED(__hsx_u64_to_f16, u64, u32, pack16)

u32 __hsx_f16_div0(u32 x, u32 y) {
  struct number a, b;
  unpack16(&a, x);
  unpack16(&b, y);
  divide(&a, &b);
  return pack16(&a);
}

/* The remainder that has the sign of the dividend, exactly. */
static void remainder(struct number *a, const struct number *b) {
  u64 r, d;
  int n;
  if (a->kind == NAN || b->kind == NAN || a->kind == INFINITE || b->kind == ZERO) {
    a->kind = NAN;
    return;
  }
  if (a->kind == ZERO || b->kind == INFINITE) return;
  n = a->exponent - b->exponent;
  if (n < 0) return;
  r = a->fraction >> 1;
  d = b->fraction >> 1;
  for (; n > 0; n--) {
    if (r >= d) r -= d;
    r <<= 1;
  }
  if (r >= d) r -= d;
  normal(a, b->exponent + 1, r);
}

BINARY(__hsx_f32_rem, u32, unpack32, pack32, remainder)
BINARY(__hsx_f64_rem, u64, unpack64, pack64, remainder)
BINARY(__hsx_f16_rem, u32, unpack16, pack16, remainder)
