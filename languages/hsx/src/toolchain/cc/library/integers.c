// Integers that the machine has no instructions for.

typedef unsigned u32;
typedef int i32;
typedef unsigned long long u64;
typedef long long i64;

/* The instruction DIV. `/` may become a division without signs, which is what is made of it here. */
i32 __hsx_div(i32 a, i32 b);

/* Halves of a number without shifts of 64 bits, which would call us. */
union wide {
  u64 whole;
  struct {
    u32 low, high;
  } part;
};

static u64 joined(u32 low, u32 high) {
  union wide w;
  w.part.low = low;
  w.part.high = high;
  return w.whole;
}

static u32 low(u64 value) { return (u32)value; }

static u32 high(u64 value) {
  union wide w;
  w.whole = value;
  return w.part.high;
}

/* All 64 bits of a product of words. */
static u64 product(u32 a, u32 b) {
  u32 a0 = a & 0xffff, a1 = a >> 16, b0 = b & 0xffff, b1 = b >> 16;
  u32 low0 = a0 * b0, mid = a1 * b0 + (low0 >> 16);
  u32 other = a0 * b1 + (mid & 0xffff);
  return joined((other << 16) | (low0 & 0xffff), a1 * b1 + (mid >> 16) + (other >> 16));
}

u64 __hsx_mul64(u64 a, u64 b) {
  u64 p = product(low(a), low(b));
  return joined(low(p), high(p) + low(a) * high(b) + high(a) * low(b));
}

u64 __hsx_shl64(u64 a, u32 n) {
  n &= 63;
  if (n == 0) return a;
  if (n >= 32) return joined(0, low(a) << (n - 32));
  return joined(low(a) << n, (high(a) << n) | (low(a) >> (32 - n)));
}

u64 __hsx_shr64(u64 a, u32 n) {
  n &= 63;
  if (n == 0) return a;
  if (n >= 32) return joined(high(a) >> (n - 32), 0);
  return joined((low(a) >> n) | (high(a) << (32 - n)), high(a) >> n);
}

u64 __hsx_sar64(u64 a, u32 n) {
  n &= 63;
  if (n == 0) return a;
  if (n >= 32) return joined((i32)high(a) >> (n - 32), (i32)high(a) >> 31);
  return joined((low(a) >> n) | (high(a) << (32 - n)), (i32)high(a) >> n);
}

/* DIV has signs: half of the dividend is divided, and the rest corrected. */
u32 __hsx_udiv32(u32 a, u32 b) {
  if ((i32)b < 0) return a >= b;
  if ((i32)a >= 0) return __hsx_div(a, b);
  u32 q = (u32)__hsx_div(a >> 1, b) << 1;
  return q + (a - q * b >= b);
}

u32 __hsx_urem32(u32 a, u32 b) { return a - __hsx_udiv32(a, b) * b; }

static u64 divided(u64 a, u64 b, u64 *rest) {
  if (high(b) == 0 && high(a) == 0) {
    u32 q = __hsx_udiv32(low(a), low(b));
    *rest = joined(low(a) - q * low(b), 0);
    return joined(q, 0);
  }
  if (b == 0) {
    /* The instruction faults. */
    *rest = 0;
    return joined(__hsx_div(low(a), 0), 0);
  }
  u32 q0 = 0, q1 = 0;
  u32 a0 = low(a), a1 = high(a), r0 = 0, r1 = 0, b0 = low(b), b1 = high(b);
  int n = 64;
  if (a1 == 0) {
    n = 32;
    a1 = a0;
    a0 = 0;
  }
  while (n-- > 0) {
    u32 carry = r1 >> 31;
    r1 = (r1 << 1) | (r0 >> 31);
    r0 = (r0 << 1) | (a1 >> 31);
    a1 = (a1 << 1) | (a0 >> 31);
    a0 <<= 1;
    q1 = (q1 << 1) | (q0 >> 31);
    q0 <<= 1;
    if (carry || r1 > b1 || (r1 == b1 && r0 >= b0)) {
      u32 borrow = r0 < b0;
      r0 -= b0;
      r1 -= b1 + borrow;
      q0 |= 1;
    }
  }
  *rest = joined(r0, r1);
  return joined(q0, q1);
}

u64 __hsx_udiv64(u64 a, u64 b) {
  u64 rest;
  return divided(a, b, &rest);
}

u64 __hsx_urem64(u64 a, u64 b) {
  u64 rest;
  divided(a, b, &rest);
  return rest;
}

i64 __hsx_sdiv64(i64 a, i64 b) {
  u64 rest;
  u64 q = divided(a < 0 ? -(u64)a : (u64)a, b < 0 ? -(u64)b : (u64)b, &rest);
  return (a < 0) != (b < 0) ? -q : q;
}

i64 __hsx_srem64(i64 a, i64 b) {
  u64 rest;
  divided(a < 0 ? -(u64)a : (u64)a, b < 0 ? -(u64)b : (u64)b, &rest);
  return a < 0 ? -rest : rest;
}

/* Whether a product does not fit; multiply.mvasm puts it together with the product. */
u32 __hsx_umul_over(u32 a0, u32 a1, u32 b0, u32 b1) {
  if (a1 != 0 && b1 != 0) return 1;
  u64 cross = a1 != 0 ? product(a1, b0) : product(b1, a0);
  if (high(cross) != 0) return 1;
  u32 top = high(product(a0, b0));
  return top + low(cross) < top;
}

u32 __hsx_smul_over(u32 a0, u32 a1, u32 b0, u32 b1) {
  i64 a = joined(a0, a1), b = joined(b0, b1);
  u64 x = a < 0 ? -(u64)a : (u64)a, y = b < 0 ? -(u64)b : (u64)b;
  if (__hsx_umul_over(low(x), high(x), low(y), high(y))) return 1;
  u64 p = __hsx_mul64(x, y);
  int negative = (a < 0) != (b < 0);
  if (!negative) return high(p) >> 31;
  return (high(p) >> 31) && p != joined(0, 0x80000000u);
}

u32 __hsx_ctlz32(u32 a) {
  u32 n = 0;
  if (a == 0) return 32;
  if (!(a & 0xffff0000)) n += 16, a <<= 16;
  if (!(a & 0xff000000)) n += 8, a <<= 8;
  if (!(a & 0xf0000000)) n += 4, a <<= 4;
  if (!(a & 0xc0000000)) n += 2, a <<= 2;
  return n + !(a & 0x80000000);
}

u32 __hsx_ctlz64(u64 a) { return high(a) ? __hsx_ctlz32(high(a)) : 32 + __hsx_ctlz32(low(a)); }

u32 __hsx_cttz32(u32 a) { return a == 0 ? 32 : 31 - __hsx_ctlz32(a & -a); }

u32 __hsx_cttz64(u64 a) { return low(a) ? __hsx_cttz32(low(a)) : 32 + __hsx_cttz32(high(a)); }

u64 __hsx_fshl64(u64 a, u64 b, u32 n) {
  n &= 63;
  return n == 0 ? a : __hsx_shl64(a, n) | __hsx_shr64(b, 64 - n);
}

u64 __hsx_fshr64(u64 a, u64 b, u32 n) {
  n &= 63;
  return n == 0 ? b : __hsx_shl64(a, 64 - n) | __hsx_shr64(b, n);
}
