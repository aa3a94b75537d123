// Arrays: what is printed is the same on every machine.
#include <stdio.h>
int grid[4][5]; char text[3][8] = {"one", "two", "three"}; short table[] = {1, -2, 3, -4};
int main(void) {
  for (int i = 0; i < 4; i++) for (int j = 0; j < 5; j++) grid[i][j] = i * 10 + j;
  int (*row)[5] = grid + 2; int *p = &grid[1][3];
  printf("%d %d %d %d\n", row[0][4], (*row)[1], *p, p[-2]);
  printf("%s %s %c\n", text[0], text[2], text[1][1]);
  int local[6] = {9, 8, 7}; int sum = 0;
  for (int i = 0; i < 6; i++) sum = sum * 10 + local[i];
  printf("%d %d\n", sum, table[1] * table[3]);
  return 0;
}
