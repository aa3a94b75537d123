// Structs by value: what is printed is the same on every machine.
#include <stdio.h>
struct s1 { char a; }; struct s3 { char a, b, c; }; struct s4 { short a; char b; }; struct s8 { int a, b; }; struct l8 { long long v; }; struct s12 { int a, b, c; }; struct s20 { char t[20]; }; struct d { double v; }; struct f { float x, y; };
struct s1 m1(int a) { struct s1 r = {a}; return r; } struct s3 m3(int a) { struct s3 r = {a, a + 1, a + 2}; return r; }
struct s4 m4(int a) { struct s4 r = {a * 100, a}; return r; } struct s8 m8(int a) { struct s8 r = {a, -a}; return r; }
struct l8 ml(long long a) { struct l8 r = {a * 3}; return r; } struct s12 m12(int a) { struct s12 r = {a, a * 2, a * 3}; return r; }
struct s20 m20(char c) { struct s20 r; for (int i = 0; i < 20; i++) r.t[i] = c + i; return r; }
struct d md(double v) { struct d r = {v}; return r; } struct f mf(float v) { struct f r = {v, -v}; return r; }
int use(struct s1 a, struct s3 b, struct s4 c, struct s8 d, struct l8 e, struct s12 f, struct s20 g) { f.a++; g.t[0] = 0; return a.a + b.a + b.b + b.c + c.a + c.b + d.a + d.b * 2 + (int)e.v + f.a + f.b + f.c + g.t[0] + g.t[19]; }
int main(void) {
  struct s12 t = m12(7); struct s20 u = m20('A');
  printf("%d\n", use(m1(1), m3(2), m4(3), m8(4), ml(5), t, u)); printf("%d %c %d %d\n", t.a, u.t[0], m3(9).c, m12(4).b);
  printf("%d %d\n", (int)(md(2.5).v * 4), (int)mf(1.5f).y * 2);
  return 0;
}
