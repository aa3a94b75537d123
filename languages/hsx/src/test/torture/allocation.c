// Allocation: what is printed is the same on every machine.
#include <stdio.h>
#include <stdlib.h>
struct node { int v; struct node *l, *r; }; struct node *insert(struct node *n, int v) { if (!n) { n = malloc(sizeof *n); n->v = v; n->l = n->r = 0; } else if (v < n->v) n->l = insert(n->l, v); else n->r = insert(n->r, v); return n; }
int walk(struct node *n, int h) { if (!n) return h; h = walk(n->l, h); h = h * 31 + n->v; return walk(n->r, h); } void drop(struct node *n) { if (n) { drop(n->l); drop(n->r); free(n); } }
int main(void) { for (int k = 0; k < 5; k++) { struct node *t = 0; unsigned s = k + 1; for (int i = 0; i < 40; i++) { s = s * 1103515245u + 12345u; t = insert(t, (s >> 16) & 1023); } printf("%d ", walk(t, 0)); drop(t); } int *a = calloc(10, 4); a[9] = 5; a = realloc(a, 80); a[19] = 6; printf("%d %d %d\n", a[0], a[9], a[19]); return 0; }
