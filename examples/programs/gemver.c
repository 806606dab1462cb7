/* gemver (BLAS 2.5): B = A + u1 v1' + u2 v2', x = β B' y + z, w = α B x. */
#ifndef N
#ifdef SMALL
#define N 10
#else
#define N 40
#endif
#endif

float alpha, beta;
float A[N][N];
float u1[N], v1[N], u2[N], v2[N];
float w[N], x[N], y[N], z[N];

void gemver(void)
{
#pragma PTMAP gemver
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            A[i][j] = A[i][j] + u1[i] * v1[j] + u2[i] * v2[j];

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            x[i] = x[i] + beta * A[j][i] * y[j];

    for (int i = 0; i < N; i++)
        x[i] = x[i] + z[i];

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            w[i] = w[i] + alpha * A[i][j] * x[j];
#pragma ENDMAP
}
