// Structs: what is printed is the same on every machine.
#include <stdio.h>
struct point { int x, y; }; struct box { struct point a, b; char name[5]; short tag; };
struct box g = {{1, 2}, {3, 4}, "box", 9};
int area(const struct box *b) { return (b->b.x - b->a.x) * (b->b.y - b->a.y); }
int main(void) {
  struct box l = g, *p = &l; l.b.x = 10; p->b.y += 6; p->name[0] = 'f';
  printf("%d %d %s %s %d\n", area(&g), area(p), g.name, l.name, p->tag);
  struct point q[3] = {{1, 2}, {3}}; q[2] = q[0]; q[2].y = 5;
  printf("%d %d %d %d\n", q[1].x, q[1].y, q[2].x, q[2].y);
  return 0;
}
