// Floating point in formatted output. Apart from the rest, because software for doubles is large.
// Digits are exact: the number is a large integer of 32-bit limbs, in a static place because stacks are small.

#include <stddef.h>

struct sink;
struct format {
  int left, zero, plus, space, alternate, width, precision;
};

/* Base 10^9, least first. Enough for the digits before and behind the point of any double that is printed here. */
#define LIMBS 130
static unsigned limbs[LIMBS];
static char digits[360];

/* limbs = limbs * factor + carry */
static int scale(int count, unsigned factor, unsigned carry) {
  for (int n = 0; n < count; n++) {
    unsigned long long product = (unsigned long long)limbs[n] * factor + carry;
    limbs[n] = (unsigned)(product % 1000000000u);
    carry = (unsigned)(product / 1000000000u);
  }
  if (carry && count < LIMBS) limbs[count++] = carry;
  return count;
}

void __hsx_put_float(struct sink *s, double value, char kind, const struct format *given,
                     void (*text)(struct sink *, const char *, int, const struct format *),
                     void (*number)(struct sink *, const char *, const char *, int, const struct format *)) {
  union {
    double value;
    unsigned words[2];
  } bits;
  struct format f = *given;
  unsigned high, low;
  int exponent, count, length = 0, point, places, at;
  const char *prefix;
  char lower = (char)(kind | 32);
  bits.value = value;
  high = bits.words[1];
  low = bits.words[0];
  prefix = high >> 31 ? "-" : f.plus ? "+" : f.space ? " " : "";
  exponent = (int)((high >> 20) & 2047);
  high &= 0xfffff;
  if (exponent == 2047) {
    char word[5];
    int n = 0;
    while (prefix[n]) word[n] = prefix[n], n++;
    for (int k = 0; k < 3; k++) {
      char c = (high | low ? "nan" : "inf")[k];
      word[n++] = kind == lower ? c : (char)(c - 32);
    }
    text(s, word, n, &f);
    return;
  }
  if (f.precision < 0) f.precision = 6;
  if (f.precision > 60) f.precision = 60;
  if (exponent) high |= 0x100000;
  else exponent = 1;
  exponent -= 1075;
  /* value = (high:low) * 2^exponent. A negative exponent becomes a factor of 5: x / 2^n = x * 5^n / 10^n. */
  limbs[0] = high;
  count = scale(1, 65536, low >> 16);
  count = scale(count, 65536, low & 65535);
  point = 0;
  while (exponent < 0 && !(low & 1) && (high | low)) {
    /* Even numbers are halved first, so that few digits are made. */
    low = (low >> 1) | (high << 31);
    high >>= 1;
    exponent++;
    point = 1;
  }
  if (point) {
    limbs[0] = high;
    count = scale(1, 65536, low >> 16);
    count = scale(count, 65536, low & 65535);
  }
  point = exponent < 0 ? -exponent : 0;
  for (int n = exponent; n > 0; n -= n > 24 ? 24 : n) count = scale(count, 1u << (n > 24 ? 24 : n), 0);
  for (int n = point; n > 0;) {
    unsigned factor = 1;
    for (int k = 0; k < 12 && n > 0; k++, n--) factor *= 5;
    count = scale(count, factor, 0);
  }
  /* The first digits, up to what is shown; whether there is anything behind them decides ties. */
  {
    int total = 0, skipped = 0, wanted, rest = 0, carry;
    for (int n = count - 1; n >= 0; n--) {
      unsigned limb = limbs[n];
      for (unsigned unit = 100000000; unit; unit /= 10) {
        char digit = (char)(limb / unit % 10);
        if (!total && !digit) {
          skipped++;
          continue;
        }
        if (length < (int)sizeof digits - 2) digits[1 + length++] = digit;
        else rest |= digit;
        total++;
      }
    }
    digits[0] = 0;
    /* `places`: digits before the point. */
    places = total - point;
    if (!total) places = 1, length = 0;
    if (lower == 'f') wanted = places + f.precision;
    else if (lower == 'e') wanted = f.precision + 1;
    else wanted = f.precision ? f.precision : 1;
    if (wanted < 0) {
      length = 0;
      wanted = 0;
      places = -f.precision;
      if (lower == 'f') places = -f.precision;
    } else if (wanted < length) {
      int next = digits[1 + wanted], odd = wanted > 0 ? digits[wanted] & 1 : 0;
      for (int n = wanted + 1; n < length; n++) rest |= digits[1 + n];
      length = wanted;
      carry = next > 5 || (next == 5 && (rest || odd));
      for (int n = wanted; carry && n >= 0; n--) {
        if (n == 0) {
          digits[0] = 1;
          break;
        }
        digits[n]++;
        carry = digits[n] == 10;
        if (carry) digits[n] = 0;
      }
    }
    at = 1;
    if (digits[0]) {
      at = 0;
      length++;
      places++;
      if (lower != 'f' && length > wanted) length--;
    }
    (void)skipped;
  }
  {
    static char out[420];
    int n = 0, shown = length, style = lower == 'e', behind = f.precision;
    if (lower == 'g') {
      int significant = f.precision ? f.precision : 1;
      style = places - 1 < -4 || places - 1 >= significant;
      behind = style ? significant - 1 : significant - places;
      if (!f.alternate) {
        while (shown > 0 && digits[at + shown - 1] == 0) shown--;
        behind = style ? shown - 1 : shown - places;
        if (behind < 0) behind = 0;
      }
    }
#define DIGIT(index) ((char)('0' + ((index) >= 0 && (index) < length ? digits[at + (index)] : 0)))
    if (style) {
      int power = length ? places - 1 : 0;
      out[n++] = DIGIT(0);
      if (behind > 0 || f.alternate) out[n++] = '.';
      for (int k = 1; k <= behind; k++) out[n++] = DIGIT(k);
      out[n++] = kind == lower ? 'e' : 'E';
      out[n++] = power < 0 ? '-' : '+';
      if (power < 0) power = -power;
      if (power > 99) out[n++] = (char)('0' + power / 100);
      out[n++] = (char)('0' + power / 10 % 10);
      out[n++] = (char)('0' + power % 10);
    } else {
      if (places <= 0) out[n++] = '0';
      for (int k = 0; k < places; k++) out[n++] = DIGIT(k);
      if (behind > 0 || f.alternate) out[n++] = '.';
      for (int k = 0; k < behind; k++) out[n++] = DIGIT(places + k);
    }
    f.precision = -1;
    number(s, prefix, out, n, &f);
  }
}
