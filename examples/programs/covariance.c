/* Covariance of M variables from N samples each: the means, the centred data, their products. */
#ifdef SMALL
#define M 8
#define N 10
#else
#define M 28
#define N 32
#endif

float data[N][M];
float mean[M];
float covar[M][M];

void covariance(void)
{
#pragma PTMAP covariance
    for (int j = 0; j < M; j++) {
        mean[j] = 0.0f;
        for (int i = 0; i < N; i++)
            mean[j] += data[i][j];
        mean[j] /= (float)N;
    }

    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            data[i][j] -= mean[j];

    for (int p = 0; p < M; p++)
        for (int q = p; q < M; q++) {
            covar[p][q] = 0.0f;
            for (int i = 0; i < N; i++)
                covar[p][q] += data[i][p] * data[i][q];
            covar[q][p] = covar[p][q];
        }
#pragma ENDMAP
}
