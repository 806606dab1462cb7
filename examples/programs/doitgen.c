/* Multiresolution analysis: every row A[r][q] is multiplied by the matrix C4. */
#ifdef SMALL
#define NR 4
#define NQ 5
#define NP 6
#else
#define NR 10
#define NQ 12
#define NP 16
#endif

float A[NR][NQ][NP];
float C4[NP][NP];
float sum[NR][NQ][NP];

void doitgen(void)
{
#pragma PTMAP doitgen
    for (int r = 0; r < NR; r++)
        for (int q = 0; q < NQ; q++) {
            for (int p = 0; p < NP; p++) {
                sum[r][q][p] = 0.0f;
                for (int s = 0; s < NP; s++)
                    sum[r][q][p] += A[r][q][s] * C4[s][p];
            }
            for (int p = 0; p < NP; p++)
                A[r][q][p] = sum[r][q][p];
        }
#pragma ENDMAP
}
