// Twisted balanced binary arithmetic: a sticky error instead of overflow.

#include "private.h"

#define OPERATIONS(bits, int_n, ERR)                                      \
  static int_n settled##bits(bool overflowed, int_n value) {              \
    return overflowed ? ERR : value;                                      \
  }                                                                       \
  int_n __aria_tbb##bits##_add(int_n a, int_n b) {                        \
    int_n sum;                                                            \
    if (a == ERR || b == ERR) return ERR;                                 \
    bool overflowed = __builtin_add_overflow(a, b, &sum);                 \
    return settled##bits(overflowed, sum);                                \
  }                                                                       \
  int_n __aria_tbb##bits##_sub(int_n a, int_n b) {                        \
    int_n difference;                                                     \
    if (a == ERR || b == ERR) return ERR;                                 \
    bool overflowed = __builtin_sub_overflow(a, b, &difference);          \
    return settled##bits(overflowed, difference);                         \
  }                                                                       \
  int_n __aria_tbb##bits##_mul(int_n a, int_n b) {                        \
    int_n product;                                                        \
    if (a == ERR || b == ERR) return ERR;                                 \
    bool overflowed = __builtin_mul_overflow(a, b, &product);             \
    return settled##bits(overflowed, product);                            \
  }                                                                       \
  /* Without ERR among the operands no quotient overflows. */             \
  int_n __aria_tbb##bits##_div(int_n a, int_n b) {                        \
    return a == ERR || b == ERR || b == 0 ? ERR : (int_n)(a / b);         \
  }                                                                       \
  int_n __aria_tbb##bits##_mod(int_n a, int_n b) {                        \
    return a == ERR || b == ERR || b == 0 ? ERR : (int_n)(a % b);         \
  }                                                                       \
  int_n __aria_tbb##bits##_neg(int_n a) {                                 \
    return a == ERR ? ERR : (int_n)-a;                                    \
  }

OPERATIONS(8, int8_t, INT8_MIN)
OPERATIONS(16, int16_t, INT16_MIN)
OPERATIONS(32, int32_t, INT32_MIN)
OPERATIONS(64, int64_t, INT64_MIN)

/** The largest value of a width; anything that is no width counts as 64. */
static int64_t largest(uint32_t bits) {
  return bits == 8 || bits == 16 || bits == 32 ? (INT64_C(1) << (bits - 1)) - 1 : INT64_MAX;
}

int64_t __aria_tbb_convert(int64_t value, uint32_t from_bits, uint32_t to_bits) {
  int64_t error = -largest(to_bits) - 1;
  if (from_bits != 0 && (value < -largest(from_bits) || value > largest(from_bits))) return error;
  return value < -largest(to_bits) || value > largest(to_bits) ? error : value;
}

int64_t __aria_tbb_from_uint64(uint64_t value, uint32_t to_bits) {
  int64_t most = largest(to_bits);
  return value > (uint64_t)most ? -most - 1 : (int64_t)value;
}
