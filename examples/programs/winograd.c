/*
 * Winograd's convolution F(2×2, 3×3) of one channel, with FILTERS filters: every tile of 4×4 pixels
 * gives 2×2 outputs, Y = A' ((G g G') ∘ (B' d B)) A (Lavin and Gray, 2016).
 */
#ifdef SMALL
#define FILTERS 2
#define TILES 2
#else
#define FILTERS 4
#define TILES 5
#endif
#define SIZE (2 * TILES + 2)

const float G[4][3] = {
    {1.0f, 0.0f, 0.0f}, {0.5f, 0.5f, 0.5f}, {0.5f, -0.5f, 0.5f}, {0.0f, 0.0f, 1.0f}};
const float B[4][4] = {
    {1.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 1.0f, -1.0f, 1.0f}, {-1.0f, 1.0f, 1.0f, 0.0f},
    {0.0f, 0.0f, 0.0f, -1.0f}};
const float A[4][2] = {{1.0f, 0.0f}, {1.0f, 1.0f}, {1.0f, -1.0f}, {0.0f, -1.0f}};

float image[SIZE][SIZE];
float filter[FILTERS][3][3];
float output[FILTERS][2 * TILES][2 * TILES];
float Gg[FILTERS][4][3], U[FILTERS][4][4];
float Bd[TILES][TILES][4][4], V[TILES][TILES][4][4];
float M[FILTERS][TILES][TILES][4][4], AM[FILTERS][TILES][TILES][2][4];

void winograd(void)
{
#pragma PTMAP winograd
    /* Filters: U = G g G'. */
    for (int f = 0; f < FILTERS; f++)
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 3; j++) {
                Gg[f][i][j] = 0.0f;
                for (int k = 0; k < 3; k++)
                    Gg[f][i][j] += G[i][k] * filter[f][k][j];
            }
    for (int f = 0; f < FILTERS; f++)
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++) {
                U[f][i][j] = 0.0f;
                for (int k = 0; k < 3; k++)
                    U[f][i][j] += Gg[f][i][k] * G[j][k];
            }

    /* Tiles, which overlap by two pixels: V = B' d B. */
    for (int y = 0; y < TILES; y++)
        for (int x = 0; x < TILES; x++)
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++) {
                    Bd[y][x][i][j] = 0.0f;
                    for (int k = 0; k < 4; k++)
                        Bd[y][x][i][j] += B[k][i] * image[2 * y + k][2 * x + j];
                }
    for (int y = 0; y < TILES; y++)
        for (int x = 0; x < TILES; x++)
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++) {
                    V[y][x][i][j] = 0.0f;
                    for (int k = 0; k < 4; k++)
                        V[y][x][i][j] += Bd[y][x][i][k] * B[k][j];
                }

    /* Products, element by element. */
    for (int f = 0; f < FILTERS; f++)
        for (int y = 0; y < TILES; y++)
            for (int x = 0; x < TILES; x++)
                for (int i = 0; i < 4; i++)
                    for (int j = 0; j < 4; j++)
                        M[f][y][x][i][j] = U[f][i][j] * V[y][x][i][j];

    /* Outputs: A' M A. */
    for (int f = 0; f < FILTERS; f++)
        for (int y = 0; y < TILES; y++)
            for (int x = 0; x < TILES; x++)
                for (int i = 0; i < 2; i++)
                    for (int j = 0; j < 4; j++) {
                        AM[f][y][x][i][j] = 0.0f;
                        for (int k = 0; k < 4; k++)
                            AM[f][y][x][i][j] += A[k][i] * M[f][y][x][k][j];
                    }
    for (int f = 0; f < FILTERS; f++)
        for (int y = 0; y < TILES; y++)
            for (int x = 0; x < TILES; x++)
                for (int i = 0; i < 2; i++)
                    for (int j = 0; j < 2; j++) {
                        output[f][2 * y + i][2 * x + j] = 0.0f;
                        for (int k = 0; k < 4; k++)
                            output[f][2 * y + i][2 * x + j] += AM[f][y][x][i][k] * A[k][j];
                    }
#pragma ENDMAP
}
