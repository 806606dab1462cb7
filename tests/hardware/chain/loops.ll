target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.point = type { i32, i32, i32 }

define dso_local i32 @dot(i32* nocapture noundef readonly %0, i32* nocapture noundef readonly %1, i32 noundef %2) {
  %4 = icmp sgt i32 %2, 0
  br i1 %4, label %5, label %7

5:
  %6 = zext i32 %2 to i64
  br label %9

7:
  %8 = phi i32 [ 0, %3 ], [ %17, %9 ]
  ret i32 %8

9:
  %10 = phi i64 [ 0, %5 ], [ %18, %9 ]
  %11 = phi i32 [ 0, %5 ], [ %17, %9 ]
  %12 = getelementptr inbounds i32, i32* %0, i64 %10
  %13 = load i32, i32* %12, align 4
  %14 = getelementptr inbounds i32, i32* %1, i64 %10
  %15 = load i32, i32* %14, align 4
  %16 = mul nsw i32 %15, %13
  %17 = add nsw i32 %16, %11
  %18 = add nuw nsw i64 %10, 1
  %19 = icmp eq i64 %18, %6
  br i1 %19, label %7, label %9
}

define dso_local void @fir(i32* nocapture noundef readonly %0, i32* nocapture noundef readonly %1, i32* nocapture noundef writeonly %2, i32 noundef %3) {
  %5 = icmp sgt i32 %3, 0
  br i1 %5, label %6, label %10

6:
  %7 = getelementptr inbounds i32, i32* %1, i64 1
  %8 = getelementptr inbounds i32, i32* %1, i64 2
  %9 = zext i32 %3 to i64
  br label %11

10:
  ret void

11:
  %12 = phi i64 [ 0, %6 ], [ %17, %11 ]
  %13 = getelementptr inbounds i32, i32* %0, i64 %12
  %14 = load i32, i32* %13, align 4
  %15 = load i32, i32* %1, align 4
  %16 = mul nsw i32 %15, %14
  %17 = add nuw nsw i64 %12, 1
  %18 = getelementptr inbounds i32, i32* %0, i64 %17
  %19 = load i32, i32* %18, align 4
  %20 = load i32, i32* %7, align 4
  %21 = mul nsw i32 %20, %19
  %22 = add nsw i32 %21, %16
  %23 = add nuw nsw i64 %12, 2
  %24 = getelementptr inbounds i32, i32* %0, i64 %23
  %25 = load i32, i32* %24, align 4
  %26 = load i32, i32* %8, align 4
  %27 = mul nsw i32 %26, %25
  %28 = add nsw i32 %22, %27
  %29 = getelementptr inbounds i32, i32* %2, i64 %12
  store i32 %28, i32* %29, align 4
  %30 = icmp eq i64 %17, %9
  br i1 %30, label %10, label %11
}

define dso_local void @saxpy(float noundef %0, float* nocapture noundef readonly %1, float* nocapture noundef %2, i32 noundef %3) {
  %5 = icmp sgt i32 %3, 0
  br i1 %5, label %6, label %8

6:
  %7 = zext i32 %3 to i64
  br label %9

8:
  ret void

9:
  %10 = phi i64 [ 0, %6 ], [ %17, %9 ]
  %11 = getelementptr inbounds float, float* %1, i64 %10
  %12 = load float, float* %11, align 4
  %13 = fmul float %12, %0
  %14 = getelementptr inbounds float, float* %2, i64 %10
  %15 = load float, float* %14, align 4
  %16 = fadd float %13, %15
  store float %16, float* %14, align 4
  %17 = add nuw nsw i64 %10, 1
  %18 = icmp eq i64 %17, %7
  br i1 %18, label %8, label %9
}

define dso_local void @bicg(double* nocapture noundef readonly %0, double* nocapture noundef %1, double* nocapture noundef %2, double* nocapture noundef readonly %3, double* nocapture noundef readonly %4, i32 noundef %5, i32 noundef %6) {
  %8 = icmp sgt i32 %6, 0
  br i1 %8, label %9, label %14

9:
  %10 = sext i32 %5 to i64
  %11 = getelementptr inbounds double, double* %3, i64 %10
  %12 = getelementptr inbounds double, double* %2, i64 %10
  %13 = zext i32 %6 to i64
  br label %15

14:
  ret void

15:
  %16 = phi i64 [ 0, %9 ], [ %30, %15 ]
  %17 = load double, double* %11, align 8
  %18 = getelementptr inbounds double, double* %0, i64 %16
  %19 = load double, double* %18, align 8
  %20 = fmul double %17, %19
  %21 = getelementptr inbounds double, double* %1, i64 %16
  %22 = load double, double* %21, align 8
  %23 = fadd double %22, %20
  store double %23, double* %21, align 8
  %24 = load double, double* %18, align 8
  %25 = getelementptr inbounds double, double* %4, i64 %16
  %26 = load double, double* %25, align 8
  %27 = fmul double %24, %26
  %28 = load double, double* %12, align 8
  %29 = fadd double %28, %27
  store double %29, double* %12, align 8
  %30 = add nuw nsw i64 %16, 1
  %31 = icmp eq i64 %30, %13
  br i1 %31, label %14, label %15
}

define dso_local float @gemm(float* nocapture noundef readonly %0, float* nocapture noundef readonly %1, i32 noundef %2, i32 noundef %3) {
  %5 = icmp sgt i32 %2, 0
  br i1 %5, label %6, label %9

6:
  %7 = sext i32 %3 to i64
  %8 = zext i32 %2 to i64
  br label %11

9:
  %10 = phi float [ 0.000000e+00, %4 ], [ %20, %11 ]
  ret float %10

11:
  %12 = phi i64 [ 0, %6 ], [ %21, %11 ]
  %13 = phi float [ 0.000000e+00, %6 ], [ %20, %11 ]
  %14 = getelementptr inbounds float, float* %0, i64 %12
  %15 = load float, float* %14, align 4
  %16 = mul nsw i64 %12, %7
  %17 = getelementptr inbounds float, float* %1, i64 %16
  %18 = load float, float* %17, align 4
  %19 = fmul float %15, %18
  %20 = fadd float %13, %19
  %21 = add nuw nsw i64 %12, 1
  %22 = icmp eq i64 %21, %8
  br i1 %22, label %9, label %11
}

define dso_local void @relu(float* nocapture noundef readonly %0, float* nocapture noundef writeonly %1, i32 noundef %2) {
  %4 = icmp sgt i32 %2, 0
  br i1 %4, label %5, label %7

5:
  %6 = zext i32 %2 to i64
  br label %8

7:
  ret void

8:
  %9 = phi i64 [ 0, %5 ], [ %15, %8 ]
  %10 = getelementptr inbounds float, float* %0, i64 %9
  %11 = load float, float* %10, align 4
  %12 = fcmp ogt float %11, 0.000000e+00
  %13 = getelementptr inbounds float, float* %1, i64 %9
  %14 = select i1 %12, float %11, float 0.000000e+00
  store float %14, float* %13, align 4
  %15 = add nuw nsw i64 %9, 1
  %16 = icmp eq i64 %15, %6
  br i1 %16, label %7, label %8
}

define dso_local void @histogram(i8* nocapture noundef readonly %0, i32* nocapture noundef %1, i32 noundef %2) {
  %4 = icmp sgt i32 %2, 0
  br i1 %4, label %5, label %7

5:
  %6 = zext i32 %2 to i64
  br label %8

7:
  ret void

8:
  %9 = phi i64 [ 0, %5 ], [ %16, %8 ]
  %10 = getelementptr inbounds i8, i8* %0, i64 %9
  %11 = load i8, i8* %10, align 1
  %12 = zext i8 %11 to i64
  %13 = getelementptr inbounds i32, i32* %1, i64 %12
  %14 = load i32, i32* %13, align 4
  %15 = add nsw i32 %14, 1
  store i32 %15, i32* %13, align 4
  %16 = add nuw nsw i64 %9, 1
  %17 = icmp eq i64 %16, %6
  br i1 %17, label %7, label %8
}

define dso_local i32 @until_negative(i32* nocapture noundef readonly %0, i32 noundef %1) {
  %3 = icmp sgt i32 %1, 0
  br i1 %3, label %4, label %16

4:
  %5 = zext i32 %1 to i64
  br label %6

6:
  %7 = phi i64 [ 0, %4 ], [ %14, %12 ]
  %8 = phi i32 [ 0, %4 ], [ %13, %12 ]
  %9 = getelementptr inbounds i32, i32* %0, i64 %7
  %10 = load i32, i32* %9, align 4
  %11 = icmp slt i32 %10, 0
  br i1 %11, label %16, label %12

12:
  %13 = add nsw i32 %10, %8
  %14 = add nuw nsw i64 %7, 1
  %15 = icmp eq i64 %14, %5
  br i1 %15, label %16, label %6

16:
  %17 = phi i32 [ 0, %2 ], [ %13, %12 ], [ %8, %6 ]
  ret i32 %17
}

define dso_local i32 @areas(%struct.point* nocapture noundef readonly %0, i32 noundef %1) {
  %3 = icmp sgt i32 %1, 0
  br i1 %3, label %4, label %6

4:
  %5 = zext i32 %1 to i64
  br label %8

6:
  %7 = phi i32 [ 0, %2 ], [ %19, %8 ]
  ret i32 %7

8:
  %9 = phi i64 [ 0, %4 ], [ %20, %8 ]
  %10 = phi i32 [ 0, %4 ], [ %19, %8 ]
  %11 = getelementptr inbounds %struct.point, %struct.point* %0, i64 %9, i32 0
  %12 = load i32, i32* %11, align 4
  %13 = getelementptr inbounds %struct.point, %struct.point* %0, i64 %9, i32 2
  %14 = load i32, i32* %13, align 4
  %15 = mul nsw i32 %14, %12
  %16 = getelementptr inbounds %struct.point, %struct.point* %0, i64 %9, i32 1
  %17 = load i32, i32* %16, align 4
  %18 = sub i32 %10, %17
  %19 = add i32 %18, %15
  %20 = add nuw nsw i64 %9, 1
  %21 = icmp eq i64 %20, %5
  br i1 %21, label %6, label %8
}

define dso_local i32 @crc(i8* nocapture noundef readonly %0, i32 noundef %1, i32 noundef %2) {
  %4 = icmp sgt i32 %2, 0
  br i1 %4, label %5, label %7

5:
  %6 = zext i32 %2 to i64
  br label %9

7:
  %8 = phi i32 [ %1, %3 ], [ %19, %9 ]
  ret i32 %8

9:
  %10 = phi i64 [ 0, %5 ], [ %20, %9 ]
  %11 = phi i32 [ %1, %5 ], [ %19, %9 ]
  %12 = shl i32 %11, 1
  %13 = icmp slt i32 %11, 0
  %14 = select i1 %13, i32 79764919, i32 0
  %15 = xor i32 %14, %12
  %16 = getelementptr inbounds i8, i8* %0, i64 %10
  %17 = load i8, i8* %16, align 1
  %18 = zext i8 %17 to i32
  %19 = xor i32 %15, %18
  %20 = add nuw nsw i64 %10, 1
  %21 = icmp eq i64 %20, %6
  br i1 %21, label %7, label %9
}

define dso_local void @clip(i32* nocapture noundef readonly %0, i32* nocapture noundef writeonly %1, i32 noundef %2, i32 noundef %3, i32 noundef %4) {
  %6 = icmp sgt i32 %2, 0
  br i1 %6, label %7, label %9

7:
  %8 = zext i32 %2 to i64
  br label %10

9:
  ret void

10:
  %11 = phi i64 [ 0, %7 ], [ %20, %19 ]
  %12 = getelementptr inbounds i32, i32* %0, i64 %11
  %13 = load i32, i32* %12, align 4
  %14 = icmp sgt i32 %13, %3
  %15 = icmp slt i32 %13, %4
  %16 = and i1 %14, %15
  br i1 %16, label %17, label %19

17:
  %18 = getelementptr inbounds i32, i32* %1, i64 %11
  store i32 %13, i32* %18, align 4
  br label %19

19:
  %20 = add nuw nsw i64 %11, 1
  %21 = icmp eq i64 %20, %8
  br i1 %21, label %9, label %10
}

define dso_local void @average(i8* nocapture noundef readonly %0, i64* nocapture noundef writeonly %1, i32 noundef %2) {
  %4 = icmp sgt i32 %2, 0
  br i1 %4, label %5, label %7

5:
  %6 = zext i32 %2 to i64
  br label %8

7:
  ret void

8:
  %9 = phi i64 [ 0, %5 ], [ %17, %8 ]
  %10 = phi i64 [ 0, %5 ], [ %14, %8 ]
  %11 = getelementptr inbounds i8, i8* %0, i64 %9
  %12 = load i8, i8* %11, align 1
  %13 = sext i8 %12 to i64
  %14 = add nsw i64 %10, %13
  %15 = ashr i64 %14, 3
  %16 = getelementptr inbounds i64, i64* %1, i64 %9
  store i64 %15, i64* %16, align 8
  %17 = add nuw nsw i64 %9, 1
  %18 = icmp eq i64 %17, %6
  br i1 %18, label %7, label %8
}

define dso_local float @peak(float* nocapture noundef readonly %0, i32 noundef %1) {
  %3 = icmp sgt i32 %1, 0
  br i1 %3, label %4, label %6

4:
  %5 = zext i32 %1 to i64
  br label %8

6:
  %7 = phi float [ 0.000000e+00, %2 ], [ %14, %8 ]
  ret float %7

8:
  %9 = phi i64 [ 0, %4 ], [ %15, %8 ]
  %10 = phi float [ 0.000000e+00, %4 ], [ %14, %8 ]
  %11 = getelementptr inbounds float, float* %0, i64 %9
  %12 = load float, float* %11, align 4
  %13 = call float @llvm.fabs.f32(float %12)
  %14 = call float @llvm.maxnum.f32(float %10, float %13)
  %15 = add nuw nsw i64 %9, 1
  %16 = icmp eq i64 %15, %5
  br i1 %16, label %6, label %8
}

declare float @llvm.fabs.f32(float)

declare float @llvm.maxnum.f32(float, float)

define dso_local float @fused(float* nocapture noundef readonly %0, float* nocapture noundef readonly %1, i32 noundef %2) {
  %4 = icmp sgt i32 %2, 0
  br i1 %4, label %5, label %7

5:
  %6 = zext i32 %2 to i64
  br label %9

7:
  %8 = phi float [ 0.000000e+00, %3 ], [ %16, %9 ]
  ret float %8

9:
  %10 = phi i64 [ 0, %5 ], [ %17, %9 ]
  %11 = phi float [ 0.000000e+00, %5 ], [ %16, %9 ]
  %12 = getelementptr inbounds float, float* %0, i64 %10
  %13 = load float, float* %12, align 4
  %14 = getelementptr inbounds float, float* %1, i64 %10
  %15 = load float, float* %14, align 4
  %16 = call float @llvm.fma.f32(float %13, float %15, float %11)
  %17 = add nuw nsw i64 %10, 1
  %18 = icmp eq i64 %17, %6
  br i1 %18, label %7, label %9
}

declare float @llvm.fma.f32(float, float, float)

define dso_local void @ones(i32* nocapture noundef readonly %0, i32* nocapture noundef writeonly %1, i32 noundef %2) {
  %4 = icmp sgt i32 %2, 0
  br i1 %4, label %5, label %7

5:
  %6 = zext i32 %2 to i64
  br label %8

7:
  ret void

8:
  %9 = phi i64 [ 0, %5 ], [ %16, %8 ]
  %10 = getelementptr inbounds i32, i32* %0, i64 %9
  %11 = load i32, i32* %10, align 4
  %12 = call i32 @llvm.bswap.i32(i32 %11)
  %13 = call i32 @llvm.ctpop.i32(i32 %11)
  %14 = add i32 %12, %13
  %15 = getelementptr inbounds i32, i32* %1, i64 %9
  store i32 %14, i32* %15, align 4
  %16 = add nuw nsw i64 %9, 1
  %17 = icmp eq i64 %16, %6
  br i1 %17, label %7, label %8
}

declare i32 @llvm.bswap.i32(i32)

declare i32 @llvm.ctpop.i32(i32)
