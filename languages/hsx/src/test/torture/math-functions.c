// Math functions: what is printed is the same on every machine.
#include <stdio.h>
#include <math.h>
int main(void) { double v[] = {0.0, 2.0, 2.5, -2.5, 0.49, 1e10, 3.999}; for (int i = 0; i < 7; i++) printf("%.6f %.1f %.1f %.1f %.1f %.3f\n", sqrt(fabs(v[i])), floor(v[i]), ceil(v[i]), trunc(v[i]), round(v[i]), fmod(v[i], 0.7)); printf("%.6f %.2f %.2f\n", (double)sqrtf(2.0f), fmin(1.0, 2.0), fmax(1.0, 2.0)); return 0; }
