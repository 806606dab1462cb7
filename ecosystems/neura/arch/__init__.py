"""`xyzmap neura-arch`: the compiler's arrays as architectures of xyzmap."""
