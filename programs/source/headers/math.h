#ifndef XYZMAP_MATH_H
#define XYZMAP_MATH_H
double fabs(double value);
float fabsf(float value);
double fmin(double left, double right);
float fminf(float left, float right);
double fmax(double left, double right);
float fmaxf(float left, float right);
double sqrt(double value);
float sqrtf(float value);
#endif
