// Variadic: what is printed is the same on every machine.
#include <stdio.h>
#include <stdarg.h>
int sum(int n, ...) { va_list l; va_start(l, n); int s = 0; while (n-- > 0) s += va_arg(l, int); va_end(l); return s; }
struct s { int a, b, c; }; struct t { int a, b; };
long long mixed(const char *f, ...) { va_list l, m; va_start(l, f); va_copy(m, l); long long r = 0; for (; *f; f++) switch (*f) { case 'i': r = r * 7 + va_arg(l, int); break; case 'l': r = r * 7 + va_arg(l, long long); break; case 'd': r = r * 7 + (long long)(va_arg(l, double) * 4); break; case 's': r = r * 7 + va_arg(l, char *)[0]; break; case 't': r = r * 7 + va_arg(l, struct s).c; break; case 'u': r = r * 7 + va_arg(l, struct t).b; } r += va_arg(m, int); va_end(l); va_end(m); return r; }
int many(int a, int b, int c, int d, int e, ...) { va_list l; va_start(l, e); int r = va_arg(l, int); long long w = va_arg(l, long long); va_end(l); return a + b + c + d + e + r + (int)w; }
int main(void) { struct s x = {1, 2, 3}; struct t y = {4, 5}; printf("%d %d\n", sum(0), sum(5, 1, 2, 3, 4, 5)); printf("%lld\n", mixed("ilidstui", 3, 1LL << 34, -5, 2.25, "q", x, y, 9)); printf("%d %d\n", many(1, 2, 3, 4, 5, 6, 7LL), many(1, 2, 3, 4, 5, -6, -7LL)); return 0; }
