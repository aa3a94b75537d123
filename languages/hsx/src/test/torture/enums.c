// Enums: what is printed is the same on every machine.
#include <stdio.h>
enum colour { RED, GREEN = 5, BLUE, LAST = -1 }; typedef enum { OFF, ON } state;
const char *name(enum colour c) { switch (c) { case RED: return "red"; case GREEN: return "green"; case BLUE: return "blue"; default: return "?"; } }
int main(void) { state s = OFF; s = !s; printf("%s %s %s %d %d\n", name(RED), name(BLUE), name(LAST), BLUE, s == ON); return BLUE; }
