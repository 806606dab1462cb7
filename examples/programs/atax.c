/* y = A' (A x), one row of A at a time. */
#ifdef SMALL
#define M 9
#define N 11
#else
#define M 36
#define N 44
#endif

float A[M][N];
float x[N], y[N], row[M];

void atax(void)
{
#pragma PTMAP atax
    for (int j = 0; j < N; j++)
        y[j] = 0.0f;

    for (int i = 0; i < M; i++) {
        row[i] = 0.0f;
        for (int j = 0; j < N; j++)
            row[i] += A[i][j] * x[j];
        for (int j = 0; j < N; j++)
            y[j] += A[i][j] * row[i];
    }
#pragma ENDMAP
}
