// Fixed point: what is printed is the same on every machine.
#include <stdio.h>
typedef int fix; static fix mul(fix a, fix b) { return (fix)(((long long)a * b) >> 16); } static fix div_(fix a, fix b) { return (fix)(((long long)a << 16) / b); } static fix root(fix x) { fix r = x > 65536 ? x : 65536; for (int i = 0; i < 20; i++) r = (r + div_(x, r)) / 2; return r; }
int main(void) { fix a = 3 * 65536 + 9279, b = -(2 * 65536 + 47104); printf("%d %d %d %d\n", mul(a, b), div_(a, b), root(2 * 65536), mul(root(5 * 65536), root(5 * 65536))); fix s = 0; for (int i = 1; i < 50; i++) s += div_(65536, i * 65536); printf("%d\n", s); return 0; }
