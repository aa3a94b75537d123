// Float special: what is printed is the same on every machine.
#include <stdio.h>
#include <string.h>
static unsigned bits(float f) { unsigned b; memcpy(&b, &f, 4); return (b & 0x7fffffff) > 0x7f800000 ? 0x7fc00000 : b; }
int main(void) {
  volatile float zero = 0, one = 1, tiny = 1e-44f, big = 3e38f; float inf = one / zero, nan = zero / zero;
  printf("%x %x %x %x\n", bits(inf), bits(-inf), bits(nan), bits(inf - inf)); printf("%x %x %x %x\n", bits(tiny), bits(tiny / 2), bits(big * 10), bits(tiny * big));
  printf("%x %x\n", bits(-zero), bits(1.17549435e-38f / 2)); printf("%d%d%d%d%d %d%d%d\n", nan == nan, nan != nan, nan < one, nan >= one, !(nan > one), inf > big, -inf < -big, zero == -zero); return 0;
}
