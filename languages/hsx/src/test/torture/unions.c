// Unions: what is printed is the same on every machine.
#include <stdio.h>
union u { int i; unsigned char b[4]; short h[2]; float f; }; struct v { int kind; union { int n; char *s; long long w; } as; };
int main(void) {
  union u x; x.i = 0x11223344; printf("%x %x %x %x\n", x.b[0], x.b[3], x.h[0], x.h[1]);
  x.f = 1.0f; printf("%x\n", x.i); x.b[3] = 0xc0; printf("%d\n", (int)x.f);
  struct v list[] = {{0, {.n = 5}}, {1, {.s = "text"}}, {2, {.w = 1LL << 40}}};
  for (int i = 0; i < 3; i++) switch (list[i].kind) { case 0: printf("%d ", list[i].as.n); break; case 1: printf("%s ", list[i].as.s); break; default: printf("%lld\n", list[i].as.w); }
  return 0;
}
