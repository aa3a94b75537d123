// One half of mailboxes.hsx: measures and sends. See consumer.hsx.c for the other.
#include <hsx.h>
#include <stdio.h>

struct reading {
  int number;
  int degrees;
};

static int measured(int number) {
  return 180 + number * 7 % 40;
}

int main(void) {
  int box;
  hsx_mailbox_bind("app:readings", 64, HSX_MBX_RDWR);
  if (hsx_mailbox_open("app:readings", 0, &box) != HSX_MBX_OK) return 1;
  for (int number = 1; number <= 10; number++) {
    struct reading reading = {number, measured(number)};
    while (hsx_mailbox_send(box, &reading, sizeof reading) == HSX_MBX_WOULDBLOCK) // #look
      hsx_sleep(1);
  }
  struct reading last = {0, 0};
  while (hsx_mailbox_send(box, &last, sizeof last) == HSX_MBX_WOULDBLOCK) hsx_sleep(1);
  puts("all sent");
  return 0;
}
