// Printf floats: what is printed is the same on every machine.
#include <stdio.h>
int main(void) {
  printf("%f %f %f %f\n", 0.0, 1.0, -2.5, 3.14159265); printf("%.0f %.0f %.0f %.0f %.1f %.3f\n", 0.5, 1.5, 2.5, 99.5, 0.05, 1234567.8915); printf("%e %.2e %E %e\n", 12345.678, 0.00012345, 1e100, 0.0);
  printf("%g %g %g %g %g %g %g\n", 100000.0, 1000000.0, 0.0001, 0.00001, 1.5, 0.0, 123456789.0); printf("[%10.2f] [%-10.2f] [%010.2f] [%+.1f] [% .1f]\n", 3.14159, 3.14159, -3.14159, 2.0, 2.0); printf("%.15f %.20f %f\n", 0.1, 1e-5, 1e15); printf("%g %.3g %.10g %#g\n", 1e-10, 1234.5, 1.0 / 3, 2.0); return 0;
}
