// State machine: what is printed is the same on every machine.
#include <stdio.h>
enum state { START, NUMBER, WORD, SPACE }; struct token { enum state kind; int value; char text[12]; };
int next(const char **p, struct token *t) { enum state s = START; int n = 0; t->value = 0; for (;; (*p)++) { char c = **p; switch (s) { case START: if (!c) return 0; if (c >= '0' && c <= '9') s = NUMBER; else if ((c | 32) >= 'a' && (c | 32) <= 'z') s = WORD; else break; /* fall through */ default: if (s == NUMBER && c >= '0' && c <= '9') t->value = t->value * 10 + c - '0'; else if (s == WORD && (c | 32) >= 'a' && (c | 32) <= 'z' && n < 11) t->text[n++] = c; else { t->text[n] = 0; t->kind = s; return 1; } } } }
int main(void) { const char *p = "let x9 = 42 + foo(7, Bar) ;"; struct token t; while (next(&p, &t)) if (t.kind == NUMBER) printf("<%d>", t.value); else printf("[%s]", t.text); printf("\n"); return 0; }
