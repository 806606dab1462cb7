/*
 * A layer of a network: the input with a border of zeros, convolved with one filter per output
 * channel, plus a bias, and ReLU.
 */
#ifdef SMALL
#define CHANNELS 2
#define FILTERS 3
#define SIZE 5
#else
#define CHANNELS 3
#define FILTERS 4
#define SIZE 12
#endif
#define KERNEL 3
#define BORDER (KERNEL / 2)
#define PADDED (SIZE + 2 * BORDER)

float input[CHANNELS][SIZE][SIZE];
float padded[CHANNELS][PADDED][PADDED];
float weight[FILTERS][CHANNELS][KERNEL][KERNEL];
float bias[FILTERS];
float output[FILTERS][SIZE][SIZE];

void convolution(void)
{
#pragma PTMAP convolution
    for (int c = 0; c < CHANNELS; c++)
        for (int y = 0; y < PADDED; y++)
            for (int x = 0; x < PADDED; x++)
                if (y >= BORDER && y < SIZE + BORDER && x >= BORDER && x < SIZE + BORDER)
                    padded[c][y][x] = input[c][y - BORDER][x - BORDER];
                else
                    padded[c][y][x] = 0.0f;

    for (int f = 0; f < FILTERS; f++)
        for (int y = 0; y < SIZE; y++)
            for (int x = 0; x < SIZE; x++) {
                output[f][y][x] = bias[f];
                for (int c = 0; c < CHANNELS; c++)
                    for (int r = 0; r < KERNEL; r++)
                        for (int s = 0; s < KERNEL; s++)
                            output[f][y][x] += weight[f][c][r][s] * padded[c][y + r][x + s];
                output[f][y][x] = output[f][y][x] > 0.0f ? output[f][y][x] : 0.0f;
            }
#pragma ENDMAP
}
