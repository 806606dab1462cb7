/* A box blur of three by three pixels, first along rows, then along columns. */
#ifdef SMALL
#define HEIGHT 9
#define WIDTH 11
#else
#define HEIGHT 32
#define WIDTH 32
#endif

int image[HEIGHT][WIDTH];
int rows[HEIGHT][WIDTH];
int blurred[HEIGHT][WIDTH];

void blur2d(void)
{
#pragma PTMAP blur2d
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 1; x < WIDTH - 1; x++)
            rows[y][x] = (image[y][x - 1] + image[y][x] + image[y][x + 1]) / 3;

    for (int y = 1; y < HEIGHT - 1; y++)
        for (int x = 1; x < WIDTH - 1; x++)
            blurred[y][x] = (rows[y - 1][x] + rows[y][x] + rows[y + 1][x]) / 3;
#pragma ENDMAP
}
