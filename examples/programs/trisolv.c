/* Forward substitution: x with L x = b, of a lower triangular matrix L. */
#ifndef N
#ifdef SMALL
#define N 12
#else
#define N 48
#endif
#endif

float L[N][N];
float b[N], x[N];

void trisolv(void)
{
#pragma PTMAP trisolv
    for (int i = 0; i < N; i++) {
        x[i] = b[i];
        for (int j = 0; j < i; j++)
            x[i] -= L[i][j] * x[j];
        x[i] = x[i] / L[i][i];
    }
#pragma ENDMAP
}
