// The part of the standard header that needs no tables.
#ifndef HSX_MATH_H
#define HSX_MATH_H
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
#define HUGE_VAL (__builtin_inf())
#define isnan(x) __builtin_isnan(x)
#define isinf(x) __builtin_isinf(x)
#define isfinite(x) __builtin_isfinite(x)
#define signbit(x) __builtin_signbit(x)
double fabs(double x);
double floor(double x);
double ceil(double x);
double trunc(double x);
double round(double x);
double rint(double x);
double nearbyint(double x);
double sqrt(double x);
double fmin(double x, double y);
double fmax(double x, double y);
double fmod(double x, double y);
float fabsf(float x);
float floorf(float x);
float ceilf(float x);
float truncf(float x);
float roundf(float x);
float rintf(float x);
float nearbyintf(float x);
float sqrtf(float x);
float fminf(float x, float y);
float fmaxf(float x, float y);
#endif
