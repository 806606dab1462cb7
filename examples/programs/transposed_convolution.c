/*
 * Transposed convolution of stride 2: zeros between the pixels and around them, then a convolution
 * with one filter per output channel.
 */
#ifdef SMALL
#define CHANNELS 2
#define FILTERS 3
#define SIZE 3
#else
#define CHANNELS 3
#define FILTERS 4
#define SIZE 6
#endif
#define KERNEL 3
#define STRIDE 2
#define OUTPUT ((SIZE - 1) * STRIDE + KERNEL)
#define SPREAD (OUTPUT + KERNEL - 1)

float input[CHANNELS][SIZE][SIZE];
float spread[CHANNELS][SPREAD][SPREAD];
float weight[FILTERS][CHANNELS][KERNEL][KERNEL];
float output[FILTERS][OUTPUT][OUTPUT];

void transposed_convolution(void)
{
#pragma PTMAP transposed_convolution
    for (int c = 0; c < CHANNELS; c++)
        for (int y = 0; y < SPREAD; y++)
            for (int x = 0; x < SPREAD; x++)
                spread[c][y][x] = 0.0f;

    for (int c = 0; c < CHANNELS; c++)
        for (int y = 0; y < SIZE; y++)
            for (int x = 0; x < SIZE; x++)
                spread[c][STRIDE * y + KERNEL - 1][STRIDE * x + KERNEL - 1] = input[c][y][x];

    for (int f = 0; f < FILTERS; f++)
        for (int y = 0; y < OUTPUT; y++)
            for (int x = 0; x < OUTPUT; x++) {
                output[f][y][x] = 0.0f;
                for (int c = 0; c < CHANNELS; c++)
                    for (int r = 0; r < KERNEL; r++)
                        for (int s = 0; s < KERNEL; s++)
                            output[f][y][x] += weight[f][c][KERNEL - 1 - r][KERNEL - 1 - s]
                                * spread[c][y + r][x + s];
            }
#pragma ENDMAP
}
