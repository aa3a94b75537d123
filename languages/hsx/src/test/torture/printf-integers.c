// Printf integers: what is printed is the same on every machine.
#include <stdio.h>
int main(void) {
  printf("[%d] [%5d] [%-5d] [%05d] [%+d] [% d] [%.3d] [%5.3d]\n", 42, 42, 42, 42, 42, 42, 7, 7); printf("[%u] [%x] [%X] [%#x] [%o] [%08x]\n", 4294967295u, 48879, 48879, 255, 8, 0xbeef); printf("[%lld] [%llu] [%llx]\n", -9223372036854775807LL, 18446744073709551615ull, 0x123456789abcdefULL);
  printf("[%c] [%5c] [%s] [%10s] [%-10s] [%.2s] [%%]\n", 'x', 'y', "str", "right", "left", "cut"); printf("[%hd] [%hhd] [%*d] [%-*d] [%.*s]\n", (short)70000, (signed char)300, 6, 12, 6, 12, 3, "abcdef"); int n = printf("count\n"); char b[20]; int m = snprintf(b, 5, "%d", 1234567); printf("%d %d %s\n", n, m, b); return 0;
}
