// Follows a pointer that leads nowhere.
#include <stddef.h>

struct account {
  int number;
  int balance;
};

static struct account first = {1, 100};

static struct account *find(int number) {
  return number == first.number ? &first : NULL;
}

int main(void) {
  struct account *account = find(2);
  return account->balance;
}
