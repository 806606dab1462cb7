/* Three products of matrices: E = A B, F = C D, G = E F. */
#ifdef SMALL
#define NI 5
#define NJ 6
#define NK 7
#define NL 8
#define NM 9
#else
#define NI 16
#define NJ 18
#define NK 20
#define NL 22
#define NM 24
#endif

float A[NI][NK], B[NK][NJ], C[NJ][NM], D[NM][NL];
float E[NI][NJ], F[NJ][NL], G[NI][NL];

void three_products(void)
{
#pragma PTMAP three_mm
    for (int i = 0; i < NI; i++)
        for (int j = 0; j < NJ; j++) {
            E[i][j] = 0.0f;
            for (int k = 0; k < NK; k++)
                E[i][j] += A[i][k] * B[k][j];
        }

    for (int i = 0; i < NJ; i++)
        for (int j = 0; j < NL; j++) {
            F[i][j] = 0.0f;
            for (int k = 0; k < NM; k++)
                F[i][j] += C[i][k] * D[k][j];
        }

    for (int i = 0; i < NI; i++)
        for (int j = 0; j < NL; j++) {
            G[i][j] = 0.0f;
            for (int k = 0; k < NJ; k++)
                G[i][j] += E[i][k] * F[k][j];
        }
#pragma ENDMAP
}
