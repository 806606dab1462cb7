target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nounwind uwtable
define dso_local void @atax(i32 noundef %n, i32 noundef %m, double* noalias noundef %a, double* noalias noundef %x, double* noalias noundef %y) #0 {
entry:
  %n.addr = alloca i32, align 4
  %m.addr = alloca i32, align 4
  %a.addr = alloca double*, align 8
  %x.addr = alloca double*, align 8
  %y.addr = alloca double*, align 8
  %i = alloca i32, align 4
  %cleanup.dest.slot = alloca i32, align 4
  %t = alloca double, align 8
  %j = alloca i32, align 4
  %j9 = alloca i32, align 4
  store i32 %n, i32* %n.addr, align 4, !tbaa !5
  store i32 %m, i32* %m.addr, align 4, !tbaa !5
  store double* %a, double** %a.addr, align 8, !tbaa !9
  store double* %x, double** %x.addr, align 8, !tbaa !9
  store double* %y, double** %y.addr, align 8, !tbaa !9
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 0, i32* %i, align 4, !tbaa !5
  br label %for.cond

for.cond:                                         ; preds = %for.inc25, %entry
  %1 = load i32, i32* %i, align 4, !tbaa !5
  %2 = load i32, i32* %n.addr, align 4, !tbaa !5
  %cmp = icmp slt i32 %1, %2
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  store i32 2, i32* %cleanup.dest.slot, align 4
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end27

for.body:                                         ; preds = %for.cond
  %4 = bitcast double* %t to i8*
  call void @llvm.lifetime.start.p0i8(i64 8, i8* %4) #2
  store double 0.000000e+00, double* %t, align 8, !tbaa !11
  %5 = bitcast i32* %j to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %5) #2
  store i32 0, i32* %j, align 4, !tbaa !5
  br label %for.cond1

for.cond1:                                        ; preds = %for.inc, %for.body
  %6 = load i32, i32* %j, align 4, !tbaa !5
  %7 = load i32, i32* %m.addr, align 4, !tbaa !5
  %cmp2 = icmp slt i32 %6, %7
  br i1 %cmp2, label %for.body4, label %for.cond.cleanup3

for.cond.cleanup3:                                ; preds = %for.cond1
  store i32 5, i32* %cleanup.dest.slot, align 4
  %8 = bitcast i32* %j to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %8) #2
  br label %for.end

for.body4:                                        ; preds = %for.cond1
  %9 = load double*, double** %a.addr, align 8, !tbaa !9
  %10 = load i32, i32* %i, align 4, !tbaa !5
  %11 = load i32, i32* %m.addr, align 4, !tbaa !5
  %mul = mul nsw i32 %10, %11
  %12 = load i32, i32* %j, align 4, !tbaa !5
  %add = add nsw i32 %mul, %12
  %idxprom = sext i32 %add to i64
  %arrayidx = getelementptr inbounds double, double* %9, i64 %idxprom
  %13 = load double, double* %arrayidx, align 8, !tbaa !11
  %14 = load double*, double** %x.addr, align 8, !tbaa !9
  %15 = load i32, i32* %j, align 4, !tbaa !5
  %idxprom5 = sext i32 %15 to i64
  %arrayidx6 = getelementptr inbounds double, double* %14, i64 %idxprom5
  %16 = load double, double* %arrayidx6, align 8, !tbaa !11
  %mul7 = fmul double %13, %16
  %17 = load double, double* %t, align 8, !tbaa !11
  %add8 = fadd double %17, %mul7
  store double %add8, double* %t, align 8, !tbaa !11
  br label %for.inc

for.inc:                                          ; preds = %for.body4
  %18 = load i32, i32* %j, align 4, !tbaa !5
  %inc = add nsw i32 %18, 1
  store i32 %inc, i32* %j, align 4, !tbaa !5
  br label %for.cond1, !llvm.loop !13

for.end:                                          ; preds = %for.cond.cleanup3
  %19 = bitcast i32* %j9 to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %19) #2
  store i32 0, i32* %j9, align 4, !tbaa !5
  br label %for.cond10

for.cond10:                                       ; preds = %for.inc22, %for.end
  %20 = load i32, i32* %j9, align 4, !tbaa !5
  %21 = load i32, i32* %m.addr, align 4, !tbaa !5
  %cmp11 = icmp slt i32 %20, %21
  br i1 %cmp11, label %for.body13, label %for.cond.cleanup12

for.cond.cleanup12:                               ; preds = %for.cond10
  store i32 8, i32* %cleanup.dest.slot, align 4
  %22 = bitcast i32* %j9 to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %22) #2
  br label %for.end24

for.body13:                                       ; preds = %for.cond10
  %23 = load double*, double** %a.addr, align 8, !tbaa !9
  %24 = load i32, i32* %i, align 4, !tbaa !5
  %25 = load i32, i32* %m.addr, align 4, !tbaa !5
  %mul14 = mul nsw i32 %24, %25
  %26 = load i32, i32* %j9, align 4, !tbaa !5
  %add15 = add nsw i32 %mul14, %26
  %idxprom16 = sext i32 %add15 to i64
  %arrayidx17 = getelementptr inbounds double, double* %23, i64 %idxprom16
  %27 = load double, double* %arrayidx17, align 8, !tbaa !11
  %28 = load double, double* %t, align 8, !tbaa !11
  %mul18 = fmul double %27, %28
  %29 = load double*, double** %y.addr, align 8, !tbaa !9
  %30 = load i32, i32* %j9, align 4, !tbaa !5
  %idxprom19 = sext i32 %30 to i64
  %arrayidx20 = getelementptr inbounds double, double* %29, i64 %idxprom19
  %31 = load double, double* %arrayidx20, align 8, !tbaa !11
  %add21 = fadd double %31, %mul18
  store double %add21, double* %arrayidx20, align 8, !tbaa !11
  br label %for.inc22

for.inc22:                                        ; preds = %for.body13
  %32 = load i32, i32* %j9, align 4, !tbaa !5
  %inc23 = add nsw i32 %32, 1
  store i32 %inc23, i32* %j9, align 4, !tbaa !5
  br label %for.cond10, !llvm.loop !16

for.end24:                                        ; preds = %for.cond.cleanup12
  %33 = bitcast double* %t to i8*
  call void @llvm.lifetime.end.p0i8(i64 8, i8* %33) #2
  br label %for.inc25

for.inc25:                                        ; preds = %for.end24
  %34 = load i32, i32* %i, align 4, !tbaa !5
  %inc26 = add nsw i32 %34, 1
  store i32 %inc26, i32* %i, align 4, !tbaa !5
  br label %for.cond, !llvm.loop !17

for.end27:                                        ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: argmemonly nofree nosync nounwind willreturn
declare void @llvm.lifetime.start.p0i8(i64 immarg, i8* nocapture) #1

; Function Attrs: argmemonly nofree nosync nounwind willreturn
declare void @llvm.lifetime.end.p0i8(i64 immarg, i8* nocapture) #1

; Function Attrs: nounwind uwtable
define dso_local void @bicg(i32 noundef %n, i32 noundef %m, float* noalias noundef %a, float* noalias noundef %s, float* noalias noundef %q, float* noalias noundef %p, float* noalias noundef %r) #0 {
entry:
  %n.addr = alloca i32, align 4
  %m.addr = alloca i32, align 4
  %a.addr = alloca float*, align 8
  %s.addr = alloca float*, align 8
  %q.addr = alloca float*, align 8
  %p.addr = alloca float*, align 8
  %r.addr = alloca float*, align 8
  %i = alloca i32, align 4
  %cleanup.dest.slot = alloca i32, align 4
  %j = alloca i32, align 4
  store i32 %n, i32* %n.addr, align 4, !tbaa !5
  store i32 %m, i32* %m.addr, align 4, !tbaa !5
  store float* %a, float** %a.addr, align 8, !tbaa !9
  store float* %s, float** %s.addr, align 8, !tbaa !9
  store float* %q, float** %q.addr, align 8, !tbaa !9
  store float* %p, float** %p.addr, align 8, !tbaa !9
  store float* %r, float** %r.addr, align 8, !tbaa !9
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 0, i32* %i, align 4, !tbaa !5
  br label %for.cond

for.cond:                                         ; preds = %for.inc23, %entry
  %1 = load i32, i32* %i, align 4, !tbaa !5
  %2 = load i32, i32* %n.addr, align 4, !tbaa !5
  %cmp = icmp slt i32 %1, %2
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  store i32 2, i32* %cleanup.dest.slot, align 4
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end25

for.body:                                         ; preds = %for.cond
  %4 = load float*, float** %q.addr, align 8, !tbaa !9
  %5 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom = sext i32 %5 to i64
  %arrayidx = getelementptr inbounds float, float* %4, i64 %idxprom
  store float 0.000000e+00, float* %arrayidx, align 4, !tbaa !18
  %6 = bitcast i32* %j to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %6) #2
  store i32 0, i32* %j, align 4, !tbaa !5
  br label %for.cond1

for.cond1:                                        ; preds = %for.inc, %for.body
  %7 = load i32, i32* %j, align 4, !tbaa !5
  %8 = load i32, i32* %m.addr, align 4, !tbaa !5
  %cmp2 = icmp slt i32 %7, %8
  br i1 %cmp2, label %for.body4, label %for.cond.cleanup3

for.cond.cleanup3:                                ; preds = %for.cond1
  store i32 5, i32* %cleanup.dest.slot, align 4
  %9 = bitcast i32* %j to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %9) #2
  br label %for.end

for.body4:                                        ; preds = %for.cond1
  %10 = load float*, float** %r.addr, align 8, !tbaa !9
  %11 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom5 = sext i32 %11 to i64
  %arrayidx6 = getelementptr inbounds float, float* %10, i64 %idxprom5
  %12 = load float, float* %arrayidx6, align 4, !tbaa !18
  %13 = load float*, float** %a.addr, align 8, !tbaa !9
  %14 = load i32, i32* %i, align 4, !tbaa !5
  %15 = load i32, i32* %m.addr, align 4, !tbaa !5
  %mul = mul nsw i32 %14, %15
  %16 = load i32, i32* %j, align 4, !tbaa !5
  %add = add nsw i32 %mul, %16
  %idxprom7 = sext i32 %add to i64
  %arrayidx8 = getelementptr inbounds float, float* %13, i64 %idxprom7
  %17 = load float, float* %arrayidx8, align 4, !tbaa !18
  %mul9 = fmul float %12, %17
  %18 = load float*, float** %s.addr, align 8, !tbaa !9
  %19 = load i32, i32* %j, align 4, !tbaa !5
  %idxprom10 = sext i32 %19 to i64
  %arrayidx11 = getelementptr inbounds float, float* %18, i64 %idxprom10
  %20 = load float, float* %arrayidx11, align 4, !tbaa !18
  %add12 = fadd float %20, %mul9
  store float %add12, float* %arrayidx11, align 4, !tbaa !18
  %21 = load float*, float** %a.addr, align 8, !tbaa !9
  %22 = load i32, i32* %i, align 4, !tbaa !5
  %23 = load i32, i32* %m.addr, align 4, !tbaa !5
  %mul13 = mul nsw i32 %22, %23
  %24 = load i32, i32* %j, align 4, !tbaa !5
  %add14 = add nsw i32 %mul13, %24
  %idxprom15 = sext i32 %add14 to i64
  %arrayidx16 = getelementptr inbounds float, float* %21, i64 %idxprom15
  %25 = load float, float* %arrayidx16, align 4, !tbaa !18
  %26 = load float*, float** %p.addr, align 8, !tbaa !9
  %27 = load i32, i32* %j, align 4, !tbaa !5
  %idxprom17 = sext i32 %27 to i64
  %arrayidx18 = getelementptr inbounds float, float* %26, i64 %idxprom17
  %28 = load float, float* %arrayidx18, align 4, !tbaa !18
  %mul19 = fmul float %25, %28
  %29 = load float*, float** %q.addr, align 8, !tbaa !9
  %30 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom20 = sext i32 %30 to i64
  %arrayidx21 = getelementptr inbounds float, float* %29, i64 %idxprom20
  %31 = load float, float* %arrayidx21, align 4, !tbaa !18
  %add22 = fadd float %31, %mul19
  store float %add22, float* %arrayidx21, align 4, !tbaa !18
  br label %for.inc

for.inc:                                          ; preds = %for.body4
  %32 = load i32, i32* %j, align 4, !tbaa !5
  %inc = add nsw i32 %32, 1
  store i32 %inc, i32* %j, align 4, !tbaa !5
  br label %for.cond1, !llvm.loop !20

for.end:                                          ; preds = %for.cond.cleanup3
  br label %for.inc23

for.inc23:                                        ; preds = %for.end
  %33 = load i32, i32* %i, align 4, !tbaa !5
  %inc24 = add nsw i32 %33, 1
  store i32 %inc24, i32* %i, align 4, !tbaa !5
  br label %for.cond, !llvm.loop !21

for.end25:                                        ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @gesummv(i32 noundef %n, double noundef %alpha, double noundef %beta, double* noalias noundef %A, double* noalias noundef %B, double* noalias noundef %x, double* noalias noundef %y) #0 {
entry:
  %n.addr = alloca i32, align 4
  %alpha.addr = alloca double, align 8
  %beta.addr = alloca double, align 8
  %A.addr = alloca double*, align 8
  %B.addr = alloca double*, align 8
  %x.addr = alloca double*, align 8
  %y.addr = alloca double*, align 8
  %i = alloca i32, align 4
  %cleanup.dest.slot = alloca i32, align 4
  %t = alloca double, align 8
  %u = alloca double, align 8
  %j = alloca i32, align 4
  store i32 %n, i32* %n.addr, align 4, !tbaa !5
  store double %alpha, double* %alpha.addr, align 8, !tbaa !11
  store double %beta, double* %beta.addr, align 8, !tbaa !11
  store double* %A, double** %A.addr, align 8, !tbaa !9
  store double* %B, double** %B.addr, align 8, !tbaa !9
  store double* %x, double** %x.addr, align 8, !tbaa !9
  store double* %y, double** %y.addr, align 8, !tbaa !9
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 0, i32* %i, align 4, !tbaa !5
  br label %for.cond

for.cond:                                         ; preds = %for.inc22, %entry
  %1 = load i32, i32* %i, align 4, !tbaa !5
  %2 = load i32, i32* %n.addr, align 4, !tbaa !5
  %cmp = icmp slt i32 %1, %2
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  store i32 2, i32* %cleanup.dest.slot, align 4
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end24

for.body:                                         ; preds = %for.cond
  %4 = bitcast double* %t to i8*
  call void @llvm.lifetime.start.p0i8(i64 8, i8* %4) #2
  store double 0.000000e+00, double* %t, align 8, !tbaa !11
  %5 = bitcast double* %u to i8*
  call void @llvm.lifetime.start.p0i8(i64 8, i8* %5) #2
  store double 0.000000e+00, double* %u, align 8, !tbaa !11
  %6 = bitcast i32* %j to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %6) #2
  store i32 0, i32* %j, align 4, !tbaa !5
  br label %for.cond1

for.cond1:                                        ; preds = %for.inc, %for.body
  %7 = load i32, i32* %j, align 4, !tbaa !5
  %8 = load i32, i32* %n.addr, align 4, !tbaa !5
  %cmp2 = icmp slt i32 %7, %8
  br i1 %cmp2, label %for.body4, label %for.cond.cleanup3

for.cond.cleanup3:                                ; preds = %for.cond1
  store i32 5, i32* %cleanup.dest.slot, align 4
  %9 = bitcast i32* %j to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %9) #2
  br label %for.end

for.body4:                                        ; preds = %for.cond1
  %10 = load double*, double** %A.addr, align 8, !tbaa !9
  %11 = load i32, i32* %i, align 4, !tbaa !5
  %12 = load i32, i32* %n.addr, align 4, !tbaa !5
  %mul = mul nsw i32 %11, %12
  %13 = load i32, i32* %j, align 4, !tbaa !5
  %add = add nsw i32 %mul, %13
  %idxprom = sext i32 %add to i64
  %arrayidx = getelementptr inbounds double, double* %10, i64 %idxprom
  %14 = load double, double* %arrayidx, align 8, !tbaa !11
  %15 = load double*, double** %x.addr, align 8, !tbaa !9
  %16 = load i32, i32* %j, align 4, !tbaa !5
  %idxprom5 = sext i32 %16 to i64
  %arrayidx6 = getelementptr inbounds double, double* %15, i64 %idxprom5
  %17 = load double, double* %arrayidx6, align 8, !tbaa !11
  %mul7 = fmul double %14, %17
  %18 = load double, double* %t, align 8, !tbaa !11
  %add8 = fadd double %18, %mul7
  store double %add8, double* %t, align 8, !tbaa !11
  %19 = load double*, double** %B.addr, align 8, !tbaa !9
  %20 = load i32, i32* %i, align 4, !tbaa !5
  %21 = load i32, i32* %n.addr, align 4, !tbaa !5
  %mul9 = mul nsw i32 %20, %21
  %22 = load i32, i32* %j, align 4, !tbaa !5
  %add10 = add nsw i32 %mul9, %22
  %idxprom11 = sext i32 %add10 to i64
  %arrayidx12 = getelementptr inbounds double, double* %19, i64 %idxprom11
  %23 = load double, double* %arrayidx12, align 8, !tbaa !11
  %24 = load double*, double** %x.addr, align 8, !tbaa !9
  %25 = load i32, i32* %j, align 4, !tbaa !5
  %idxprom13 = sext i32 %25 to i64
  %arrayidx14 = getelementptr inbounds double, double* %24, i64 %idxprom13
  %26 = load double, double* %arrayidx14, align 8, !tbaa !11
  %mul15 = fmul double %23, %26
  %27 = load double, double* %u, align 8, !tbaa !11
  %add16 = fadd double %27, %mul15
  store double %add16, double* %u, align 8, !tbaa !11
  br label %for.inc

for.inc:                                          ; preds = %for.body4
  %28 = load i32, i32* %j, align 4, !tbaa !5
  %inc = add nsw i32 %28, 1
  store i32 %inc, i32* %j, align 4, !tbaa !5
  br label %for.cond1, !llvm.loop !22

for.end:                                          ; preds = %for.cond.cleanup3
  %29 = load double, double* %alpha.addr, align 8, !tbaa !11
  %30 = load double, double* %t, align 8, !tbaa !11
  %mul17 = fmul double %29, %30
  %31 = load double, double* %beta.addr, align 8, !tbaa !11
  %32 = load double, double* %u, align 8, !tbaa !11
  %mul18 = fmul double %31, %32
  %add19 = fadd double %mul17, %mul18
  %33 = load double*, double** %y.addr, align 8, !tbaa !9
  %34 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom20 = sext i32 %34 to i64
  %arrayidx21 = getelementptr inbounds double, double* %33, i64 %idxprom20
  store double %add19, double* %arrayidx21, align 8, !tbaa !11
  %35 = bitcast double* %u to i8*
  call void @llvm.lifetime.end.p0i8(i64 8, i8* %35) #2
  %36 = bitcast double* %t to i8*
  call void @llvm.lifetime.end.p0i8(i64 8, i8* %36) #2
  br label %for.inc22

for.inc22:                                        ; preds = %for.end
  %37 = load i32, i32* %i, align 4, !tbaa !5
  %inc23 = add nsw i32 %37, 1
  store i32 %inc23, i32* %i, align 4, !tbaa !5
  br label %for.cond, !llvm.loop !23

for.end24:                                        ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @syrk(i32 noundef %n, i32 noundef %m, i32 noundef %alpha, [64 x i32]* noundef %c, [64 x i32]* noundef %a) #0 {
entry:
  %n.addr = alloca i32, align 4
  %m.addr = alloca i32, align 4
  %alpha.addr = alloca i32, align 4
  %c.addr = alloca [64 x i32]*, align 8
  %a.addr = alloca [64 x i32]*, align 8
  %i = alloca i32, align 4
  %cleanup.dest.slot = alloca i32, align 4
  %k = alloca i32, align 4
  %j = alloca i32, align 4
  store i32 %n, i32* %n.addr, align 4, !tbaa !5
  store i32 %m, i32* %m.addr, align 4, !tbaa !5
  store i32 %alpha, i32* %alpha.addr, align 4, !tbaa !5
  store [64 x i32]* %c, [64 x i32]** %c.addr, align 8, !tbaa !9
  store [64 x i32]* %a, [64 x i32]** %a.addr, align 8, !tbaa !9
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 0, i32* %i, align 4, !tbaa !5
  br label %for.cond

for.cond:                                         ; preds = %for.inc23, %entry
  %1 = load i32, i32* %i, align 4, !tbaa !5
  %2 = load i32, i32* %n.addr, align 4, !tbaa !5
  %cmp = icmp slt i32 %1, %2
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  store i32 2, i32* %cleanup.dest.slot, align 4
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end25

for.body:                                         ; preds = %for.cond
  %4 = bitcast i32* %k to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %4) #2
  store i32 0, i32* %k, align 4, !tbaa !5
  br label %for.cond1

for.cond1:                                        ; preds = %for.inc20, %for.body
  %5 = load i32, i32* %k, align 4, !tbaa !5
  %6 = load i32, i32* %m.addr, align 4, !tbaa !5
  %cmp2 = icmp slt i32 %5, %6
  br i1 %cmp2, label %for.body4, label %for.cond.cleanup3

for.cond.cleanup3:                                ; preds = %for.cond1
  store i32 5, i32* %cleanup.dest.slot, align 4
  %7 = bitcast i32* %k to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %7) #2
  br label %for.end22

for.body4:                                        ; preds = %for.cond1
  %8 = bitcast i32* %j to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %8) #2
  store i32 0, i32* %j, align 4, !tbaa !5
  br label %for.cond5

for.cond5:                                        ; preds = %for.inc, %for.body4
  %9 = load i32, i32* %j, align 4, !tbaa !5
  %10 = load i32, i32* %i, align 4, !tbaa !5
  %cmp6 = icmp sle i32 %9, %10
  br i1 %cmp6, label %for.body8, label %for.cond.cleanup7

for.cond.cleanup7:                                ; preds = %for.cond5
  store i32 8, i32* %cleanup.dest.slot, align 4
  %11 = bitcast i32* %j to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %11) #2
  br label %for.end

for.body8:                                        ; preds = %for.cond5
  %12 = load i32, i32* %alpha.addr, align 4, !tbaa !5
  %13 = load [64 x i32]*, [64 x i32]** %a.addr, align 8, !tbaa !9
  %14 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom = sext i32 %14 to i64
  %arrayidx = getelementptr inbounds [64 x i32], [64 x i32]* %13, i64 %idxprom
  %15 = load i32, i32* %k, align 4, !tbaa !5
  %idxprom9 = sext i32 %15 to i64
  %arrayidx10 = getelementptr inbounds [64 x i32], [64 x i32]* %arrayidx, i64 0, i64 %idxprom9
  %16 = load i32, i32* %arrayidx10, align 4, !tbaa !5
  %mul = mul nsw i32 %12, %16
  %17 = load [64 x i32]*, [64 x i32]** %a.addr, align 8, !tbaa !9
  %18 = load i32, i32* %j, align 4, !tbaa !5
  %idxprom11 = sext i32 %18 to i64
  %arrayidx12 = getelementptr inbounds [64 x i32], [64 x i32]* %17, i64 %idxprom11
  %19 = load i32, i32* %k, align 4, !tbaa !5
  %idxprom13 = sext i32 %19 to i64
  %arrayidx14 = getelementptr inbounds [64 x i32], [64 x i32]* %arrayidx12, i64 0, i64 %idxprom13
  %20 = load i32, i32* %arrayidx14, align 4, !tbaa !5
  %mul15 = mul nsw i32 %mul, %20
  %21 = load [64 x i32]*, [64 x i32]** %c.addr, align 8, !tbaa !9
  %22 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom16 = sext i32 %22 to i64
  %arrayidx17 = getelementptr inbounds [64 x i32], [64 x i32]* %21, i64 %idxprom16
  %23 = load i32, i32* %j, align 4, !tbaa !5
  %idxprom18 = sext i32 %23 to i64
  %arrayidx19 = getelementptr inbounds [64 x i32], [64 x i32]* %arrayidx17, i64 0, i64 %idxprom18
  %24 = load i32, i32* %arrayidx19, align 4, !tbaa !5
  %add = add nsw i32 %24, %mul15
  store i32 %add, i32* %arrayidx19, align 4, !tbaa !5
  br label %for.inc

for.inc:                                          ; preds = %for.body8
  %25 = load i32, i32* %j, align 4, !tbaa !5
  %inc = add nsw i32 %25, 1
  store i32 %inc, i32* %j, align 4, !tbaa !5
  br label %for.cond5, !llvm.loop !24

for.end:                                          ; preds = %for.cond.cleanup7
  br label %for.inc20

for.inc20:                                        ; preds = %for.end
  %26 = load i32, i32* %k, align 4, !tbaa !5
  %inc21 = add nsw i32 %26, 1
  store i32 %inc21, i32* %k, align 4, !tbaa !5
  br label %for.cond1, !llvm.loop !25

for.end22:                                        ; preds = %for.cond.cleanup3
  br label %for.inc23

for.inc23:                                        ; preds = %for.end22
  %27 = load i32, i32* %i, align 4, !tbaa !5
  %inc24 = add nsw i32 %27, 1
  store i32 %inc24, i32* %i, align 4, !tbaa !5
  br label %for.cond, !llvm.loop !26

for.end25:                                        ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @floyd(i32 noundef %n, [64 x i32]* noundef %d) #0 {
entry:
  %n.addr = alloca i32, align 4
  %d.addr = alloca [64 x i32]*, align 8
  %k = alloca i32, align 4
  %cleanup.dest.slot = alloca i32, align 4
  %i = alloca i32, align 4
  %j = alloca i32, align 4
  %t = alloca i32, align 4
  store i32 %n, i32* %n.addr, align 4, !tbaa !5
  store [64 x i32]* %d, [64 x i32]** %d.addr, align 8, !tbaa !9
  %0 = bitcast i32* %k to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 0, i32* %k, align 4, !tbaa !5
  br label %for.cond

for.cond:                                         ; preds = %for.inc31, %entry
  %1 = load i32, i32* %k, align 4, !tbaa !5
  %2 = load i32, i32* %n.addr, align 4, !tbaa !5
  %cmp = icmp slt i32 %1, %2
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  store i32 2, i32* %cleanup.dest.slot, align 4
  %3 = bitcast i32* %k to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end33

for.body:                                         ; preds = %for.cond
  %4 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %4) #2
  store i32 0, i32* %i, align 4, !tbaa !5
  br label %for.cond1

for.cond1:                                        ; preds = %for.inc28, %for.body
  %5 = load i32, i32* %i, align 4, !tbaa !5
  %6 = load i32, i32* %n.addr, align 4, !tbaa !5
  %cmp2 = icmp slt i32 %5, %6
  br i1 %cmp2, label %for.body4, label %for.cond.cleanup3

for.cond.cleanup3:                                ; preds = %for.cond1
  store i32 5, i32* %cleanup.dest.slot, align 4
  %7 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %7) #2
  br label %for.end30

for.body4:                                        ; preds = %for.cond1
  %8 = bitcast i32* %j to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %8) #2
  store i32 0, i32* %j, align 4, !tbaa !5
  br label %for.cond5

for.cond5:                                        ; preds = %for.inc, %for.body4
  %9 = load i32, i32* %j, align 4, !tbaa !5
  %10 = load i32, i32* %n.addr, align 4, !tbaa !5
  %cmp6 = icmp slt i32 %9, %10
  br i1 %cmp6, label %for.body8, label %for.cond.cleanup7

for.cond.cleanup7:                                ; preds = %for.cond5
  store i32 8, i32* %cleanup.dest.slot, align 4
  %11 = bitcast i32* %j to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %11) #2
  br label %for.end

for.body8:                                        ; preds = %for.cond5
  %12 = bitcast i32* %t to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %12) #2
  %13 = load [64 x i32]*, [64 x i32]** %d.addr, align 8, !tbaa !9
  %14 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom = sext i32 %14 to i64
  %arrayidx = getelementptr inbounds [64 x i32], [64 x i32]* %13, i64 %idxprom
  %15 = load i32, i32* %k, align 4, !tbaa !5
  %idxprom9 = sext i32 %15 to i64
  %arrayidx10 = getelementptr inbounds [64 x i32], [64 x i32]* %arrayidx, i64 0, i64 %idxprom9
  %16 = load i32, i32* %arrayidx10, align 4, !tbaa !5
  %17 = load [64 x i32]*, [64 x i32]** %d.addr, align 8, !tbaa !9
  %18 = load i32, i32* %k, align 4, !tbaa !5
  %idxprom11 = sext i32 %18 to i64
  %arrayidx12 = getelementptr inbounds [64 x i32], [64 x i32]* %17, i64 %idxprom11
  %19 = load i32, i32* %j, align 4, !tbaa !5
  %idxprom13 = sext i32 %19 to i64
  %arrayidx14 = getelementptr inbounds [64 x i32], [64 x i32]* %arrayidx12, i64 0, i64 %idxprom13
  %20 = load i32, i32* %arrayidx14, align 4, !tbaa !5
  %add = add nsw i32 %16, %20
  store i32 %add, i32* %t, align 4, !tbaa !5
  %21 = load [64 x i32]*, [64 x i32]** %d.addr, align 8, !tbaa !9
  %22 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom15 = sext i32 %22 to i64
  %arrayidx16 = getelementptr inbounds [64 x i32], [64 x i32]* %21, i64 %idxprom15
  %23 = load i32, i32* %j, align 4, !tbaa !5
  %idxprom17 = sext i32 %23 to i64
  %arrayidx18 = getelementptr inbounds [64 x i32], [64 x i32]* %arrayidx16, i64 0, i64 %idxprom17
  %24 = load i32, i32* %arrayidx18, align 4, !tbaa !5
  %25 = load i32, i32* %t, align 4, !tbaa !5
  %cmp19 = icmp slt i32 %24, %25
  br i1 %cmp19, label %cond.true, label %cond.false

cond.true:                                        ; preds = %for.body8
  %26 = load [64 x i32]*, [64 x i32]** %d.addr, align 8, !tbaa !9
  %27 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom20 = sext i32 %27 to i64
  %arrayidx21 = getelementptr inbounds [64 x i32], [64 x i32]* %26, i64 %idxprom20
  %28 = load i32, i32* %j, align 4, !tbaa !5
  %idxprom22 = sext i32 %28 to i64
  %arrayidx23 = getelementptr inbounds [64 x i32], [64 x i32]* %arrayidx21, i64 0, i64 %idxprom22
  %29 = load i32, i32* %arrayidx23, align 4, !tbaa !5
  br label %cond.end

cond.false:                                       ; preds = %for.body8
  %30 = load i32, i32* %t, align 4, !tbaa !5
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ %29, %cond.true ], [ %30, %cond.false ]
  %31 = load [64 x i32]*, [64 x i32]** %d.addr, align 8, !tbaa !9
  %32 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom24 = sext i32 %32 to i64
  %arrayidx25 = getelementptr inbounds [64 x i32], [64 x i32]* %31, i64 %idxprom24
  %33 = load i32, i32* %j, align 4, !tbaa !5
  %idxprom26 = sext i32 %33 to i64
  %arrayidx27 = getelementptr inbounds [64 x i32], [64 x i32]* %arrayidx25, i64 0, i64 %idxprom26
  store i32 %cond, i32* %arrayidx27, align 4, !tbaa !5
  %34 = bitcast i32* %t to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %34) #2
  br label %for.inc

for.inc:                                          ; preds = %cond.end
  %35 = load i32, i32* %j, align 4, !tbaa !5
  %inc = add nsw i32 %35, 1
  store i32 %inc, i32* %j, align 4, !tbaa !5
  br label %for.cond5, !llvm.loop !27

for.end:                                          ; preds = %for.cond.cleanup7
  br label %for.inc28

for.inc28:                                        ; preds = %for.end
  %36 = load i32, i32* %i, align 4, !tbaa !5
  %inc29 = add nsw i32 %36, 1
  store i32 %inc29, i32* %i, align 4, !tbaa !5
  br label %for.cond1, !llvm.loop !28

for.end30:                                        ; preds = %for.cond.cleanup3
  br label %for.inc31

for.inc31:                                        ; preds = %for.end30
  %37 = load i32, i32* %k, align 4, !tbaa !5
  %inc32 = add nsw i32 %37, 1
  store i32 %inc32, i32* %k, align 4, !tbaa !5
  br label %for.cond, !llvm.loop !29

for.end33:                                        ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @heat(i32 noundef %n, double* noalias noundef %b, double* noalias noundef %a) #0 {
entry:
  %n.addr = alloca i32, align 4
  %b.addr = alloca double*, align 8
  %a.addr = alloca double*, align 8
  %i = alloca i32, align 4
  store i32 %n, i32* %n.addr, align 4, !tbaa !5
  store double* %b, double** %b.addr, align 8, !tbaa !9
  store double* %a, double** %a.addr, align 8, !tbaa !9
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 1, i32* %i, align 4, !tbaa !5
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load i32, i32* %i, align 4, !tbaa !5
  %2 = load i32, i32* %n.addr, align 4, !tbaa !5
  %sub = sub nsw i32 %2, 1
  %cmp = icmp slt i32 %1, %sub
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load double*, double** %a.addr, align 8, !tbaa !9
  %5 = load i32, i32* %i, align 4, !tbaa !5
  %add = add nsw i32 %5, 1
  %idxprom = sext i32 %add to i64
  %arrayidx = getelementptr inbounds double, double* %4, i64 %idxprom
  %6 = load double, double* %arrayidx, align 8, !tbaa !11
  %7 = load double*, double** %a.addr, align 8, !tbaa !9
  %8 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom1 = sext i32 %8 to i64
  %arrayidx2 = getelementptr inbounds double, double* %7, i64 %idxprom1
  %9 = load double, double* %arrayidx2, align 8, !tbaa !11
  %mul = fmul double 2.000000e+00, %9
  %sub3 = fsub double %6, %mul
  %10 = load double*, double** %a.addr, align 8, !tbaa !9
  %11 = load i32, i32* %i, align 4, !tbaa !5
  %sub4 = sub nsw i32 %11, 1
  %idxprom5 = sext i32 %sub4 to i64
  %arrayidx6 = getelementptr inbounds double, double* %10, i64 %idxprom5
  %12 = load double, double* %arrayidx6, align 8, !tbaa !11
  %add7 = fadd double %sub3, %12
  %mul8 = fmul double 1.250000e-01, %add7
  %13 = load double*, double** %a.addr, align 8, !tbaa !9
  %14 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom9 = sext i32 %14 to i64
  %arrayidx10 = getelementptr inbounds double, double* %13, i64 %idxprom9
  %15 = load double, double* %arrayidx10, align 8, !tbaa !11
  %add11 = fadd double %mul8, %15
  %16 = load double*, double** %b.addr, align 8, !tbaa !9
  %17 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom12 = sext i32 %17 to i64
  %arrayidx13 = getelementptr inbounds double, double* %16, i64 %idxprom12
  store double %add11, double* %arrayidx13, align 8, !tbaa !11
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %18 = load i32, i32* %i, align 4, !tbaa !5
  %inc = add nsw i32 %18, 1
  store i32 %inc, i32* %i, align 4, !tbaa !5
  br label %for.cond, !llvm.loop !30

for.end:                                          ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @laplace(i32 noundef %w, i32 noundef %h, i16* noalias noundef %o, i16* noalias noundef %p) #0 {
entry:
  %w.addr = alloca i32, align 4
  %h.addr = alloca i32, align 4
  %o.addr = alloca i16*, align 8
  %p.addr = alloca i16*, align 8
  %y = alloca i32, align 4
  %cleanup.dest.slot = alloca i32, align 4
  %x = alloca i32, align 4
  store i32 %w, i32* %w.addr, align 4, !tbaa !5
  store i32 %h, i32* %h.addr, align 4, !tbaa !5
  store i16* %o, i16** %o.addr, align 8, !tbaa !9
  store i16* %p, i16** %p.addr, align 8, !tbaa !9
  %0 = bitcast i32* %y to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 1, i32* %y, align 4, !tbaa !5
  br label %for.cond

for.cond:                                         ; preds = %for.inc40, %entry
  %1 = load i32, i32* %y, align 4, !tbaa !5
  %2 = load i32, i32* %h.addr, align 4, !tbaa !5
  %sub = sub nsw i32 %2, 1
  %cmp = icmp slt i32 %1, %sub
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  store i32 2, i32* %cleanup.dest.slot, align 4
  %3 = bitcast i32* %y to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end42

for.body:                                         ; preds = %for.cond
  %4 = bitcast i32* %x to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %4) #2
  store i32 1, i32* %x, align 4, !tbaa !5
  br label %for.cond1

for.cond1:                                        ; preds = %for.inc, %for.body
  %5 = load i32, i32* %x, align 4, !tbaa !5
  %6 = load i32, i32* %w.addr, align 4, !tbaa !5
  %sub2 = sub nsw i32 %6, 1
  %cmp3 = icmp slt i32 %5, %sub2
  br i1 %cmp3, label %for.body5, label %for.cond.cleanup4

for.cond.cleanup4:                                ; preds = %for.cond1
  store i32 5, i32* %cleanup.dest.slot, align 4
  %7 = bitcast i32* %x to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %7) #2
  br label %for.end

for.body5:                                        ; preds = %for.cond1
  %8 = load i16*, i16** %p.addr, align 8, !tbaa !9
  %9 = load i32, i32* %y, align 4, !tbaa !5
  %10 = load i32, i32* %w.addr, align 4, !tbaa !5
  %mul = mul nsw i32 %9, %10
  %11 = load i32, i32* %x, align 4, !tbaa !5
  %add = add nsw i32 %mul, %11
  %idxprom = sext i32 %add to i64
  %arrayidx = getelementptr inbounds i16, i16* %8, i64 %idxprom
  %12 = load i16, i16* %arrayidx, align 2, !tbaa !31
  %conv = sext i16 %12 to i32
  %mul6 = mul nsw i32 4, %conv
  %13 = load i16*, i16** %p.addr, align 8, !tbaa !9
  %14 = load i32, i32* %y, align 4, !tbaa !5
  %15 = load i32, i32* %w.addr, align 4, !tbaa !5
  %mul7 = mul nsw i32 %14, %15
  %16 = load i32, i32* %x, align 4, !tbaa !5
  %add8 = add nsw i32 %mul7, %16
  %sub9 = sub nsw i32 %add8, 1
  %idxprom10 = sext i32 %sub9 to i64
  %arrayidx11 = getelementptr inbounds i16, i16* %13, i64 %idxprom10
  %17 = load i16, i16* %arrayidx11, align 2, !tbaa !31
  %conv12 = sext i16 %17 to i32
  %sub13 = sub nsw i32 %mul6, %conv12
  %18 = load i16*, i16** %p.addr, align 8, !tbaa !9
  %19 = load i32, i32* %y, align 4, !tbaa !5
  %20 = load i32, i32* %w.addr, align 4, !tbaa !5
  %mul14 = mul nsw i32 %19, %20
  %21 = load i32, i32* %x, align 4, !tbaa !5
  %add15 = add nsw i32 %mul14, %21
  %add16 = add nsw i32 %add15, 1
  %idxprom17 = sext i32 %add16 to i64
  %arrayidx18 = getelementptr inbounds i16, i16* %18, i64 %idxprom17
  %22 = load i16, i16* %arrayidx18, align 2, !tbaa !31
  %conv19 = sext i16 %22 to i32
  %sub20 = sub nsw i32 %sub13, %conv19
  %23 = load i16*, i16** %p.addr, align 8, !tbaa !9
  %24 = load i32, i32* %y, align 4, !tbaa !5
  %sub21 = sub nsw i32 %24, 1
  %25 = load i32, i32* %w.addr, align 4, !tbaa !5
  %mul22 = mul nsw i32 %sub21, %25
  %26 = load i32, i32* %x, align 4, !tbaa !5
  %add23 = add nsw i32 %mul22, %26
  %idxprom24 = sext i32 %add23 to i64
  %arrayidx25 = getelementptr inbounds i16, i16* %23, i64 %idxprom24
  %27 = load i16, i16* %arrayidx25, align 2, !tbaa !31
  %conv26 = sext i16 %27 to i32
  %sub27 = sub nsw i32 %sub20, %conv26
  %28 = load i16*, i16** %p.addr, align 8, !tbaa !9
  %29 = load i32, i32* %y, align 4, !tbaa !5
  %add28 = add nsw i32 %29, 1
  %30 = load i32, i32* %w.addr, align 4, !tbaa !5
  %mul29 = mul nsw i32 %add28, %30
  %31 = load i32, i32* %x, align 4, !tbaa !5
  %add30 = add nsw i32 %mul29, %31
  %idxprom31 = sext i32 %add30 to i64
  %arrayidx32 = getelementptr inbounds i16, i16* %28, i64 %idxprom31
  %32 = load i16, i16* %arrayidx32, align 2, !tbaa !31
  %conv33 = sext i16 %32 to i32
  %sub34 = sub nsw i32 %sub27, %conv33
  %conv35 = trunc i32 %sub34 to i16
  %33 = load i16*, i16** %o.addr, align 8, !tbaa !9
  %34 = load i32, i32* %y, align 4, !tbaa !5
  %35 = load i32, i32* %w.addr, align 4, !tbaa !5
  %mul36 = mul nsw i32 %34, %35
  %36 = load i32, i32* %x, align 4, !tbaa !5
  %add37 = add nsw i32 %mul36, %36
  %idxprom38 = sext i32 %add37 to i64
  %arrayidx39 = getelementptr inbounds i16, i16* %33, i64 %idxprom38
  store i16 %conv35, i16* %arrayidx39, align 2, !tbaa !31
  br label %for.inc

for.inc:                                          ; preds = %for.body5
  %37 = load i32, i32* %x, align 4, !tbaa !5
  %inc = add nsw i32 %37, 1
  store i32 %inc, i32* %x, align 4, !tbaa !5
  br label %for.cond1, !llvm.loop !33

for.end:                                          ; preds = %for.cond.cleanup4
  br label %for.inc40

for.inc40:                                        ; preds = %for.end
  %38 = load i32, i32* %y, align 4, !tbaa !5
  %inc41 = add nsw i32 %38, 1
  store i32 %inc41, i32* %y, align 4, !tbaa !5
  br label %for.cond, !llvm.loop !34

for.end42:                                        ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @box(i32 noundef %w, i32 noundef %h, i8* noalias noundef %o, i8* noalias noundef %p) #0 {
entry:
  %w.addr = alloca i32, align 4
  %h.addr = alloca i32, align 4
  %o.addr = alloca i8*, align 8
  %p.addr = alloca i8*, align 8
  %y = alloca i32, align 4
  %cleanup.dest.slot = alloca i32, align 4
  %x = alloca i32, align 4
  %s = alloca i32, align 4
  %r = alloca i32, align 4
  %c = alloca i32, align 4
  store i32 %w, i32* %w.addr, align 4, !tbaa !5
  store i32 %h, i32* %h.addr, align 4, !tbaa !5
  store i8* %o, i8** %o.addr, align 8, !tbaa !9
  store i8* %p, i8** %p.addr, align 8, !tbaa !9
  %0 = bitcast i32* %y to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 1, i32* %y, align 4, !tbaa !5
  br label %for.cond

for.cond:                                         ; preds = %for.inc28, %entry
  %1 = load i32, i32* %y, align 4, !tbaa !5
  %2 = load i32, i32* %h.addr, align 4, !tbaa !5
  %sub = sub nsw i32 %2, 1
  %cmp = icmp slt i32 %1, %sub
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  store i32 2, i32* %cleanup.dest.slot, align 4
  %3 = bitcast i32* %y to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end30

for.body:                                         ; preds = %for.cond
  %4 = bitcast i32* %x to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %4) #2
  store i32 1, i32* %x, align 4, !tbaa !5
  br label %for.cond1

for.cond1:                                        ; preds = %for.inc25, %for.body
  %5 = load i32, i32* %x, align 4, !tbaa !5
  %6 = load i32, i32* %w.addr, align 4, !tbaa !5
  %sub2 = sub nsw i32 %6, 1
  %cmp3 = icmp slt i32 %5, %sub2
  br i1 %cmp3, label %for.body5, label %for.cond.cleanup4

for.cond.cleanup4:                                ; preds = %for.cond1
  store i32 5, i32* %cleanup.dest.slot, align 4
  %7 = bitcast i32* %x to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %7) #2
  br label %for.end27

for.body5:                                        ; preds = %for.cond1
  %8 = bitcast i32* %s to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %8) #2
  store i32 0, i32* %s, align 4, !tbaa !5
  %9 = bitcast i32* %r to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %9) #2
  store i32 -1, i32* %r, align 4, !tbaa !5
  br label %for.cond6

for.cond6:                                        ; preds = %for.inc17, %for.body5
  %10 = load i32, i32* %r, align 4, !tbaa !5
  %cmp7 = icmp sle i32 %10, 1
  br i1 %cmp7, label %for.body9, label %for.cond.cleanup8

for.cond.cleanup8:                                ; preds = %for.cond6
  store i32 8, i32* %cleanup.dest.slot, align 4
  %11 = bitcast i32* %r to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %11) #2
  br label %for.end19

for.body9:                                        ; preds = %for.cond6
  %12 = bitcast i32* %c to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %12) #2
  store i32 -1, i32* %c, align 4, !tbaa !5
  br label %for.cond10

for.cond10:                                       ; preds = %for.inc, %for.body9
  %13 = load i32, i32* %c, align 4, !tbaa !5
  %cmp11 = icmp sle i32 %13, 1
  br i1 %cmp11, label %for.body13, label %for.cond.cleanup12

for.cond.cleanup12:                               ; preds = %for.cond10
  store i32 11, i32* %cleanup.dest.slot, align 4
  %14 = bitcast i32* %c to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %14) #2
  br label %for.end

for.body13:                                       ; preds = %for.cond10
  %15 = load i8*, i8** %p.addr, align 8, !tbaa !9
  %16 = load i32, i32* %y, align 4, !tbaa !5
  %17 = load i32, i32* %r, align 4, !tbaa !5
  %add = add nsw i32 %16, %17
  %18 = load i32, i32* %w.addr, align 4, !tbaa !5
  %mul = mul nsw i32 %add, %18
  %19 = load i32, i32* %x, align 4, !tbaa !5
  %add14 = add nsw i32 %mul, %19
  %20 = load i32, i32* %c, align 4, !tbaa !5
  %add15 = add nsw i32 %add14, %20
  %idxprom = sext i32 %add15 to i64
  %arrayidx = getelementptr inbounds i8, i8* %15, i64 %idxprom
  %21 = load i8, i8* %arrayidx, align 1, !tbaa !35
  %conv = zext i8 %21 to i32
  %22 = load i32, i32* %s, align 4, !tbaa !5
  %add16 = add nsw i32 %22, %conv
  store i32 %add16, i32* %s, align 4, !tbaa !5
  br label %for.inc

for.inc:                                          ; preds = %for.body13
  %23 = load i32, i32* %c, align 4, !tbaa !5
  %inc = add nsw i32 %23, 1
  store i32 %inc, i32* %c, align 4, !tbaa !5
  br label %for.cond10, !llvm.loop !36

for.end:                                          ; preds = %for.cond.cleanup12
  br label %for.inc17

for.inc17:                                        ; preds = %for.end
  %24 = load i32, i32* %r, align 4, !tbaa !5
  %inc18 = add nsw i32 %24, 1
  store i32 %inc18, i32* %r, align 4, !tbaa !5
  br label %for.cond6, !llvm.loop !37

for.end19:                                        ; preds = %for.cond.cleanup8
  %25 = load i32, i32* %s, align 4, !tbaa !5
  %div = sdiv i32 %25, 9
  %conv20 = trunc i32 %div to i8
  %26 = load i8*, i8** %o.addr, align 8, !tbaa !9
  %27 = load i32, i32* %y, align 4, !tbaa !5
  %28 = load i32, i32* %w.addr, align 4, !tbaa !5
  %mul21 = mul nsw i32 %27, %28
  %29 = load i32, i32* %x, align 4, !tbaa !5
  %add22 = add nsw i32 %mul21, %29
  %idxprom23 = sext i32 %add22 to i64
  %arrayidx24 = getelementptr inbounds i8, i8* %26, i64 %idxprom23
  store i8 %conv20, i8* %arrayidx24, align 1, !tbaa !35
  %30 = bitcast i32* %s to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %30) #2
  br label %for.inc25

for.inc25:                                        ; preds = %for.end19
  %31 = load i32, i32* %x, align 4, !tbaa !5
  %inc26 = add nsw i32 %31, 1
  store i32 %inc26, i32* %x, align 4, !tbaa !5
  br label %for.cond1, !llvm.loop !38

for.end27:                                        ; preds = %for.cond.cleanup4
  br label %for.inc28

for.inc28:                                        ; preds = %for.end27
  %32 = load i32, i32* %y, align 4, !tbaa !5
  %inc29 = add nsw i32 %32, 1
  store i32 %inc29, i32* %y, align 4, !tbaa !5
  br label %for.cond, !llvm.loop !39

for.end30:                                        ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @wunsch(i32 noundef %n, i32* noalias noundef %now, i32* noalias noundef %before, i8* noalias noundef %a, i8 noundef signext %b, i32 noundef %gap) #0 {
entry:
  %n.addr = alloca i32, align 4
  %now.addr = alloca i32*, align 8
  %before.addr = alloca i32*, align 8
  %a.addr = alloca i8*, align 8
  %b.addr = alloca i8, align 1
  %gap.addr = alloca i32, align 4
  %j = alloca i32, align 4
  %m = alloca i32, align 4
  %u = alloca i32, align 4
  %l = alloca i32, align 4
  %t = alloca i32, align 4
  store i32 %n, i32* %n.addr, align 4, !tbaa !5
  store i32* %now, i32** %now.addr, align 8, !tbaa !9
  store i32* %before, i32** %before.addr, align 8, !tbaa !9
  store i8* %a, i8** %a.addr, align 8, !tbaa !9
  store i8 %b, i8* %b.addr, align 1, !tbaa !35
  store i32 %gap, i32* %gap.addr, align 4, !tbaa !5
  %0 = bitcast i32* %j to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 1, i32* %j, align 4, !tbaa !5
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load i32, i32* %j, align 4, !tbaa !5
  %2 = load i32, i32* %n.addr, align 4, !tbaa !5
  %cmp = icmp slt i32 %1, %2
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %3 = bitcast i32* %j to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %4 = bitcast i32* %m to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %4) #2
  %5 = load i32*, i32** %before.addr, align 8, !tbaa !9
  %6 = load i32, i32* %j, align 4, !tbaa !5
  %sub = sub nsw i32 %6, 1
  %idxprom = sext i32 %sub to i64
  %arrayidx = getelementptr inbounds i32, i32* %5, i64 %idxprom
  %7 = load i32, i32* %arrayidx, align 4, !tbaa !5
  %8 = load i8*, i8** %a.addr, align 8, !tbaa !9
  %9 = load i32, i32* %j, align 4, !tbaa !5
  %idxprom1 = sext i32 %9 to i64
  %arrayidx2 = getelementptr inbounds i8, i8* %8, i64 %idxprom1
  %10 = load i8, i8* %arrayidx2, align 1, !tbaa !35
  %conv = sext i8 %10 to i32
  %11 = load i8, i8* %b.addr, align 1, !tbaa !35
  %conv3 = sext i8 %11 to i32
  %cmp4 = icmp eq i32 %conv, %conv3
  %12 = zext i1 %cmp4 to i64
  %cond = select i1 %cmp4, i32 1, i32 -1
  %add = add nsw i32 %7, %cond
  store i32 %add, i32* %m, align 4, !tbaa !5
  %13 = bitcast i32* %u to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %13) #2
  %14 = load i32*, i32** %before.addr, align 8, !tbaa !9
  %15 = load i32, i32* %j, align 4, !tbaa !5
  %idxprom6 = sext i32 %15 to i64
  %arrayidx7 = getelementptr inbounds i32, i32* %14, i64 %idxprom6
  %16 = load i32, i32* %arrayidx7, align 4, !tbaa !5
  %17 = load i32, i32* %gap.addr, align 4, !tbaa !5
  %add8 = add nsw i32 %16, %17
  store i32 %add8, i32* %u, align 4, !tbaa !5
  %18 = bitcast i32* %l to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %18) #2
  %19 = load i32*, i32** %now.addr, align 8, !tbaa !9
  %20 = load i32, i32* %j, align 4, !tbaa !5
  %sub9 = sub nsw i32 %20, 1
  %idxprom10 = sext i32 %sub9 to i64
  %arrayidx11 = getelementptr inbounds i32, i32* %19, i64 %idxprom10
  %21 = load i32, i32* %arrayidx11, align 4, !tbaa !5
  %22 = load i32, i32* %gap.addr, align 4, !tbaa !5
  %add12 = add nsw i32 %21, %22
  store i32 %add12, i32* %l, align 4, !tbaa !5
  %23 = bitcast i32* %t to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %23) #2
  %24 = load i32, i32* %m, align 4, !tbaa !5
  %25 = load i32, i32* %u, align 4, !tbaa !5
  %cmp13 = icmp sgt i32 %24, %25
  br i1 %cmp13, label %cond.true, label %cond.false

cond.true:                                        ; preds = %for.body
  %26 = load i32, i32* %m, align 4, !tbaa !5
  br label %cond.end

cond.false:                                       ; preds = %for.body
  %27 = load i32, i32* %u, align 4, !tbaa !5
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond15 = phi i32 [ %26, %cond.true ], [ %27, %cond.false ]
  store i32 %cond15, i32* %t, align 4, !tbaa !5
  %28 = load i32, i32* %t, align 4, !tbaa !5
  %29 = load i32, i32* %l, align 4, !tbaa !5
  %cmp16 = icmp sgt i32 %28, %29
  br i1 %cmp16, label %cond.true18, label %cond.false19

cond.true18:                                      ; preds = %cond.end
  %30 = load i32, i32* %t, align 4, !tbaa !5
  br label %cond.end20

cond.false19:                                     ; preds = %cond.end
  %31 = load i32, i32* %l, align 4, !tbaa !5
  br label %cond.end20

cond.end20:                                       ; preds = %cond.false19, %cond.true18
  %cond21 = phi i32 [ %30, %cond.true18 ], [ %31, %cond.false19 ]
  %32 = load i32*, i32** %now.addr, align 8, !tbaa !9
  %33 = load i32, i32* %j, align 4, !tbaa !5
  %idxprom22 = sext i32 %33 to i64
  %arrayidx23 = getelementptr inbounds i32, i32* %32, i64 %idxprom22
  store i32 %cond21, i32* %arrayidx23, align 4, !tbaa !5
  %34 = bitcast i32* %t to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %34) #2
  %35 = bitcast i32* %l to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %35) #2
  %36 = bitcast i32* %u to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %36) #2
  %37 = bitcast i32* %m to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %37) #2
  br label %for.inc

for.inc:                                          ; preds = %cond.end20
  %38 = load i32, i32* %j, align 4, !tbaa !5
  %inc = add nsw i32 %38, 1
  store i32 %inc, i32* %j, align 4, !tbaa !5
  br label %for.cond, !llvm.loop !40

for.end:                                          ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local i32 @lcs(i32 noundef %n, i32* noalias noundef %now, i32* noalias noundef %before, i8* noalias noundef %a, i8 noundef signext %b) #0 {
entry:
  %n.addr = alloca i32, align 4
  %now.addr = alloca i32*, align 8
  %before.addr = alloca i32*, align 8
  %a.addr = alloca i8*, align 8
  %b.addr = alloca i8, align 1
  %best = alloca i32, align 4
  %j = alloca i32, align 4
  %v = alloca i32, align 4
  store i32 %n, i32* %n.addr, align 4, !tbaa !5
  store i32* %now, i32** %now.addr, align 8, !tbaa !9
  store i32* %before, i32** %before.addr, align 8, !tbaa !9
  store i8* %a, i8** %a.addr, align 8, !tbaa !9
  store i8 %b, i8* %b.addr, align 1, !tbaa !35
  %0 = bitcast i32* %best to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 0, i32* %best, align 4, !tbaa !5
  %1 = bitcast i32* %j to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %1) #2
  store i32 1, i32* %j, align 4, !tbaa !5
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i32, i32* %j, align 4, !tbaa !5
  %3 = load i32, i32* %n.addr, align 4, !tbaa !5
  %cmp = icmp sle i32 %2, %3
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %4 = bitcast i32* %j to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %4) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %5 = bitcast i32* %v to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %5) #2
  %6 = load i8*, i8** %a.addr, align 8, !tbaa !9
  %7 = load i32, i32* %j, align 4, !tbaa !5
  %sub = sub nsw i32 %7, 1
  %idxprom = sext i32 %sub to i64
  %arrayidx = getelementptr inbounds i8, i8* %6, i64 %idxprom
  %8 = load i8, i8* %arrayidx, align 1, !tbaa !35
  %conv = sext i8 %8 to i32
  %9 = load i8, i8* %b.addr, align 1, !tbaa !35
  %conv1 = sext i8 %9 to i32
  %cmp2 = icmp eq i32 %conv, %conv1
  br i1 %cmp2, label %cond.true, label %cond.false

cond.true:                                        ; preds = %for.body
  %10 = load i32*, i32** %before.addr, align 8, !tbaa !9
  %11 = load i32, i32* %j, align 4, !tbaa !5
  %sub4 = sub nsw i32 %11, 1
  %idxprom5 = sext i32 %sub4 to i64
  %arrayidx6 = getelementptr inbounds i32, i32* %10, i64 %idxprom5
  %12 = load i32, i32* %arrayidx6, align 4, !tbaa !5
  %add = add nsw i32 %12, 1
  br label %cond.end

cond.false:                                       ; preds = %for.body
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ %add, %cond.true ], [ 0, %cond.false ]
  store i32 %cond, i32* %v, align 4, !tbaa !5
  %13 = load i32, i32* %v, align 4, !tbaa !5
  %14 = load i32*, i32** %now.addr, align 8, !tbaa !9
  %15 = load i32, i32* %j, align 4, !tbaa !5
  %idxprom7 = sext i32 %15 to i64
  %arrayidx8 = getelementptr inbounds i32, i32* %14, i64 %idxprom7
  store i32 %13, i32* %arrayidx8, align 4, !tbaa !5
  %16 = load i32, i32* %v, align 4, !tbaa !5
  %17 = load i32, i32* %best, align 4, !tbaa !5
  %cmp9 = icmp sgt i32 %16, %17
  br i1 %cmp9, label %if.then, label %if.end

if.then:                                          ; preds = %cond.end
  %18 = load i32, i32* %v, align 4, !tbaa !5
  store i32 %18, i32* %best, align 4, !tbaa !5
  br label %if.end

if.end:                                           ; preds = %if.then, %cond.end
  %19 = bitcast i32* %v to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %19) #2
  br label %for.inc

for.inc:                                          ; preds = %if.end
  %20 = load i32, i32* %j, align 4, !tbaa !5
  %inc = add nsw i32 %20, 1
  store i32 %inc, i32* %j, align 4, !tbaa !5
  br label %for.cond, !llvm.loop !41

for.end:                                          ; preds = %for.cond.cleanup
  %21 = load i32, i32* %best, align 4, !tbaa !5
  %22 = bitcast i32* %best to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %22) #2
  ret i32 %21
}

; Function Attrs: nounwind uwtable
define dso_local void @sha(i32* noundef %w) #0 {
entry:
  %w.addr = alloca i32*, align 8
  %t = alloca i32, align 4
  %x = alloca i32, align 4
  store i32* %w, i32** %w.addr, align 8, !tbaa !9
  %0 = bitcast i32* %t to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 16, i32* %t, align 4, !tbaa !5
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load i32, i32* %t, align 4, !tbaa !5
  %cmp = icmp slt i32 %1, 80
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %2 = bitcast i32* %t to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %2) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %3 = bitcast i32* %x to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %3) #2
  %4 = load i32*, i32** %w.addr, align 8, !tbaa !9
  %5 = load i32, i32* %t, align 4, !tbaa !5
  %sub = sub nsw i32 %5, 3
  %idxprom = sext i32 %sub to i64
  %arrayidx = getelementptr inbounds i32, i32* %4, i64 %idxprom
  %6 = load i32, i32* %arrayidx, align 4, !tbaa !5
  %7 = load i32*, i32** %w.addr, align 8, !tbaa !9
  %8 = load i32, i32* %t, align 4, !tbaa !5
  %sub1 = sub nsw i32 %8, 8
  %idxprom2 = sext i32 %sub1 to i64
  %arrayidx3 = getelementptr inbounds i32, i32* %7, i64 %idxprom2
  %9 = load i32, i32* %arrayidx3, align 4, !tbaa !5
  %xor = xor i32 %6, %9
  %10 = load i32*, i32** %w.addr, align 8, !tbaa !9
  %11 = load i32, i32* %t, align 4, !tbaa !5
  %sub4 = sub nsw i32 %11, 14
  %idxprom5 = sext i32 %sub4 to i64
  %arrayidx6 = getelementptr inbounds i32, i32* %10, i64 %idxprom5
  %12 = load i32, i32* %arrayidx6, align 4, !tbaa !5
  %xor7 = xor i32 %xor, %12
  %13 = load i32*, i32** %w.addr, align 8, !tbaa !9
  %14 = load i32, i32* %t, align 4, !tbaa !5
  %sub8 = sub nsw i32 %14, 16
  %idxprom9 = sext i32 %sub8 to i64
  %arrayidx10 = getelementptr inbounds i32, i32* %13, i64 %idxprom9
  %15 = load i32, i32* %arrayidx10, align 4, !tbaa !5
  %xor11 = xor i32 %xor7, %15
  store i32 %xor11, i32* %x, align 4, !tbaa !5
  %16 = load i32, i32* %x, align 4, !tbaa !5
  %shl = shl i32 %16, 1
  %17 = load i32, i32* %x, align 4, !tbaa !5
  %shr = lshr i32 %17, 31
  %or = or i32 %shl, %shr
  %18 = load i32*, i32** %w.addr, align 8, !tbaa !9
  %19 = load i32, i32* %t, align 4, !tbaa !5
  %idxprom12 = sext i32 %19 to i64
  %arrayidx13 = getelementptr inbounds i32, i32* %18, i64 %idxprom12
  store i32 %or, i32* %arrayidx13, align 4, !tbaa !5
  %20 = bitcast i32* %x to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %20) #2
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %21 = load i32, i32* %t, align 4, !tbaa !5
  %inc = add nsw i32 %21, 1
  store i32 %inc, i32* %t, align 4, !tbaa !5
  br label %for.cond, !llvm.loop !42

for.end:                                          ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @sha2(i32* noundef %w) #0 {
entry:
  %w.addr = alloca i32*, align 8
  %t = alloca i32, align 4
  %a = alloca i32, align 4
  %b = alloca i32, align 4
  %s = alloca i32, align 4
  %u = alloca i32, align 4
  store i32* %w, i32** %w.addr, align 8, !tbaa !9
  %0 = bitcast i32* %t to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 16, i32* %t, align 4, !tbaa !5
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load i32, i32* %t, align 4, !tbaa !5
  %cmp = icmp slt i32 %1, 64
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %2 = bitcast i32* %t to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %2) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %3 = bitcast i32* %a to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %3) #2
  %4 = load i32*, i32** %w.addr, align 8, !tbaa !9
  %5 = load i32, i32* %t, align 4, !tbaa !5
  %sub = sub nsw i32 %5, 15
  %idxprom = sext i32 %sub to i64
  %arrayidx = getelementptr inbounds i32, i32* %4, i64 %idxprom
  %6 = load i32, i32* %arrayidx, align 4, !tbaa !5
  store i32 %6, i32* %a, align 4, !tbaa !5
  %7 = bitcast i32* %b to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %7) #2
  %8 = load i32*, i32** %w.addr, align 8, !tbaa !9
  %9 = load i32, i32* %t, align 4, !tbaa !5
  %sub1 = sub nsw i32 %9, 2
  %idxprom2 = sext i32 %sub1 to i64
  %arrayidx3 = getelementptr inbounds i32, i32* %8, i64 %idxprom2
  %10 = load i32, i32* %arrayidx3, align 4, !tbaa !5
  store i32 %10, i32* %b, align 4, !tbaa !5
  %11 = bitcast i32* %s to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %11) #2
  %12 = load i32, i32* %a, align 4, !tbaa !5
  %shr = lshr i32 %12, 7
  %13 = load i32, i32* %a, align 4, !tbaa !5
  %shl = shl i32 %13, 25
  %or = or i32 %shr, %shl
  %14 = load i32, i32* %a, align 4, !tbaa !5
  %shr4 = lshr i32 %14, 18
  %15 = load i32, i32* %a, align 4, !tbaa !5
  %shl5 = shl i32 %15, 14
  %or6 = or i32 %shr4, %shl5
  %xor = xor i32 %or, %or6
  %16 = load i32, i32* %a, align 4, !tbaa !5
  %shr7 = lshr i32 %16, 3
  %xor8 = xor i32 %xor, %shr7
  store i32 %xor8, i32* %s, align 4, !tbaa !5
  %17 = bitcast i32* %u to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %17) #2
  %18 = load i32, i32* %b, align 4, !tbaa !5
  %shr9 = lshr i32 %18, 17
  %19 = load i32, i32* %b, align 4, !tbaa !5
  %shl10 = shl i32 %19, 15
  %or11 = or i32 %shr9, %shl10
  %20 = load i32, i32* %b, align 4, !tbaa !5
  %shr12 = lshr i32 %20, 19
  %21 = load i32, i32* %b, align 4, !tbaa !5
  %shl13 = shl i32 %21, 13
  %or14 = or i32 %shr12, %shl13
  %xor15 = xor i32 %or11, %or14
  %22 = load i32, i32* %b, align 4, !tbaa !5
  %shr16 = lshr i32 %22, 10
  %xor17 = xor i32 %xor15, %shr16
  store i32 %xor17, i32* %u, align 4, !tbaa !5
  %23 = load i32*, i32** %w.addr, align 8, !tbaa !9
  %24 = load i32, i32* %t, align 4, !tbaa !5
  %sub18 = sub nsw i32 %24, 16
  %idxprom19 = sext i32 %sub18 to i64
  %arrayidx20 = getelementptr inbounds i32, i32* %23, i64 %idxprom19
  %25 = load i32, i32* %arrayidx20, align 4, !tbaa !5
  %26 = load i32, i32* %s, align 4, !tbaa !5
  %add = add i32 %25, %26
  %27 = load i32*, i32** %w.addr, align 8, !tbaa !9
  %28 = load i32, i32* %t, align 4, !tbaa !5
  %sub21 = sub nsw i32 %28, 7
  %idxprom22 = sext i32 %sub21 to i64
  %arrayidx23 = getelementptr inbounds i32, i32* %27, i64 %idxprom22
  %29 = load i32, i32* %arrayidx23, align 4, !tbaa !5
  %add24 = add i32 %add, %29
  %30 = load i32, i32* %u, align 4, !tbaa !5
  %add25 = add i32 %add24, %30
  %31 = load i32*, i32** %w.addr, align 8, !tbaa !9
  %32 = load i32, i32* %t, align 4, !tbaa !5
  %idxprom26 = sext i32 %32 to i64
  %arrayidx27 = getelementptr inbounds i32, i32* %31, i64 %idxprom26
  store i32 %add25, i32* %arrayidx27, align 4, !tbaa !5
  %33 = bitcast i32* %u to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %33) #2
  %34 = bitcast i32* %s to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %34) #2
  %35 = bitcast i32* %b to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %35) #2
  %36 = bitcast i32* %a to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %36) #2
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %37 = load i32, i32* %t, align 4, !tbaa !5
  %inc = add nsw i32 %37, 1
  store i32 %inc, i32* %t, align 4, !tbaa !5
  br label %for.cond, !llvm.loop !43

for.end:                                          ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @roundkey(i8* noalias noundef %s, i8* noalias noundef %k, i32 noundef %round) #0 {
entry:
  %s.addr = alloca i8*, align 8
  %k.addr = alloca i8*, align 8
  %round.addr = alloca i32, align 4
  %i = alloca i32, align 4
  store i8* %s, i8** %s.addr, align 8, !tbaa !9
  store i8* %k, i8** %k.addr, align 8, !tbaa !9
  store i32 %round, i32* %round.addr, align 4, !tbaa !5
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 0, i32* %i, align 4, !tbaa !5
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load i32, i32* %i, align 4, !tbaa !5
  %cmp = icmp slt i32 %1, 16
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %2 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %2) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %3 = load i8*, i8** %k.addr, align 8, !tbaa !9
  %4 = load i32, i32* %round.addr, align 4, !tbaa !5
  %mul = mul nsw i32 %4, 16
  %5 = load i32, i32* %i, align 4, !tbaa !5
  %add = add nsw i32 %mul, %5
  %idxprom = sext i32 %add to i64
  %arrayidx = getelementptr inbounds i8, i8* %3, i64 %idxprom
  %6 = load i8, i8* %arrayidx, align 1, !tbaa !35
  %conv = zext i8 %6 to i32
  %7 = load i8*, i8** %s.addr, align 8, !tbaa !9
  %8 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom1 = sext i32 %8 to i64
  %arrayidx2 = getelementptr inbounds i8, i8* %7, i64 %idxprom1
  %9 = load i8, i8* %arrayidx2, align 1, !tbaa !35
  %conv3 = zext i8 %9 to i32
  %xor = xor i32 %conv3, %conv
  %conv4 = trunc i32 %xor to i8
  store i8 %conv4, i8* %arrayidx2, align 1, !tbaa !35
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %10 = load i32, i32* %i, align 4, !tbaa !5
  %inc = add nsw i32 %10, 1
  store i32 %inc, i32* %i, align 4, !tbaa !5
  br label %for.cond, !llvm.loop !44

for.end:                                          ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local i32 @gfmul(i32 noundef %a, i32 noundef %b) #0 {
entry:
  %a.addr = alloca i32, align 4
  %b.addr = alloca i32, align 4
  %p = alloca i32, align 4
  %i = alloca i32, align 4
  store i32 %a, i32* %a.addr, align 4, !tbaa !5
  store i32 %b, i32* %b.addr, align 4, !tbaa !5
  %0 = bitcast i32* %p to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 0, i32* %p, align 4, !tbaa !5
  %1 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %1) #2
  store i32 0, i32* %i, align 4, !tbaa !5
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i32, i32* %i, align 4, !tbaa !5
  %cmp = icmp slt i32 %2, 8
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load i32, i32* %b.addr, align 4, !tbaa !5
  %and = and i32 %4, 1
  %tobool = icmp ne i32 %and, 0
  br i1 %tobool, label %if.then, label %if.end

if.then:                                          ; preds = %for.body
  %5 = load i32, i32* %a.addr, align 4, !tbaa !5
  %6 = load i32, i32* %p, align 4, !tbaa !5
  %xor = xor i32 %6, %5
  store i32 %xor, i32* %p, align 4, !tbaa !5
  br label %if.end

if.end:                                           ; preds = %if.then, %for.body
  %7 = load i32, i32* %a.addr, align 4, !tbaa !5
  %shl = shl i32 %7, 1
  %8 = load i32, i32* %a.addr, align 4, !tbaa !5
  %and1 = and i32 %8, 128
  %tobool2 = icmp ne i32 %and1, 0
  %9 = zext i1 %tobool2 to i64
  %cond = select i1 %tobool2, i32 283, i32 0
  %xor3 = xor i32 %shl, %cond
  store i32 %xor3, i32* %a.addr, align 4, !tbaa !5
  %10 = load i32, i32* %b.addr, align 4, !tbaa !5
  %shr = lshr i32 %10, 1
  store i32 %shr, i32* %b.addr, align 4, !tbaa !5
  br label %for.inc

for.inc:                                          ; preds = %if.end
  %11 = load i32, i32* %i, align 4, !tbaa !5
  %inc = add nsw i32 %11, 1
  store i32 %inc, i32* %i, align 4, !tbaa !5
  br label %for.cond, !llvm.loop !45

for.end:                                          ; preds = %for.cond.cleanup
  %12 = load i32, i32* %p, align 4, !tbaa !5
  %13 = bitcast i32* %p to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %13) #2
  ret i32 %12
}

; Function Attrs: nounwind uwtable
define dso_local void @yuv(i32 noundef %n, i8* noalias noundef %rgb, i8* noalias noundef %y) #0 {
entry:
  %n.addr = alloca i32, align 4
  %rgb.addr = alloca i8*, align 8
  %y.addr = alloca i8*, align 8
  %i = alloca i32, align 4
  store i32 %n, i32* %n.addr, align 4, !tbaa !5
  store i8* %rgb, i8** %rgb.addr, align 8, !tbaa !9
  store i8* %y, i8** %y.addr, align 8, !tbaa !9
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 0, i32* %i, align 4, !tbaa !5
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load i32, i32* %i, align 4, !tbaa !5
  %2 = load i32, i32* %n.addr, align 4, !tbaa !5
  %cmp = icmp slt i32 %1, %2
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load i8*, i8** %rgb.addr, align 8, !tbaa !9
  %5 = load i32, i32* %i, align 4, !tbaa !5
  %mul = mul nsw i32 3, %5
  %idxprom = sext i32 %mul to i64
  %arrayidx = getelementptr inbounds i8, i8* %4, i64 %idxprom
  %6 = load i8, i8* %arrayidx, align 1, !tbaa !35
  %conv = zext i8 %6 to i32
  %mul1 = mul nsw i32 66, %conv
  %7 = load i8*, i8** %rgb.addr, align 8, !tbaa !9
  %8 = load i32, i32* %i, align 4, !tbaa !5
  %mul2 = mul nsw i32 3, %8
  %add = add nsw i32 %mul2, 1
  %idxprom3 = sext i32 %add to i64
  %arrayidx4 = getelementptr inbounds i8, i8* %7, i64 %idxprom3
  %9 = load i8, i8* %arrayidx4, align 1, !tbaa !35
  %conv5 = zext i8 %9 to i32
  %mul6 = mul nsw i32 129, %conv5
  %add7 = add nsw i32 %mul1, %mul6
  %10 = load i8*, i8** %rgb.addr, align 8, !tbaa !9
  %11 = load i32, i32* %i, align 4, !tbaa !5
  %mul8 = mul nsw i32 3, %11
  %add9 = add nsw i32 %mul8, 2
  %idxprom10 = sext i32 %add9 to i64
  %arrayidx11 = getelementptr inbounds i8, i8* %10, i64 %idxprom10
  %12 = load i8, i8* %arrayidx11, align 1, !tbaa !35
  %conv12 = zext i8 %12 to i32
  %mul13 = mul nsw i32 25, %conv12
  %add14 = add nsw i32 %add7, %mul13
  %add15 = add nsw i32 %add14, 4224
  %shr = ashr i32 %add15, 8
  %conv16 = trunc i32 %shr to i8
  %13 = load i8*, i8** %y.addr, align 8, !tbaa !9
  %14 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom17 = sext i32 %14 to i64
  %arrayidx18 = getelementptr inbounds i8, i8* %13, i64 %idxprom17
  store i8 %conv16, i8* %arrayidx18, align 1, !tbaa !35
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %15 = load i32, i32* %i, align 4, !tbaa !5
  %inc = add nsw i32 %15, 1
  store i32 %inc, i32* %i, align 4, !tbaa !5
  br label %for.cond, !llvm.loop !46

for.end:                                          ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @blend(i32 noundef %n, i8* noalias noundef %d, i8* noalias noundef %s, i32 noundef %alpha) #0 {
entry:
  %n.addr = alloca i32, align 4
  %d.addr = alloca i8*, align 8
  %s.addr = alloca i8*, align 8
  %alpha.addr = alloca i32, align 4
  %i = alloca i32, align 4
  store i32 %n, i32* %n.addr, align 4, !tbaa !5
  store i8* %d, i8** %d.addr, align 8, !tbaa !9
  store i8* %s, i8** %s.addr, align 8, !tbaa !9
  store i32 %alpha, i32* %alpha.addr, align 4, !tbaa !5
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 0, i32* %i, align 4, !tbaa !5
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load i32, i32* %i, align 4, !tbaa !5
  %2 = load i32, i32* %n.addr, align 4, !tbaa !5
  %cmp = icmp slt i32 %1, %2
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load i8*, i8** %s.addr, align 8, !tbaa !9
  %5 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom = sext i32 %5 to i64
  %arrayidx = getelementptr inbounds i8, i8* %4, i64 %idxprom
  %6 = load i8, i8* %arrayidx, align 1, !tbaa !35
  %conv = zext i8 %6 to i32
  %7 = load i32, i32* %alpha.addr, align 4, !tbaa !5
  %mul = mul nsw i32 %conv, %7
  %8 = load i8*, i8** %d.addr, align 8, !tbaa !9
  %9 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom1 = sext i32 %9 to i64
  %arrayidx2 = getelementptr inbounds i8, i8* %8, i64 %idxprom1
  %10 = load i8, i8* %arrayidx2, align 1, !tbaa !35
  %conv3 = zext i8 %10 to i32
  %11 = load i32, i32* %alpha.addr, align 4, !tbaa !5
  %sub = sub nsw i32 255, %11
  %mul4 = mul nsw i32 %conv3, %sub
  %add = add nsw i32 %mul, %mul4
  %div = sdiv i32 %add, 255
  %conv5 = trunc i32 %div to i8
  %12 = load i8*, i8** %d.addr, align 8, !tbaa !9
  %13 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom6 = sext i32 %13 to i64
  %arrayidx7 = getelementptr inbounds i8, i8* %12, i64 %idxprom6
  store i8 %conv5, i8* %arrayidx7, align 1, !tbaa !35
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %14 = load i32, i32* %i, align 4, !tbaa !5
  %inc = add nsw i32 %14, 1
  store i32 %inc, i32* %i, align 4, !tbaa !5
  br label %for.cond, !llvm.loop !47

for.end:                                          ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @resize(i32 noundef %n, i8* noalias noundef %o, i8* noalias noundef %p, i32 noundef %step) #0 {
entry:
  %n.addr = alloca i32, align 4
  %o.addr = alloca i8*, align 8
  %p.addr = alloca i8*, align 8
  %step.addr = alloca i32, align 4
  %pos = alloca i32, align 4
  %x = alloca i32, align 4
  %i = alloca i32, align 4
  %f = alloca i32, align 4
  store i32 %n, i32* %n.addr, align 4, !tbaa !5
  store i8* %o, i8** %o.addr, align 8, !tbaa !9
  store i8* %p, i8** %p.addr, align 8, !tbaa !9
  store i32 %step, i32* %step.addr, align 4, !tbaa !5
  %0 = bitcast i32* %pos to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 0, i32* %pos, align 4, !tbaa !5
  %1 = bitcast i32* %x to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %1) #2
  store i32 0, i32* %x, align 4, !tbaa !5
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i32, i32* %x, align 4, !tbaa !5
  %3 = load i32, i32* %n.addr, align 4, !tbaa !5
  %cmp = icmp slt i32 %2, %3
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %4 = bitcast i32* %x to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %4) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %5 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %5) #2
  %6 = load i32, i32* %pos, align 4, !tbaa !5
  %shr = ashr i32 %6, 16
  store i32 %shr, i32* %i, align 4, !tbaa !5
  %7 = bitcast i32* %f to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %7) #2
  %8 = load i32, i32* %pos, align 4, !tbaa !5
  %and = and i32 %8, 65535
  %shr1 = ashr i32 %and, 8
  store i32 %shr1, i32* %f, align 4, !tbaa !5
  %9 = load i8*, i8** %p.addr, align 8, !tbaa !9
  %10 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom = sext i32 %10 to i64
  %arrayidx = getelementptr inbounds i8, i8* %9, i64 %idxprom
  %11 = load i8, i8* %arrayidx, align 1, !tbaa !35
  %conv = zext i8 %11 to i32
  %12 = load i32, i32* %f, align 4, !tbaa !5
  %sub = sub nsw i32 256, %12
  %mul = mul nsw i32 %conv, %sub
  %13 = load i8*, i8** %p.addr, align 8, !tbaa !9
  %14 = load i32, i32* %i, align 4, !tbaa !5
  %add = add nsw i32 %14, 1
  %idxprom2 = sext i32 %add to i64
  %arrayidx3 = getelementptr inbounds i8, i8* %13, i64 %idxprom2
  %15 = load i8, i8* %arrayidx3, align 1, !tbaa !35
  %conv4 = zext i8 %15 to i32
  %16 = load i32, i32* %f, align 4, !tbaa !5
  %mul5 = mul nsw i32 %conv4, %16
  %add6 = add nsw i32 %mul, %mul5
  %shr7 = ashr i32 %add6, 8
  %conv8 = trunc i32 %shr7 to i8
  %17 = load i8*, i8** %o.addr, align 8, !tbaa !9
  %18 = load i32, i32* %x, align 4, !tbaa !5
  %idxprom9 = sext i32 %18 to i64
  %arrayidx10 = getelementptr inbounds i8, i8* %17, i64 %idxprom9
  store i8 %conv8, i8* %arrayidx10, align 1, !tbaa !35
  %19 = load i32, i32* %step.addr, align 4, !tbaa !5
  %20 = load i32, i32* %pos, align 4, !tbaa !5
  %add11 = add nsw i32 %20, %19
  store i32 %add11, i32* %pos, align 4, !tbaa !5
  %21 = bitcast i32* %f to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %21) #2
  %22 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %22) #2
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %23 = load i32, i32* %x, align 4, !tbaa !5
  %inc = add nsw i32 %23, 1
  store i32 %inc, i32* %x, align 4, !tbaa !5
  br label %for.cond, !llvm.loop !48

for.end:                                          ; preds = %for.cond.cleanup
  %24 = bitcast i32* %pos to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %24) #2
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @q15(i32 noundef %n, i16* noalias noundef %y, i16* noalias noundef %x, i16* noalias noundef %h) #0 {
entry:
  %n.addr = alloca i32, align 4
  %y.addr = alloca i16*, align 8
  %x.addr = alloca i16*, align 8
  %h.addr = alloca i16*, align 8
  %i = alloca i32, align 4
  %s = alloca i32, align 4
  store i32 %n, i32* %n.addr, align 4, !tbaa !5
  store i16* %y, i16** %y.addr, align 8, !tbaa !9
  store i16* %x, i16** %x.addr, align 8, !tbaa !9
  store i16* %h, i16** %h.addr, align 8, !tbaa !9
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 0, i32* %i, align 4, !tbaa !5
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load i32, i32* %i, align 4, !tbaa !5
  %2 = load i32, i32* %n.addr, align 4, !tbaa !5
  %cmp = icmp slt i32 %1, %2
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %4 = bitcast i32* %s to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %4) #2
  %5 = load i16*, i16** %x.addr, align 8, !tbaa !9
  %6 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom = sext i32 %6 to i64
  %arrayidx = getelementptr inbounds i16, i16* %5, i64 %idxprom
  %7 = load i16, i16* %arrayidx, align 2, !tbaa !31
  %conv = sext i16 %7 to i32
  %8 = load i16*, i16** %h.addr, align 8, !tbaa !9
  %arrayidx1 = getelementptr inbounds i16, i16* %8, i64 0
  %9 = load i16, i16* %arrayidx1, align 2, !tbaa !31
  %conv2 = sext i16 %9 to i32
  %mul = mul nsw i32 %conv, %conv2
  %10 = load i16*, i16** %x.addr, align 8, !tbaa !9
  %11 = load i32, i32* %i, align 4, !tbaa !5
  %add = add nsw i32 %11, 1
  %idxprom3 = sext i32 %add to i64
  %arrayidx4 = getelementptr inbounds i16, i16* %10, i64 %idxprom3
  %12 = load i16, i16* %arrayidx4, align 2, !tbaa !31
  %conv5 = sext i16 %12 to i32
  %13 = load i16*, i16** %h.addr, align 8, !tbaa !9
  %arrayidx6 = getelementptr inbounds i16, i16* %13, i64 1
  %14 = load i16, i16* %arrayidx6, align 2, !tbaa !31
  %conv7 = sext i16 %14 to i32
  %mul8 = mul nsw i32 %conv5, %conv7
  %add9 = add nsw i32 %mul, %mul8
  %15 = load i16*, i16** %x.addr, align 8, !tbaa !9
  %16 = load i32, i32* %i, align 4, !tbaa !5
  %add10 = add nsw i32 %16, 2
  %idxprom11 = sext i32 %add10 to i64
  %arrayidx12 = getelementptr inbounds i16, i16* %15, i64 %idxprom11
  %17 = load i16, i16* %arrayidx12, align 2, !tbaa !31
  %conv13 = sext i16 %17 to i32
  %18 = load i16*, i16** %h.addr, align 8, !tbaa !9
  %arrayidx14 = getelementptr inbounds i16, i16* %18, i64 2
  %19 = load i16, i16* %arrayidx14, align 2, !tbaa !31
  %conv15 = sext i16 %19 to i32
  %mul16 = mul nsw i32 %conv13, %conv15
  %add17 = add nsw i32 %add9, %mul16
  %shr = ashr i32 %add17, 15
  store i32 %shr, i32* %s, align 4, !tbaa !5
  %20 = load i32, i32* %s, align 4, !tbaa !5
  %cmp18 = icmp sgt i32 %20, 32767
  br i1 %cmp18, label %cond.true, label %cond.false

cond.true:                                        ; preds = %for.body
  br label %cond.end24

cond.false:                                       ; preds = %for.body
  %21 = load i32, i32* %s, align 4, !tbaa !5
  %cmp20 = icmp slt i32 %21, -32768
  br i1 %cmp20, label %cond.true22, label %cond.false23

cond.true22:                                      ; preds = %cond.false
  br label %cond.end

cond.false23:                                     ; preds = %cond.false
  %22 = load i32, i32* %s, align 4, !tbaa !5
  br label %cond.end

cond.end:                                         ; preds = %cond.false23, %cond.true22
  %cond = phi i32 [ -32768, %cond.true22 ], [ %22, %cond.false23 ]
  br label %cond.end24

cond.end24:                                       ; preds = %cond.end, %cond.true
  %cond25 = phi i32 [ 32767, %cond.true ], [ %cond, %cond.end ]
  %conv26 = trunc i32 %cond25 to i16
  %23 = load i16*, i16** %y.addr, align 8, !tbaa !9
  %24 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom27 = sext i32 %24 to i64
  %arrayidx28 = getelementptr inbounds i16, i16* %23, i64 %idxprom27
  store i16 %conv26, i16* %arrayidx28, align 2, !tbaa !31
  %25 = bitcast i32* %s to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %25) #2
  br label %for.inc

for.inc:                                          ; preds = %cond.end24
  %26 = load i32, i32* %i, align 4, !tbaa !5
  %inc = add nsw i32 %26, 1
  store i32 %inc, i32* %i, align 4, !tbaa !5
  br label %for.cond, !llvm.loop !49

for.end:                                          ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @average(i32 noundef %n, i32* noalias noundef %o, i32* noalias noundef %a) #0 {
entry:
  %n.addr = alloca i32, align 4
  %o.addr = alloca i32*, align 8
  %a.addr = alloca i32*, align 8
  %i = alloca i32, align 4
  store i32 %n, i32* %n.addr, align 4, !tbaa !5
  store i32* %o, i32** %o.addr, align 8, !tbaa !9
  store i32* %a, i32** %a.addr, align 8, !tbaa !9
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 3, i32* %i, align 4, !tbaa !5
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load i32, i32* %i, align 4, !tbaa !5
  %2 = load i32, i32* %n.addr, align 4, !tbaa !5
  %cmp = icmp slt i32 %1, %2
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load i32*, i32** %a.addr, align 8, !tbaa !9
  %5 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom = sext i32 %5 to i64
  %arrayidx = getelementptr inbounds i32, i32* %4, i64 %idxprom
  %6 = load i32, i32* %arrayidx, align 4, !tbaa !5
  %7 = load i32*, i32** %a.addr, align 8, !tbaa !9
  %8 = load i32, i32* %i, align 4, !tbaa !5
  %sub = sub nsw i32 %8, 1
  %idxprom1 = sext i32 %sub to i64
  %arrayidx2 = getelementptr inbounds i32, i32* %7, i64 %idxprom1
  %9 = load i32, i32* %arrayidx2, align 4, !tbaa !5
  %add = add nsw i32 %6, %9
  %10 = load i32*, i32** %a.addr, align 8, !tbaa !9
  %11 = load i32, i32* %i, align 4, !tbaa !5
  %sub3 = sub nsw i32 %11, 2
  %idxprom4 = sext i32 %sub3 to i64
  %arrayidx5 = getelementptr inbounds i32, i32* %10, i64 %idxprom4
  %12 = load i32, i32* %arrayidx5, align 4, !tbaa !5
  %add6 = add nsw i32 %add, %12
  %13 = load i32*, i32** %a.addr, align 8, !tbaa !9
  %14 = load i32, i32* %i, align 4, !tbaa !5
  %sub7 = sub nsw i32 %14, 3
  %idxprom8 = sext i32 %sub7 to i64
  %arrayidx9 = getelementptr inbounds i32, i32* %13, i64 %idxprom8
  %15 = load i32, i32* %arrayidx9, align 4, !tbaa !5
  %add10 = add nsw i32 %add6, %15
  %shr = ashr i32 %add10, 2
  %16 = load i32*, i32** %o.addr, align 8, !tbaa !9
  %17 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom11 = sext i32 %17 to i64
  %arrayidx12 = getelementptr inbounds i32, i32* %16, i64 %idxprom11
  store i32 %shr, i32* %arrayidx12, align 4, !tbaa !5
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %18 = load i32, i32* %i, align 4, !tbaa !5
  %inc = add nsw i32 %18, 1
  store i32 %inc, i32* %i, align 4, !tbaa !5
  br label %for.cond, !llvm.loop !50

for.end:                                          ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @lms(i32 noundef %n, float* noalias noundef %w, float* noalias noundef %x, float noundef %step, float noundef %error) #0 {
entry:
  %n.addr = alloca i32, align 4
  %w.addr = alloca float*, align 8
  %x.addr = alloca float*, align 8
  %step.addr = alloca float, align 4
  %error.addr = alloca float, align 4
  %i = alloca i32, align 4
  store i32 %n, i32* %n.addr, align 4, !tbaa !5
  store float* %w, float** %w.addr, align 8, !tbaa !9
  store float* %x, float** %x.addr, align 8, !tbaa !9
  store float %step, float* %step.addr, align 4, !tbaa !18
  store float %error, float* %error.addr, align 4, !tbaa !18
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 0, i32* %i, align 4, !tbaa !5
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load i32, i32* %i, align 4, !tbaa !5
  %2 = load i32, i32* %n.addr, align 4, !tbaa !5
  %cmp = icmp slt i32 %1, %2
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load float, float* %step.addr, align 4, !tbaa !18
  %5 = load float, float* %error.addr, align 4, !tbaa !18
  %mul = fmul float %4, %5
  %6 = load float*, float** %x.addr, align 8, !tbaa !9
  %7 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom = sext i32 %7 to i64
  %arrayidx = getelementptr inbounds float, float* %6, i64 %idxprom
  %8 = load float, float* %arrayidx, align 4, !tbaa !18
  %mul1 = fmul float %mul, %8
  %9 = load float*, float** %w.addr, align 8, !tbaa !9
  %10 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom2 = sext i32 %10 to i64
  %arrayidx3 = getelementptr inbounds float, float* %9, i64 %idxprom2
  %11 = load float, float* %arrayidx3, align 4, !tbaa !18
  %add = fadd float %11, %mul1
  store float %add, float* %arrayidx3, align 4, !tbaa !18
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %12 = load i32, i32* %i, align 4, !tbaa !5
  %inc = add nsw i32 %12, 1
  store i32 %inc, i32* %i, align 4, !tbaa !5
  br label %for.cond, !llvm.loop !51

for.end:                                          ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local float @goertzel(i32 noundef %n, float* noundef %x, float noundef %c) #0 {
entry:
  %n.addr = alloca i32, align 4
  %x.addr = alloca float*, align 8
  %c.addr = alloca float, align 4
  %a = alloca float, align 4
  %b = alloca float, align 4
  %i = alloca i32, align 4
  %t = alloca float, align 4
  store i32 %n, i32* %n.addr, align 4, !tbaa !5
  store float* %x, float** %x.addr, align 8, !tbaa !9
  store float %c, float* %c.addr, align 4, !tbaa !18
  %0 = bitcast float* %a to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store float 0.000000e+00, float* %a, align 4, !tbaa !18
  %1 = bitcast float* %b to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %1) #2
  store float 0.000000e+00, float* %b, align 4, !tbaa !18
  %2 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %2) #2
  store i32 0, i32* %i, align 4, !tbaa !5
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %3 = load i32, i32* %i, align 4, !tbaa !5
  %4 = load i32, i32* %n.addr, align 4, !tbaa !5
  %cmp = icmp slt i32 %3, %4
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %5 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %5) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %6 = bitcast float* %t to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %6) #2
  %7 = load float*, float** %x.addr, align 8, !tbaa !9
  %8 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom = sext i32 %8 to i64
  %arrayidx = getelementptr inbounds float, float* %7, i64 %idxprom
  %9 = load float, float* %arrayidx, align 4, !tbaa !18
  %10 = load float, float* %c.addr, align 4, !tbaa !18
  %11 = load float, float* %a, align 4, !tbaa !18
  %mul = fmul float %10, %11
  %add = fadd float %9, %mul
  %12 = load float, float* %b, align 4, !tbaa !18
  %sub = fsub float %add, %12
  store float %sub, float* %t, align 4, !tbaa !18
  %13 = load float, float* %a, align 4, !tbaa !18
  store float %13, float* %b, align 4, !tbaa !18
  %14 = load float, float* %t, align 4, !tbaa !18
  store float %14, float* %a, align 4, !tbaa !18
  %15 = bitcast float* %t to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %15) #2
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %16 = load i32, i32* %i, align 4, !tbaa !5
  %inc = add nsw i32 %16, 1
  store i32 %inc, i32* %i, align 4, !tbaa !5
  br label %for.cond, !llvm.loop !52

for.end:                                          ; preds = %for.cond.cleanup
  %17 = load float, float* %a, align 4, !tbaa !18
  %18 = load float, float* %a, align 4, !tbaa !18
  %mul1 = fmul float %17, %18
  %19 = load float, float* %b, align 4, !tbaa !18
  %20 = load float, float* %b, align 4, !tbaa !18
  %mul2 = fmul float %19, %20
  %add3 = fadd float %mul1, %mul2
  %21 = load float, float* %c.addr, align 4, !tbaa !18
  %22 = load float, float* %a, align 4, !tbaa !18
  %mul4 = fmul float %21, %22
  %23 = load float, float* %b, align 4, !tbaa !18
  %mul5 = fmul float %mul4, %23
  %sub6 = fsub float %add3, %mul5
  %24 = bitcast float* %b to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %24) #2
  %25 = bitcast float* %a to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %25) #2
  ret float %sub6
}

; Function Attrs: nounwind uwtable
define dso_local void @cordic(i32* noundef %x, i32* noundef %y, i32* noundef %z, i32* noundef %table) #0 {
entry:
  %x.addr = alloca i32*, align 8
  %y.addr = alloca i32*, align 8
  %z.addr = alloca i32*, align 8
  %table.addr = alloca i32*, align 8
  %a = alloca i32, align 4
  %b = alloca i32, align 4
  %c = alloca i32, align 4
  %i = alloca i32, align 4
  %s = alloca i32, align 4
  %u = alloca i32, align 4
  %v = alloca i32, align 4
  store i32* %x, i32** %x.addr, align 8, !tbaa !9
  store i32* %y, i32** %y.addr, align 8, !tbaa !9
  store i32* %z, i32** %z.addr, align 8, !tbaa !9
  store i32* %table, i32** %table.addr, align 8, !tbaa !9
  %0 = bitcast i32* %a to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  %1 = load i32*, i32** %x.addr, align 8, !tbaa !9
  %2 = load i32, i32* %1, align 4, !tbaa !5
  store i32 %2, i32* %a, align 4, !tbaa !5
  %3 = bitcast i32* %b to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %3) #2
  %4 = load i32*, i32** %y.addr, align 8, !tbaa !9
  %5 = load i32, i32* %4, align 4, !tbaa !5
  store i32 %5, i32* %b, align 4, !tbaa !5
  %6 = bitcast i32* %c to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %6) #2
  %7 = load i32*, i32** %z.addr, align 8, !tbaa !9
  %8 = load i32, i32* %7, align 4, !tbaa !5
  store i32 %8, i32* %c, align 4, !tbaa !5
  %9 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %9) #2
  store i32 0, i32* %i, align 4, !tbaa !5
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %10 = load i32, i32* %i, align 4, !tbaa !5
  %cmp = icmp slt i32 %10, 16
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %11 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %11) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %12 = bitcast i32* %s to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %12) #2
  %13 = load i32, i32* %c, align 4, !tbaa !5
  %shr = ashr i32 %13, 31
  store i32 %shr, i32* %s, align 4, !tbaa !5
  %14 = bitcast i32* %u to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %14) #2
  %15 = load i32, i32* %a, align 4, !tbaa !5
  %16 = load i32, i32* %b, align 4, !tbaa !5
  %17 = load i32, i32* %i, align 4, !tbaa !5
  %shr1 = ashr i32 %16, %17
  %18 = load i32, i32* %s, align 4, !tbaa !5
  %xor = xor i32 %shr1, %18
  %19 = load i32, i32* %s, align 4, !tbaa !5
  %sub = sub nsw i32 %xor, %19
  %sub2 = sub nsw i32 %15, %sub
  store i32 %sub2, i32* %u, align 4, !tbaa !5
  %20 = bitcast i32* %v to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %20) #2
  %21 = load i32, i32* %b, align 4, !tbaa !5
  %22 = load i32, i32* %a, align 4, !tbaa !5
  %23 = load i32, i32* %i, align 4, !tbaa !5
  %shr3 = ashr i32 %22, %23
  %24 = load i32, i32* %s, align 4, !tbaa !5
  %xor4 = xor i32 %shr3, %24
  %25 = load i32, i32* %s, align 4, !tbaa !5
  %sub5 = sub nsw i32 %xor4, %25
  %add = add nsw i32 %21, %sub5
  store i32 %add, i32* %v, align 4, !tbaa !5
  %26 = load i32*, i32** %table.addr, align 8, !tbaa !9
  %27 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom = sext i32 %27 to i64
  %arrayidx = getelementptr inbounds i32, i32* %26, i64 %idxprom
  %28 = load i32, i32* %arrayidx, align 4, !tbaa !5
  %29 = load i32, i32* %s, align 4, !tbaa !5
  %xor6 = xor i32 %28, %29
  %30 = load i32, i32* %s, align 4, !tbaa !5
  %sub7 = sub nsw i32 %xor6, %30
  %31 = load i32, i32* %c, align 4, !tbaa !5
  %sub8 = sub nsw i32 %31, %sub7
  store i32 %sub8, i32* %c, align 4, !tbaa !5
  %32 = load i32, i32* %u, align 4, !tbaa !5
  store i32 %32, i32* %a, align 4, !tbaa !5
  %33 = load i32, i32* %v, align 4, !tbaa !5
  store i32 %33, i32* %b, align 4, !tbaa !5
  %34 = bitcast i32* %v to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %34) #2
  %35 = bitcast i32* %u to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %35) #2
  %36 = bitcast i32* %s to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %36) #2
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %37 = load i32, i32* %i, align 4, !tbaa !5
  %inc = add nsw i32 %37, 1
  store i32 %inc, i32* %i, align 4, !tbaa !5
  br label %for.cond, !llvm.loop !53

for.end:                                          ; preds = %for.cond.cleanup
  %38 = load i32, i32* %a, align 4, !tbaa !5
  %39 = load i32*, i32** %x.addr, align 8, !tbaa !9
  store i32 %38, i32* %39, align 4, !tbaa !5
  %40 = load i32, i32* %b, align 4, !tbaa !5
  %41 = load i32*, i32** %y.addr, align 8, !tbaa !9
  store i32 %40, i32* %41, align 4, !tbaa !5
  %42 = load i32, i32* %c, align 4, !tbaa !5
  %43 = load i32*, i32** %z.addr, align 8, !tbaa !9
  store i32 %42, i32* %43, align 4, !tbaa !5
  %44 = bitcast i32* %c to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %44) #2
  %45 = bitcast i32* %b to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %45) #2
  %46 = bitcast i32* %a to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %46) #2
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @dither(i32 noundef %n, i8* noalias noundef %o, i8* noalias noundef %p) #0 {
entry:
  %n.addr = alloca i32, align 4
  %o.addr = alloca i8*, align 8
  %p.addr = alloca i8*, align 8
  %e = alloca i32, align 4
  %i = alloca i32, align 4
  %v = alloca i32, align 4
  %q = alloca i32, align 4
  store i32 %n, i32* %n.addr, align 4, !tbaa !5
  store i8* %o, i8** %o.addr, align 8, !tbaa !9
  store i8* %p, i8** %p.addr, align 8, !tbaa !9
  %0 = bitcast i32* %e to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 0, i32* %e, align 4, !tbaa !5
  %1 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %1) #2
  store i32 0, i32* %i, align 4, !tbaa !5
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i32, i32* %i, align 4, !tbaa !5
  %3 = load i32, i32* %n.addr, align 4, !tbaa !5
  %cmp = icmp slt i32 %2, %3
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %4 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %4) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %5 = bitcast i32* %v to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %5) #2
  %6 = load i8*, i8** %p.addr, align 8, !tbaa !9
  %7 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom = sext i32 %7 to i64
  %arrayidx = getelementptr inbounds i8, i8* %6, i64 %idxprom
  %8 = load i8, i8* %arrayidx, align 1, !tbaa !35
  %conv = zext i8 %8 to i32
  %9 = load i32, i32* %e, align 4, !tbaa !5
  %add = add nsw i32 %conv, %9
  store i32 %add, i32* %v, align 4, !tbaa !5
  %10 = bitcast i32* %q to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %10) #2
  %11 = load i32, i32* %v, align 4, !tbaa !5
  %cmp1 = icmp sgt i32 %11, 127
  %12 = zext i1 %cmp1 to i64
  %cond = select i1 %cmp1, i32 255, i32 0
  store i32 %cond, i32* %q, align 4, !tbaa !5
  %13 = load i32, i32* %q, align 4, !tbaa !5
  %conv3 = trunc i32 %13 to i8
  %14 = load i8*, i8** %o.addr, align 8, !tbaa !9
  %15 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom4 = sext i32 %15 to i64
  %arrayidx5 = getelementptr inbounds i8, i8* %14, i64 %idxprom4
  store i8 %conv3, i8* %arrayidx5, align 1, !tbaa !35
  %16 = load i32, i32* %v, align 4, !tbaa !5
  %17 = load i32, i32* %q, align 4, !tbaa !5
  %sub = sub nsw i32 %16, %17
  %div = sdiv i32 %sub, 2
  store i32 %div, i32* %e, align 4, !tbaa !5
  %18 = bitcast i32* %q to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %18) #2
  %19 = bitcast i32* %v to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %19) #2
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %20 = load i32, i32* %i, align 4, !tbaa !5
  %inc = add nsw i32 %20, 1
  store i32 %inc, i32* %i, align 4, !tbaa !5
  br label %for.cond, !llvm.loop !54

for.end:                                          ; preds = %for.cond.cleanup
  %21 = bitcast i32* %e to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %21) #2
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @merge(i32 noundef %n, i32* noalias noundef %o, i32* noalias noundef %a, i32* noalias noundef %b) #0 {
entry:
  %n.addr = alloca i32, align 4
  %o.addr = alloca i32*, align 8
  %a.addr = alloca i32*, align 8
  %b.addr = alloca i32*, align 8
  %i = alloca i32, align 4
  %j = alloca i32, align 4
  %k = alloca i32, align 4
  store i32 %n, i32* %n.addr, align 4, !tbaa !5
  store i32* %o, i32** %o.addr, align 8, !tbaa !9
  store i32* %a, i32** %a.addr, align 8, !tbaa !9
  store i32* %b, i32** %b.addr, align 8, !tbaa !9
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 0, i32* %i, align 4, !tbaa !5
  %1 = bitcast i32* %j to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %1) #2
  store i32 0, i32* %j, align 4, !tbaa !5
  %2 = bitcast i32* %k to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %2) #2
  store i32 0, i32* %k, align 4, !tbaa !5
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %3 = load i32, i32* %k, align 4, !tbaa !5
  %4 = load i32, i32* %n.addr, align 4, !tbaa !5
  %cmp = icmp slt i32 %3, %4
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %5 = bitcast i32* %k to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %5) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %6 = load i32*, i32** %a.addr, align 8, !tbaa !9
  %7 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom = sext i32 %7 to i64
  %arrayidx = getelementptr inbounds i32, i32* %6, i64 %idxprom
  %8 = load i32, i32* %arrayidx, align 4, !tbaa !5
  %9 = load i32*, i32** %b.addr, align 8, !tbaa !9
  %10 = load i32, i32* %j, align 4, !tbaa !5
  %idxprom1 = sext i32 %10 to i64
  %arrayidx2 = getelementptr inbounds i32, i32* %9, i64 %idxprom1
  %11 = load i32, i32* %arrayidx2, align 4, !tbaa !5
  %cmp3 = icmp sle i32 %8, %11
  br i1 %cmp3, label %if.then, label %if.else

if.then:                                          ; preds = %for.body
  %12 = load i32*, i32** %a.addr, align 8, !tbaa !9
  %13 = load i32, i32* %i, align 4, !tbaa !5
  %inc = add nsw i32 %13, 1
  store i32 %inc, i32* %i, align 4, !tbaa !5
  %idxprom4 = sext i32 %13 to i64
  %arrayidx5 = getelementptr inbounds i32, i32* %12, i64 %idxprom4
  %14 = load i32, i32* %arrayidx5, align 4, !tbaa !5
  %15 = load i32*, i32** %o.addr, align 8, !tbaa !9
  %16 = load i32, i32* %k, align 4, !tbaa !5
  %idxprom6 = sext i32 %16 to i64
  %arrayidx7 = getelementptr inbounds i32, i32* %15, i64 %idxprom6
  store i32 %14, i32* %arrayidx7, align 4, !tbaa !5
  br label %if.end

if.else:                                          ; preds = %for.body
  %17 = load i32*, i32** %b.addr, align 8, !tbaa !9
  %18 = load i32, i32* %j, align 4, !tbaa !5
  %inc8 = add nsw i32 %18, 1
  store i32 %inc8, i32* %j, align 4, !tbaa !5
  %idxprom9 = sext i32 %18 to i64
  %arrayidx10 = getelementptr inbounds i32, i32* %17, i64 %idxprom9
  %19 = load i32, i32* %arrayidx10, align 4, !tbaa !5
  %20 = load i32*, i32** %o.addr, align 8, !tbaa !9
  %21 = load i32, i32* %k, align 4, !tbaa !5
  %idxprom11 = sext i32 %21 to i64
  %arrayidx12 = getelementptr inbounds i32, i32* %20, i64 %idxprom11
  store i32 %19, i32* %arrayidx12, align 4, !tbaa !5
  br label %if.end

if.end:                                           ; preds = %if.else, %if.then
  br label %for.inc

for.inc:                                          ; preds = %if.end
  %22 = load i32, i32* %k, align 4, !tbaa !5
  %inc13 = add nsw i32 %22, 1
  store i32 %inc13, i32* %k, align 4, !tbaa !5
  br label %for.cond, !llvm.loop !55

for.end:                                          ; preds = %for.cond.cleanup
  %23 = bitcast i32* %j to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %23) #2
  %24 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %24) #2
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local i32 @relax(i32 noundef %n, i32* noalias noundef %from, i32* noalias noundef %to, i32* noalias noundef %w, i32* noundef %d) #0 {
entry:
  %n.addr = alloca i32, align 4
  %from.addr = alloca i32*, align 8
  %to.addr = alloca i32*, align 8
  %w.addr = alloca i32*, align 8
  %d.addr = alloca i32*, align 8
  %c = alloca i32, align 4
  %e = alloca i32, align 4
  %t = alloca i32, align 4
  store i32 %n, i32* %n.addr, align 4, !tbaa !5
  store i32* %from, i32** %from.addr, align 8, !tbaa !9
  store i32* %to, i32** %to.addr, align 8, !tbaa !9
  store i32* %w, i32** %w.addr, align 8, !tbaa !9
  store i32* %d, i32** %d.addr, align 8, !tbaa !9
  %0 = bitcast i32* %c to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 0, i32* %c, align 4, !tbaa !5
  %1 = bitcast i32* %e to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %1) #2
  store i32 0, i32* %e, align 4, !tbaa !5
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i32, i32* %e, align 4, !tbaa !5
  %3 = load i32, i32* %n.addr, align 4, !tbaa !5
  %cmp = icmp slt i32 %2, %3
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %4 = bitcast i32* %e to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %4) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %5 = bitcast i32* %t to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %5) #2
  %6 = load i32*, i32** %d.addr, align 8, !tbaa !9
  %7 = load i32*, i32** %from.addr, align 8, !tbaa !9
  %8 = load i32, i32* %e, align 4, !tbaa !5
  %idxprom = sext i32 %8 to i64
  %arrayidx = getelementptr inbounds i32, i32* %7, i64 %idxprom
  %9 = load i32, i32* %arrayidx, align 4, !tbaa !5
  %idxprom1 = sext i32 %9 to i64
  %arrayidx2 = getelementptr inbounds i32, i32* %6, i64 %idxprom1
  %10 = load i32, i32* %arrayidx2, align 4, !tbaa !5
  %11 = load i32*, i32** %w.addr, align 8, !tbaa !9
  %12 = load i32, i32* %e, align 4, !tbaa !5
  %idxprom3 = sext i32 %12 to i64
  %arrayidx4 = getelementptr inbounds i32, i32* %11, i64 %idxprom3
  %13 = load i32, i32* %arrayidx4, align 4, !tbaa !5
  %add = add nsw i32 %10, %13
  store i32 %add, i32* %t, align 4, !tbaa !5
  %14 = load i32, i32* %t, align 4, !tbaa !5
  %15 = load i32*, i32** %d.addr, align 8, !tbaa !9
  %16 = load i32*, i32** %to.addr, align 8, !tbaa !9
  %17 = load i32, i32* %e, align 4, !tbaa !5
  %idxprom5 = sext i32 %17 to i64
  %arrayidx6 = getelementptr inbounds i32, i32* %16, i64 %idxprom5
  %18 = load i32, i32* %arrayidx6, align 4, !tbaa !5
  %idxprom7 = sext i32 %18 to i64
  %arrayidx8 = getelementptr inbounds i32, i32* %15, i64 %idxprom7
  %19 = load i32, i32* %arrayidx8, align 4, !tbaa !5
  %cmp9 = icmp slt i32 %14, %19
  br i1 %cmp9, label %if.then, label %if.end

if.then:                                          ; preds = %for.body
  %20 = load i32, i32* %t, align 4, !tbaa !5
  %21 = load i32*, i32** %d.addr, align 8, !tbaa !9
  %22 = load i32*, i32** %to.addr, align 8, !tbaa !9
  %23 = load i32, i32* %e, align 4, !tbaa !5
  %idxprom10 = sext i32 %23 to i64
  %arrayidx11 = getelementptr inbounds i32, i32* %22, i64 %idxprom10
  %24 = load i32, i32* %arrayidx11, align 4, !tbaa !5
  %idxprom12 = sext i32 %24 to i64
  %arrayidx13 = getelementptr inbounds i32, i32* %21, i64 %idxprom12
  store i32 %20, i32* %arrayidx13, align 4, !tbaa !5
  %25 = load i32, i32* %c, align 4, !tbaa !5
  %inc = add nsw i32 %25, 1
  store i32 %inc, i32* %c, align 4, !tbaa !5
  br label %if.end

if.end:                                           ; preds = %if.then, %for.body
  %26 = bitcast i32* %t to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %26) #2
  br label %for.inc

for.inc:                                          ; preds = %if.end
  %27 = load i32, i32* %e, align 4, !tbaa !5
  %inc14 = add nsw i32 %27, 1
  store i32 %inc14, i32* %e, align 4, !tbaa !5
  br label %for.cond, !llvm.loop !56

for.end:                                          ; preds = %for.cond.cleanup
  %28 = load i32, i32* %c, align 4, !tbaa !5
  %29 = bitcast i32* %c to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %29) #2
  ret i32 %28
}

; Function Attrs: nounwind uwtable
define dso_local void @force(i32 noundef %n, double* noalias noundef %x, double* noalias noundef %y, i32* noalias noundef %nb, double noundef %px, double noundef %py, double* noalias noundef %f) #0 {
entry:
  %n.addr = alloca i32, align 4
  %x.addr = alloca double*, align 8
  %y.addr = alloca double*, align 8
  %nb.addr = alloca i32*, align 8
  %px.addr = alloca double, align 8
  %py.addr = alloca double, align 8
  %f.addr = alloca double*, align 8
  %fx = alloca double, align 8
  %fy = alloca double, align 8
  %j = alloca i32, align 4
  %dx = alloca double, align 8
  %dy = alloca double, align 8
  %r = alloca double, align 8
  %p = alloca double, align 8
  store i32 %n, i32* %n.addr, align 4, !tbaa !5
  store double* %x, double** %x.addr, align 8, !tbaa !9
  store double* %y, double** %y.addr, align 8, !tbaa !9
  store i32* %nb, i32** %nb.addr, align 8, !tbaa !9
  store double %px, double* %px.addr, align 8, !tbaa !11
  store double %py, double* %py.addr, align 8, !tbaa !11
  store double* %f, double** %f.addr, align 8, !tbaa !9
  %0 = bitcast double* %fx to i8*
  call void @llvm.lifetime.start.p0i8(i64 8, i8* %0) #2
  store double 0.000000e+00, double* %fx, align 8, !tbaa !11
  %1 = bitcast double* %fy to i8*
  call void @llvm.lifetime.start.p0i8(i64 8, i8* %1) #2
  store double 0.000000e+00, double* %fy, align 8, !tbaa !11
  %2 = bitcast i32* %j to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %2) #2
  store i32 0, i32* %j, align 4, !tbaa !5
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %3 = load i32, i32* %j, align 4, !tbaa !5
  %4 = load i32, i32* %n.addr, align 4, !tbaa !5
  %cmp = icmp slt i32 %3, %4
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %5 = bitcast i32* %j to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %5) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %6 = bitcast double* %dx to i8*
  call void @llvm.lifetime.start.p0i8(i64 8, i8* %6) #2
  %7 = load double, double* %px.addr, align 8, !tbaa !11
  %8 = load double*, double** %x.addr, align 8, !tbaa !9
  %9 = load i32*, i32** %nb.addr, align 8, !tbaa !9
  %10 = load i32, i32* %j, align 4, !tbaa !5
  %idxprom = sext i32 %10 to i64
  %arrayidx = getelementptr inbounds i32, i32* %9, i64 %idxprom
  %11 = load i32, i32* %arrayidx, align 4, !tbaa !5
  %idxprom1 = sext i32 %11 to i64
  %arrayidx2 = getelementptr inbounds double, double* %8, i64 %idxprom1
  %12 = load double, double* %arrayidx2, align 8, !tbaa !11
  %sub = fsub double %7, %12
  store double %sub, double* %dx, align 8, !tbaa !11
  %13 = bitcast double* %dy to i8*
  call void @llvm.lifetime.start.p0i8(i64 8, i8* %13) #2
  %14 = load double, double* %py.addr, align 8, !tbaa !11
  %15 = load double*, double** %y.addr, align 8, !tbaa !9
  %16 = load i32*, i32** %nb.addr, align 8, !tbaa !9
  %17 = load i32, i32* %j, align 4, !tbaa !5
  %idxprom3 = sext i32 %17 to i64
  %arrayidx4 = getelementptr inbounds i32, i32* %16, i64 %idxprom3
  %18 = load i32, i32* %arrayidx4, align 4, !tbaa !5
  %idxprom5 = sext i32 %18 to i64
  %arrayidx6 = getelementptr inbounds double, double* %15, i64 %idxprom5
  %19 = load double, double* %arrayidx6, align 8, !tbaa !11
  %sub7 = fsub double %14, %19
  store double %sub7, double* %dy, align 8, !tbaa !11
  %20 = bitcast double* %r to i8*
  call void @llvm.lifetime.start.p0i8(i64 8, i8* %20) #2
  %21 = load double, double* %dx, align 8, !tbaa !11
  %22 = load double, double* %dx, align 8, !tbaa !11
  %mul = fmul double %21, %22
  %23 = load double, double* %dy, align 8, !tbaa !11
  %24 = load double, double* %dy, align 8, !tbaa !11
  %mul8 = fmul double %23, %24
  %add = fadd double %mul, %mul8
  %div = fdiv double 1.000000e+00, %add
  store double %div, double* %r, align 8, !tbaa !11
  %25 = bitcast double* %p to i8*
  call void @llvm.lifetime.start.p0i8(i64 8, i8* %25) #2
  %26 = load double, double* %r, align 8, !tbaa !11
  %27 = load double, double* %r, align 8, !tbaa !11
  %mul9 = fmul double %26, %27
  %28 = load double, double* %r, align 8, !tbaa !11
  %mul10 = fmul double %mul9, %28
  %29 = load double, double* %r, align 8, !tbaa !11
  %mul11 = fmul double 1.500000e+00, %29
  %sub12 = fsub double %mul11, 2.000000e+00
  %mul13 = fmul double %mul10, %sub12
  store double %mul13, double* %p, align 8, !tbaa !11
  %30 = load double, double* %p, align 8, !tbaa !11
  %31 = load double, double* %dx, align 8, !tbaa !11
  %mul14 = fmul double %30, %31
  %32 = load double, double* %fx, align 8, !tbaa !11
  %add15 = fadd double %32, %mul14
  store double %add15, double* %fx, align 8, !tbaa !11
  %33 = load double, double* %p, align 8, !tbaa !11
  %34 = load double, double* %dy, align 8, !tbaa !11
  %mul16 = fmul double %33, %34
  %35 = load double, double* %fy, align 8, !tbaa !11
  %add17 = fadd double %35, %mul16
  store double %add17, double* %fy, align 8, !tbaa !11
  %36 = bitcast double* %p to i8*
  call void @llvm.lifetime.end.p0i8(i64 8, i8* %36) #2
  %37 = bitcast double* %r to i8*
  call void @llvm.lifetime.end.p0i8(i64 8, i8* %37) #2
  %38 = bitcast double* %dy to i8*
  call void @llvm.lifetime.end.p0i8(i64 8, i8* %38) #2
  %39 = bitcast double* %dx to i8*
  call void @llvm.lifetime.end.p0i8(i64 8, i8* %39) #2
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %40 = load i32, i32* %j, align 4, !tbaa !5
  %inc = add nsw i32 %40, 1
  store i32 %inc, i32* %j, align 4, !tbaa !5
  br label %for.cond, !llvm.loop !57

for.end:                                          ; preds = %for.cond.cleanup
  %41 = load double, double* %fx, align 8, !tbaa !11
  %42 = load double*, double** %f.addr, align 8, !tbaa !9
  %arrayidx18 = getelementptr inbounds double, double* %42, i64 0
  store double %41, double* %arrayidx18, align 8, !tbaa !11
  %43 = load double, double* %fy, align 8, !tbaa !11
  %44 = load double*, double** %f.addr, align 8, !tbaa !9
  %arrayidx19 = getelementptr inbounds double, double* %44, i64 1
  store double %43, double* %arrayidx19, align 8, !tbaa !11
  %45 = bitcast double* %fy to i8*
  call void @llvm.lifetime.end.p0i8(i64 8, i8* %45) #2
  %46 = bitcast double* %fx to i8*
  call void @llvm.lifetime.end.p0i8(i64 8, i8* %46) #2
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @complexmul(i32 noundef %n, float* noalias noundef %o, float* noalias noundef %a, float* noalias noundef %b) #0 {
entry:
  %n.addr = alloca i32, align 4
  %o.addr = alloca float*, align 8
  %a.addr = alloca float*, align 8
  %b.addr = alloca float*, align 8
  %i = alloca i32, align 4
  store i32 %n, i32* %n.addr, align 4, !tbaa !5
  store float* %o, float** %o.addr, align 8, !tbaa !9
  store float* %a, float** %a.addr, align 8, !tbaa !9
  store float* %b, float** %b.addr, align 8, !tbaa !9
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 0, i32* %i, align 4, !tbaa !5
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load i32, i32* %i, align 4, !tbaa !5
  %2 = load i32, i32* %n.addr, align 4, !tbaa !5
  %cmp = icmp slt i32 %1, %2
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load float*, float** %a.addr, align 8, !tbaa !9
  %5 = load i32, i32* %i, align 4, !tbaa !5
  %mul = mul nsw i32 2, %5
  %idxprom = sext i32 %mul to i64
  %arrayidx = getelementptr inbounds float, float* %4, i64 %idxprom
  %6 = load float, float* %arrayidx, align 4, !tbaa !18
  %7 = load float*, float** %b.addr, align 8, !tbaa !9
  %8 = load i32, i32* %i, align 4, !tbaa !5
  %mul1 = mul nsw i32 2, %8
  %idxprom2 = sext i32 %mul1 to i64
  %arrayidx3 = getelementptr inbounds float, float* %7, i64 %idxprom2
  %9 = load float, float* %arrayidx3, align 4, !tbaa !18
  %mul4 = fmul float %6, %9
  %10 = load float*, float** %a.addr, align 8, !tbaa !9
  %11 = load i32, i32* %i, align 4, !tbaa !5
  %mul5 = mul nsw i32 2, %11
  %add = add nsw i32 %mul5, 1
  %idxprom6 = sext i32 %add to i64
  %arrayidx7 = getelementptr inbounds float, float* %10, i64 %idxprom6
  %12 = load float, float* %arrayidx7, align 4, !tbaa !18
  %13 = load float*, float** %b.addr, align 8, !tbaa !9
  %14 = load i32, i32* %i, align 4, !tbaa !5
  %mul8 = mul nsw i32 2, %14
  %add9 = add nsw i32 %mul8, 1
  %idxprom10 = sext i32 %add9 to i64
  %arrayidx11 = getelementptr inbounds float, float* %13, i64 %idxprom10
  %15 = load float, float* %arrayidx11, align 4, !tbaa !18
  %mul12 = fmul float %12, %15
  %sub = fsub float %mul4, %mul12
  %16 = load float*, float** %o.addr, align 8, !tbaa !9
  %17 = load i32, i32* %i, align 4, !tbaa !5
  %mul13 = mul nsw i32 2, %17
  %idxprom14 = sext i32 %mul13 to i64
  %arrayidx15 = getelementptr inbounds float, float* %16, i64 %idxprom14
  store float %sub, float* %arrayidx15, align 4, !tbaa !18
  %18 = load float*, float** %a.addr, align 8, !tbaa !9
  %19 = load i32, i32* %i, align 4, !tbaa !5
  %mul16 = mul nsw i32 2, %19
  %idxprom17 = sext i32 %mul16 to i64
  %arrayidx18 = getelementptr inbounds float, float* %18, i64 %idxprom17
  %20 = load float, float* %arrayidx18, align 4, !tbaa !18
  %21 = load float*, float** %b.addr, align 8, !tbaa !9
  %22 = load i32, i32* %i, align 4, !tbaa !5
  %mul19 = mul nsw i32 2, %22
  %add20 = add nsw i32 %mul19, 1
  %idxprom21 = sext i32 %add20 to i64
  %arrayidx22 = getelementptr inbounds float, float* %21, i64 %idxprom21
  %23 = load float, float* %arrayidx22, align 4, !tbaa !18
  %mul23 = fmul float %20, %23
  %24 = load float*, float** %a.addr, align 8, !tbaa !9
  %25 = load i32, i32* %i, align 4, !tbaa !5
  %mul24 = mul nsw i32 2, %25
  %add25 = add nsw i32 %mul24, 1
  %idxprom26 = sext i32 %add25 to i64
  %arrayidx27 = getelementptr inbounds float, float* %24, i64 %idxprom26
  %26 = load float, float* %arrayidx27, align 4, !tbaa !18
  %27 = load float*, float** %b.addr, align 8, !tbaa !9
  %28 = load i32, i32* %i, align 4, !tbaa !5
  %mul28 = mul nsw i32 2, %28
  %idxprom29 = sext i32 %mul28 to i64
  %arrayidx30 = getelementptr inbounds float, float* %27, i64 %idxprom29
  %29 = load float, float* %arrayidx30, align 4, !tbaa !18
  %mul31 = fmul float %26, %29
  %add32 = fadd float %mul23, %mul31
  %30 = load float*, float** %o.addr, align 8, !tbaa !9
  %31 = load i32, i32* %i, align 4, !tbaa !5
  %mul33 = mul nsw i32 2, %31
  %add34 = add nsw i32 %mul33, 1
  %idxprom35 = sext i32 %add34 to i64
  %arrayidx36 = getelementptr inbounds float, float* %30, i64 %idxprom35
  store float %add32, float* %arrayidx36, align 4, !tbaa !18
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %32 = load i32, i32* %i, align 4, !tbaa !5
  %inc = add nsw i32 %32, 1
  store i32 %inc, i32* %i, align 4, !tbaa !5
  br label %for.cond, !llvm.loop !58

for.end:                                          ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local i32 @variance(i32 noundef %n, i32* noundef %a, i32 noundef %mean) #0 {
entry:
  %n.addr = alloca i32, align 4
  %a.addr = alloca i32*, align 8
  %mean.addr = alloca i32, align 4
  %s = alloca i32, align 4
  %i = alloca i32, align 4
  store i32 %n, i32* %n.addr, align 4, !tbaa !5
  store i32* %a, i32** %a.addr, align 8, !tbaa !9
  store i32 %mean, i32* %mean.addr, align 4, !tbaa !5
  %0 = bitcast i32* %s to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 0, i32* %s, align 4, !tbaa !5
  %1 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %1) #2
  store i32 0, i32* %i, align 4, !tbaa !5
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i32, i32* %i, align 4, !tbaa !5
  %3 = load i32, i32* %n.addr, align 4, !tbaa !5
  %cmp = icmp slt i32 %2, %3
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %4 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %4) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %5 = load i32*, i32** %a.addr, align 8, !tbaa !9
  %6 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom = sext i32 %6 to i64
  %arrayidx = getelementptr inbounds i32, i32* %5, i64 %idxprom
  %7 = load i32, i32* %arrayidx, align 4, !tbaa !5
  %8 = load i32, i32* %mean.addr, align 4, !tbaa !5
  %sub = sub nsw i32 %7, %8
  %9 = load i32*, i32** %a.addr, align 8, !tbaa !9
  %10 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom1 = sext i32 %10 to i64
  %arrayidx2 = getelementptr inbounds i32, i32* %9, i64 %idxprom1
  %11 = load i32, i32* %arrayidx2, align 4, !tbaa !5
  %12 = load i32, i32* %mean.addr, align 4, !tbaa !5
  %sub3 = sub nsw i32 %11, %12
  %mul = mul nsw i32 %sub, %sub3
  %13 = load i32, i32* %s, align 4, !tbaa !5
  %add = add nsw i32 %13, %mul
  store i32 %add, i32* %s, align 4, !tbaa !5
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %14 = load i32, i32* %i, align 4, !tbaa !5
  %inc = add nsw i32 %14, 1
  store i32 %inc, i32* %i, align 4, !tbaa !5
  br label %for.cond, !llvm.loop !59

for.end:                                          ; preds = %for.cond.cleanup
  %15 = load i32, i32* %s, align 4, !tbaa !5
  %16 = bitcast i32* %s to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %16) #2
  ret i32 %15
}

; Function Attrs: nounwind uwtable
define dso_local void @pooling(i32 noundef %n, i32 noundef %w, i32* noalias noundef %o, i32* noalias noundef %a) #0 {
entry:
  %n.addr = alloca i32, align 4
  %w.addr = alloca i32, align 4
  %o.addr = alloca i32*, align 8
  %a.addr = alloca i32*, align 8
  %i = alloca i32, align 4
  %p = alloca i32, align 4
  %q = alloca i32, align 4
  %r = alloca i32, align 4
  %s = alloca i32, align 4
  %u = alloca i32, align 4
  %v = alloca i32, align 4
  store i32 %n, i32* %n.addr, align 4, !tbaa !5
  store i32 %w, i32* %w.addr, align 4, !tbaa !5
  store i32* %o, i32** %o.addr, align 8, !tbaa !9
  store i32* %a, i32** %a.addr, align 8, !tbaa !9
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 0, i32* %i, align 4, !tbaa !5
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load i32, i32* %i, align 4, !tbaa !5
  %2 = load i32, i32* %n.addr, align 4, !tbaa !5
  %cmp = icmp slt i32 %1, %2
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %4 = bitcast i32* %p to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %4) #2
  %5 = load i32*, i32** %a.addr, align 8, !tbaa !9
  %6 = load i32, i32* %i, align 4, !tbaa !5
  %mul = mul nsw i32 2, %6
  %idxprom = sext i32 %mul to i64
  %arrayidx = getelementptr inbounds i32, i32* %5, i64 %idxprom
  %7 = load i32, i32* %arrayidx, align 4, !tbaa !5
  store i32 %7, i32* %p, align 4, !tbaa !5
  %8 = bitcast i32* %q to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %8) #2
  %9 = load i32*, i32** %a.addr, align 8, !tbaa !9
  %10 = load i32, i32* %i, align 4, !tbaa !5
  %mul1 = mul nsw i32 2, %10
  %add = add nsw i32 %mul1, 1
  %idxprom2 = sext i32 %add to i64
  %arrayidx3 = getelementptr inbounds i32, i32* %9, i64 %idxprom2
  %11 = load i32, i32* %arrayidx3, align 4, !tbaa !5
  store i32 %11, i32* %q, align 4, !tbaa !5
  %12 = bitcast i32* %r to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %12) #2
  %13 = load i32*, i32** %a.addr, align 8, !tbaa !9
  %14 = load i32, i32* %w.addr, align 4, !tbaa !5
  %15 = load i32, i32* %i, align 4, !tbaa !5
  %mul4 = mul nsw i32 2, %15
  %add5 = add nsw i32 %14, %mul4
  %idxprom6 = sext i32 %add5 to i64
  %arrayidx7 = getelementptr inbounds i32, i32* %13, i64 %idxprom6
  %16 = load i32, i32* %arrayidx7, align 4, !tbaa !5
  store i32 %16, i32* %r, align 4, !tbaa !5
  %17 = bitcast i32* %s to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %17) #2
  %18 = load i32*, i32** %a.addr, align 8, !tbaa !9
  %19 = load i32, i32* %w.addr, align 4, !tbaa !5
  %20 = load i32, i32* %i, align 4, !tbaa !5
  %mul8 = mul nsw i32 2, %20
  %add9 = add nsw i32 %19, %mul8
  %add10 = add nsw i32 %add9, 1
  %idxprom11 = sext i32 %add10 to i64
  %arrayidx12 = getelementptr inbounds i32, i32* %18, i64 %idxprom11
  %21 = load i32, i32* %arrayidx12, align 4, !tbaa !5
  store i32 %21, i32* %s, align 4, !tbaa !5
  %22 = bitcast i32* %u to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %22) #2
  %23 = load i32, i32* %p, align 4, !tbaa !5
  %24 = load i32, i32* %q, align 4, !tbaa !5
  %cmp13 = icmp sgt i32 %23, %24
  br i1 %cmp13, label %cond.true, label %cond.false

cond.true:                                        ; preds = %for.body
  %25 = load i32, i32* %p, align 4, !tbaa !5
  br label %cond.end

cond.false:                                       ; preds = %for.body
  %26 = load i32, i32* %q, align 4, !tbaa !5
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ %25, %cond.true ], [ %26, %cond.false ]
  store i32 %cond, i32* %u, align 4, !tbaa !5
  %27 = bitcast i32* %v to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %27) #2
  %28 = load i32, i32* %r, align 4, !tbaa !5
  %29 = load i32, i32* %s, align 4, !tbaa !5
  %cmp14 = icmp sgt i32 %28, %29
  br i1 %cmp14, label %cond.true15, label %cond.false16

cond.true15:                                      ; preds = %cond.end
  %30 = load i32, i32* %r, align 4, !tbaa !5
  br label %cond.end17

cond.false16:                                     ; preds = %cond.end
  %31 = load i32, i32* %s, align 4, !tbaa !5
  br label %cond.end17

cond.end17:                                       ; preds = %cond.false16, %cond.true15
  %cond18 = phi i32 [ %30, %cond.true15 ], [ %31, %cond.false16 ]
  store i32 %cond18, i32* %v, align 4, !tbaa !5
  %32 = load i32, i32* %u, align 4, !tbaa !5
  %33 = load i32, i32* %v, align 4, !tbaa !5
  %cmp19 = icmp sgt i32 %32, %33
  br i1 %cmp19, label %cond.true20, label %cond.false21

cond.true20:                                      ; preds = %cond.end17
  %34 = load i32, i32* %u, align 4, !tbaa !5
  br label %cond.end22

cond.false21:                                     ; preds = %cond.end17
  %35 = load i32, i32* %v, align 4, !tbaa !5
  br label %cond.end22

cond.end22:                                       ; preds = %cond.false21, %cond.true20
  %cond23 = phi i32 [ %34, %cond.true20 ], [ %35, %cond.false21 ]
  %36 = load i32*, i32** %o.addr, align 8, !tbaa !9
  %37 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom24 = sext i32 %37 to i64
  %arrayidx25 = getelementptr inbounds i32, i32* %36, i64 %idxprom24
  store i32 %cond23, i32* %arrayidx25, align 4, !tbaa !5
  %38 = bitcast i32* %v to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %38) #2
  %39 = bitcast i32* %u to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %39) #2
  %40 = bitcast i32* %s to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %40) #2
  %41 = bitcast i32* %r to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %41) #2
  %42 = bitcast i32* %q to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %42) #2
  %43 = bitcast i32* %p to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %43) #2
  br label %for.inc

for.inc:                                          ; preds = %cond.end22
  %44 = load i32, i32* %i, align 4, !tbaa !5
  %inc = add nsw i32 %44, 1
  store i32 %inc, i32* %i, align 4, !tbaa !5
  br label %for.cond, !llvm.loop !60

for.end:                                          ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @relu(i32 noundef %n, i32* noalias noundef %o, i32* noalias noundef %a, i32* noalias noundef %bias, i32 noundef %shift) #0 {
entry:
  %n.addr = alloca i32, align 4
  %o.addr = alloca i32*, align 8
  %a.addr = alloca i32*, align 8
  %bias.addr = alloca i32*, align 8
  %shift.addr = alloca i32, align 4
  %i = alloca i32, align 4
  %v = alloca i32, align 4
  store i32 %n, i32* %n.addr, align 4, !tbaa !5
  store i32* %o, i32** %o.addr, align 8, !tbaa !9
  store i32* %a, i32** %a.addr, align 8, !tbaa !9
  store i32* %bias, i32** %bias.addr, align 8, !tbaa !9
  store i32 %shift, i32* %shift.addr, align 4, !tbaa !5
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 0, i32* %i, align 4, !tbaa !5
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load i32, i32* %i, align 4, !tbaa !5
  %2 = load i32, i32* %n.addr, align 4, !tbaa !5
  %cmp = icmp slt i32 %1, %2
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %4 = bitcast i32* %v to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %4) #2
  %5 = load i32*, i32** %a.addr, align 8, !tbaa !9
  %6 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom = sext i32 %6 to i64
  %arrayidx = getelementptr inbounds i32, i32* %5, i64 %idxprom
  %7 = load i32, i32* %arrayidx, align 4, !tbaa !5
  %8 = load i32*, i32** %bias.addr, align 8, !tbaa !9
  %9 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom1 = sext i32 %9 to i64
  %arrayidx2 = getelementptr inbounds i32, i32* %8, i64 %idxprom1
  %10 = load i32, i32* %arrayidx2, align 4, !tbaa !5
  %add = add nsw i32 %7, %10
  %11 = load i32, i32* %shift.addr, align 4, !tbaa !5
  %shr = ashr i32 %add, %11
  store i32 %shr, i32* %v, align 4, !tbaa !5
  %12 = load i32, i32* %v, align 4, !tbaa !5
  %cmp3 = icmp slt i32 %12, 0
  br i1 %cmp3, label %cond.true, label %cond.false

cond.true:                                        ; preds = %for.body
  br label %cond.end

cond.false:                                       ; preds = %for.body
  %13 = load i32, i32* %v, align 4, !tbaa !5
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ 0, %cond.true ], [ %13, %cond.false ]
  %14 = load i32*, i32** %o.addr, align 8, !tbaa !9
  %15 = load i32, i32* %i, align 4, !tbaa !5
  %idxprom4 = sext i32 %15 to i64
  %arrayidx5 = getelementptr inbounds i32, i32* %14, i64 %idxprom4
  store i32 %cond, i32* %arrayidx5, align 4, !tbaa !5
  %16 = bitcast i32* %v to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %16) #2
  br label %for.inc

for.inc:                                          ; preds = %cond.end
  %17 = load i32, i32* %i, align 4, !tbaa !5
  %inc = add nsw i32 %17, 1
  store i32 %inc, i32* %i, align 4, !tbaa !5
  br label %for.cond, !llvm.loop !61

for.end:                                          ; preds = %for.cond.cleanup
  ret void
}

attributes #0 = { nounwind uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { argmemonly nofree nosync nounwind willreturn }
attributes #2 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 1}
!4 = !{!"Debian clang version 14.0.6"}
!5 = !{!6, !6, i64 0}
!6 = !{!"int", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C/C++ TBAA"}
!9 = !{!10, !10, i64 0}
!10 = !{!"any pointer", !7, i64 0}
!11 = !{!12, !12, i64 0}
!12 = !{!"double", !7, i64 0}
!13 = distinct !{!13, !14, !15}
!14 = !{!"llvm.loop.mustprogress"}
!15 = !{!"llvm.loop.unroll.disable"}
!16 = distinct !{!16, !14, !15}
!17 = distinct !{!17, !14, !15}
!18 = !{!19, !19, i64 0}
!19 = !{!"float", !7, i64 0}
!20 = distinct !{!20, !14, !15}
!21 = distinct !{!21, !14, !15}
!22 = distinct !{!22, !14, !15}
!23 = distinct !{!23, !14, !15}
!24 = distinct !{!24, !14, !15}
!25 = distinct !{!25, !14, !15}
!26 = distinct !{!26, !14, !15}
!27 = distinct !{!27, !14, !15}
!28 = distinct !{!28, !14, !15}
!29 = distinct !{!29, !14, !15}
!30 = distinct !{!30, !14, !15}
!31 = !{!32, !32, i64 0}
!32 = !{!"short", !7, i64 0}
!33 = distinct !{!33, !14, !15}
!34 = distinct !{!34, !14, !15}
!35 = !{!7, !7, i64 0}
!36 = distinct !{!36, !14, !15}
!37 = distinct !{!37, !14, !15}
!38 = distinct !{!38, !14, !15}
!39 = distinct !{!39, !14, !15}
!40 = distinct !{!40, !14, !15}
!41 = distinct !{!41, !14, !15}
!42 = distinct !{!42, !14, !15}
!43 = distinct !{!43, !14, !15}
!44 = distinct !{!44, !14, !15}
!45 = distinct !{!45, !14, !15}
!46 = distinct !{!46, !14, !15}
!47 = distinct !{!47, !14, !15}
!48 = distinct !{!48, !14, !15}
!49 = distinct !{!49, !14, !15}
!50 = distinct !{!50, !14, !15}
!51 = distinct !{!51, !14, !15}
!52 = distinct !{!52, !14, !15}
!53 = distinct !{!53, !14, !15}
!54 = distinct !{!54, !14, !15}
!55 = distinct !{!55, !14, !15}
!56 = distinct !{!56, !14, !15}
!57 = distinct !{!57, !14, !15}
!58 = distinct !{!58, !14, !15}
!59 = distinct !{!59, !14, !15}
!60 = distinct !{!60, !14, !15}
!61 = distinct !{!61, !14, !15}
