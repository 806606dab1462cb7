/*
 * Corners by Harris and Stephens: gradients (Sobel), their products, the sums of these over three by
 * three pixels, and det - k trace² of the matrix they form.
 */
#ifdef SMALL
#define HEIGHT 9
#define WIDTH 10
#else
#define HEIGHT 24
#define WIDTH 24
#endif

const float k = 0.04f;
float image[HEIGHT][WIDTH];
float dx[HEIGHT][WIDTH], dy[HEIGHT][WIDTH];
float xx[HEIGHT][WIDTH], xy[HEIGHT][WIDTH], yy[HEIGHT][WIDTH];
float sxx[HEIGHT][WIDTH], sxy[HEIGHT][WIDTH], syy[HEIGHT][WIDTH];
float response[HEIGHT][WIDTH];

void harris(void)
{
#pragma PTMAP harris
    for (int y = 1; y < HEIGHT - 1; y++)
        for (int x = 1; x < WIDTH - 1; x++)
            dx[y][x] = (image[y - 1][x + 1] - image[y - 1][x - 1])
                + 2.0f * (image[y][x + 1] - image[y][x - 1])
                + (image[y + 1][x + 1] - image[y + 1][x - 1]);

    for (int y = 1; y < HEIGHT - 1; y++)
        for (int x = 1; x < WIDTH - 1; x++)
            dy[y][x] = (image[y + 1][x - 1] - image[y - 1][x - 1])
                + 2.0f * (image[y + 1][x] - image[y - 1][x])
                + (image[y + 1][x + 1] - image[y - 1][x + 1]);

    for (int y = 1; y < HEIGHT - 1; y++)
        for (int x = 1; x < WIDTH - 1; x++)
            xx[y][x] = dx[y][x] * dx[y][x];

    for (int y = 1; y < HEIGHT - 1; y++)
        for (int x = 1; x < WIDTH - 1; x++)
            xy[y][x] = dx[y][x] * dy[y][x];

    for (int y = 1; y < HEIGHT - 1; y++)
        for (int x = 1; x < WIDTH - 1; x++)
            yy[y][x] = dy[y][x] * dy[y][x];

    for (int y = 2; y < HEIGHT - 2; y++)
        for (int x = 2; x < WIDTH - 2; x++)
            sxx[y][x] = xx[y - 1][x - 1] + xx[y - 1][x] + xx[y - 1][x + 1]
                + xx[y][x - 1] + xx[y][x] + xx[y][x + 1]
                + xx[y + 1][x - 1] + xx[y + 1][x] + xx[y + 1][x + 1];

    for (int y = 2; y < HEIGHT - 2; y++)
        for (int x = 2; x < WIDTH - 2; x++)
            sxy[y][x] = xy[y - 1][x - 1] + xy[y - 1][x] + xy[y - 1][x + 1]
                + xy[y][x - 1] + xy[y][x] + xy[y][x + 1]
                + xy[y + 1][x - 1] + xy[y + 1][x] + xy[y + 1][x + 1];

    for (int y = 2; y < HEIGHT - 2; y++)
        for (int x = 2; x < WIDTH - 2; x++)
            syy[y][x] = yy[y - 1][x - 1] + yy[y - 1][x] + yy[y - 1][x + 1]
                + yy[y][x - 1] + yy[y][x] + yy[y][x + 1]
                + yy[y + 1][x - 1] + yy[y + 1][x] + yy[y + 1][x + 1];

    for (int y = 2; y < HEIGHT - 2; y++)
        for (int x = 2; x < WIDTH - 2; x++) {
            float det = sxx[y][x] * syy[y][x] - sxy[y][x] * sxy[y][x];
            float trace = sxx[y][x] + syy[y][x];
            response[y][x] = det - k * trace * trace;
        }
#pragma ENDMAP
}
