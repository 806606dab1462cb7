target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nounwind uwtable
define dso_local void @conv3x3(i32* noalias noundef %out, i32* noalias noundef %in, i32* noalias noundef %k, i32 noundef %n, i32 noundef %m) #0 {
entry:
  %out.addr = alloca i32*, align 8
  %in.addr = alloca i32*, align 8
  %k.addr = alloca i32*, align 8
  %n.addr = alloca i32, align 4
  %m.addr = alloca i32, align 4
  %i = alloca i32, align 4
  %cleanup.dest.slot = alloca i32, align 4
  %j = alloca i32, align 4
  %s = alloca i32, align 4
  %a = alloca i32, align 4
  store i32* %out, i32** %out.addr, align 8, !tbaa !5
  store i32* %in, i32** %in.addr, align 8, !tbaa !5
  store i32* %k, i32** %k.addr, align 8, !tbaa !5
  store i32 %n, i32* %n.addr, align 4, !tbaa !9
  store i32 %m, i32* %m.addr, align 4, !tbaa !9
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 1, i32* %i, align 4, !tbaa !9
  br label %for.cond

for.cond:                                         ; preds = %for.inc50, %entry
  %1 = load i32, i32* %i, align 4, !tbaa !9
  %2 = load i32, i32* %n.addr, align 4, !tbaa !9
  %sub = sub nsw i32 %2, 1
  %cmp = icmp slt i32 %1, %sub
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  store i32 2, i32* %cleanup.dest.slot, align 4
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end52

for.body:                                         ; preds = %for.cond
  %4 = bitcast i32* %j to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %4) #2
  store i32 1, i32* %j, align 4, !tbaa !9
  br label %for.cond1

for.cond1:                                        ; preds = %for.inc47, %for.body
  %5 = load i32, i32* %j, align 4, !tbaa !9
  %6 = load i32, i32* %m.addr, align 4, !tbaa !9
  %sub2 = sub nsw i32 %6, 1
  %cmp3 = icmp slt i32 %5, %sub2
  br i1 %cmp3, label %for.body5, label %for.cond.cleanup4

for.cond.cleanup4:                                ; preds = %for.cond1
  store i32 5, i32* %cleanup.dest.slot, align 4
  %7 = bitcast i32* %j to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %7) #2
  br label %for.end49

for.body5:                                        ; preds = %for.cond1
  %8 = bitcast i32* %s to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %8) #2
  store i32 0, i32* %s, align 4, !tbaa !9
  %9 = bitcast i32* %a to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %9) #2
  store i32 -1, i32* %a, align 4, !tbaa !9
  br label %for.cond6

for.cond6:                                        ; preds = %for.inc, %for.body5
  %10 = load i32, i32* %a, align 4, !tbaa !9
  %cmp7 = icmp sle i32 %10, 1
  br i1 %cmp7, label %for.body9, label %for.cond.cleanup8

for.cond.cleanup8:                                ; preds = %for.cond6
  store i32 8, i32* %cleanup.dest.slot, align 4
  %11 = bitcast i32* %a to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %11) #2
  br label %for.end

for.body9:                                        ; preds = %for.cond6
  %12 = load i32*, i32** %in.addr, align 8, !tbaa !5
  %13 = load i32, i32* %i, align 4, !tbaa !9
  %14 = load i32, i32* %a, align 4, !tbaa !9
  %add = add nsw i32 %13, %14
  %15 = load i32, i32* %m.addr, align 4, !tbaa !9
  %mul = mul nsw i32 %add, %15
  %16 = load i32, i32* %j, align 4, !tbaa !9
  %add10 = add nsw i32 %mul, %16
  %sub11 = sub nsw i32 %add10, 1
  %idxprom = sext i32 %sub11 to i64
  %arrayidx = getelementptr inbounds i32, i32* %12, i64 %idxprom
  %17 = load i32, i32* %arrayidx, align 4, !tbaa !9
  %18 = load i32*, i32** %k.addr, align 8, !tbaa !5
  %19 = load i32, i32* %a, align 4, !tbaa !9
  %add12 = add nsw i32 %19, 1
  %mul13 = mul nsw i32 %add12, 3
  %idxprom14 = sext i32 %mul13 to i64
  %arrayidx15 = getelementptr inbounds i32, i32* %18, i64 %idxprom14
  %20 = load i32, i32* %arrayidx15, align 4, !tbaa !9
  %mul16 = mul nsw i32 %17, %20
  %21 = load i32*, i32** %in.addr, align 8, !tbaa !5
  %22 = load i32, i32* %i, align 4, !tbaa !9
  %23 = load i32, i32* %a, align 4, !tbaa !9
  %add17 = add nsw i32 %22, %23
  %24 = load i32, i32* %m.addr, align 4, !tbaa !9
  %mul18 = mul nsw i32 %add17, %24
  %25 = load i32, i32* %j, align 4, !tbaa !9
  %add19 = add nsw i32 %mul18, %25
  %idxprom20 = sext i32 %add19 to i64
  %arrayidx21 = getelementptr inbounds i32, i32* %21, i64 %idxprom20
  %26 = load i32, i32* %arrayidx21, align 4, !tbaa !9
  %27 = load i32*, i32** %k.addr, align 8, !tbaa !5
  %28 = load i32, i32* %a, align 4, !tbaa !9
  %add22 = add nsw i32 %28, 1
  %mul23 = mul nsw i32 %add22, 3
  %add24 = add nsw i32 %mul23, 1
  %idxprom25 = sext i32 %add24 to i64
  %arrayidx26 = getelementptr inbounds i32, i32* %27, i64 %idxprom25
  %29 = load i32, i32* %arrayidx26, align 4, !tbaa !9
  %mul27 = mul nsw i32 %26, %29
  %add28 = add nsw i32 %mul16, %mul27
  %30 = load i32*, i32** %in.addr, align 8, !tbaa !5
  %31 = load i32, i32* %i, align 4, !tbaa !9
  %32 = load i32, i32* %a, align 4, !tbaa !9
  %add29 = add nsw i32 %31, %32
  %33 = load i32, i32* %m.addr, align 4, !tbaa !9
  %mul30 = mul nsw i32 %add29, %33
  %34 = load i32, i32* %j, align 4, !tbaa !9
  %add31 = add nsw i32 %mul30, %34
  %add32 = add nsw i32 %add31, 1
  %idxprom33 = sext i32 %add32 to i64
  %arrayidx34 = getelementptr inbounds i32, i32* %30, i64 %idxprom33
  %35 = load i32, i32* %arrayidx34, align 4, !tbaa !9
  %36 = load i32*, i32** %k.addr, align 8, !tbaa !5
  %37 = load i32, i32* %a, align 4, !tbaa !9
  %add35 = add nsw i32 %37, 1
  %mul36 = mul nsw i32 %add35, 3
  %add37 = add nsw i32 %mul36, 2
  %idxprom38 = sext i32 %add37 to i64
  %arrayidx39 = getelementptr inbounds i32, i32* %36, i64 %idxprom38
  %38 = load i32, i32* %arrayidx39, align 4, !tbaa !9
  %mul40 = mul nsw i32 %35, %38
  %add41 = add nsw i32 %add28, %mul40
  %39 = load i32, i32* %s, align 4, !tbaa !9
  %add42 = add nsw i32 %39, %add41
  store i32 %add42, i32* %s, align 4, !tbaa !9
  br label %for.inc

for.inc:                                          ; preds = %for.body9
  %40 = load i32, i32* %a, align 4, !tbaa !9
  %inc = add nsw i32 %40, 1
  store i32 %inc, i32* %a, align 4, !tbaa !9
  br label %for.cond6, !llvm.loop !11

for.end:                                          ; preds = %for.cond.cleanup8
  %41 = load i32, i32* %s, align 4, !tbaa !9
  %42 = load i32*, i32** %out.addr, align 8, !tbaa !5
  %43 = load i32, i32* %i, align 4, !tbaa !9
  %44 = load i32, i32* %m.addr, align 4, !tbaa !9
  %mul43 = mul nsw i32 %43, %44
  %45 = load i32, i32* %j, align 4, !tbaa !9
  %add44 = add nsw i32 %mul43, %45
  %idxprom45 = sext i32 %add44 to i64
  %arrayidx46 = getelementptr inbounds i32, i32* %42, i64 %idxprom45
  store i32 %41, i32* %arrayidx46, align 4, !tbaa !9
  %46 = bitcast i32* %s to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %46) #2
  br label %for.inc47

for.inc47:                                        ; preds = %for.end
  %47 = load i32, i32* %j, align 4, !tbaa !9
  %inc48 = add nsw i32 %47, 1
  store i32 %inc48, i32* %j, align 4, !tbaa !9
  br label %for.cond1, !llvm.loop !14

for.end49:                                        ; preds = %for.cond.cleanup4
  br label %for.inc50

for.inc50:                                        ; preds = %for.end49
  %48 = load i32, i32* %i, align 4, !tbaa !9
  %inc51 = add nsw i32 %48, 1
  store i32 %inc51, i32* %i, align 4, !tbaa !9
  br label %for.cond, !llvm.loop !15

for.end52:                                        ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: argmemonly nofree nosync nounwind willreturn
declare void @llvm.lifetime.start.p0i8(i64 immarg, i8* nocapture) #1

; Function Attrs: argmemonly nofree nosync nounwind willreturn
declare void @llvm.lifetime.end.p0i8(i64 immarg, i8* nocapture) #1

; Function Attrs: nounwind uwtable
define dso_local void @conv33(i32* noalias noundef %out, i32* noalias noundef %in, i32 noundef %n) #0 {
entry:
  %out.addr = alloca i32*, align 8
  %in.addr = alloca i32*, align 8
  %n.addr = alloca i32, align 4
  %i = alloca i32, align 4
  %cleanup.dest.slot = alloca i32, align 4
  %j = alloca i32, align 4
  store i32* %out, i32** %out.addr, align 8, !tbaa !5
  store i32* %in, i32** %in.addr, align 8, !tbaa !5
  store i32 %n, i32* %n.addr, align 4, !tbaa !9
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 1, i32* %i, align 4, !tbaa !9
  br label %for.cond

for.cond:                                         ; preds = %for.inc66, %entry
  %1 = load i32, i32* %i, align 4, !tbaa !9
  %2 = load i32, i32* %n.addr, align 4, !tbaa !9
  %sub = sub nsw i32 %2, 1
  %cmp = icmp slt i32 %1, %sub
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  store i32 2, i32* %cleanup.dest.slot, align 4
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end68

for.body:                                         ; preds = %for.cond
  %4 = bitcast i32* %j to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %4) #2
  store i32 1, i32* %j, align 4, !tbaa !9
  br label %for.cond1

for.cond1:                                        ; preds = %for.inc, %for.body
  %5 = load i32, i32* %j, align 4, !tbaa !9
  %cmp2 = icmp slt i32 %5, 63
  br i1 %cmp2, label %for.body4, label %for.cond.cleanup3

for.cond.cleanup3:                                ; preds = %for.cond1
  store i32 5, i32* %cleanup.dest.slot, align 4
  %6 = bitcast i32* %j to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %6) #2
  br label %for.end

for.body4:                                        ; preds = %for.cond1
  %7 = load i32*, i32** %in.addr, align 8, !tbaa !5
  %8 = load i32, i32* %i, align 4, !tbaa !9
  %sub5 = sub nsw i32 %8, 1
  %mul = mul nsw i32 %sub5, 64
  %9 = load i32, i32* %j, align 4, !tbaa !9
  %add = add nsw i32 %mul, %9
  %sub6 = sub nsw i32 %add, 1
  %idxprom = sext i32 %sub6 to i64
  %arrayidx = getelementptr inbounds i32, i32* %7, i64 %idxprom
  %10 = load i32, i32* %arrayidx, align 4, !tbaa !9
  %11 = load i32*, i32** %in.addr, align 8, !tbaa !5
  %12 = load i32, i32* %i, align 4, !tbaa !9
  %sub7 = sub nsw i32 %12, 1
  %mul8 = mul nsw i32 %sub7, 64
  %13 = load i32, i32* %j, align 4, !tbaa !9
  %add9 = add nsw i32 %mul8, %13
  %idxprom10 = sext i32 %add9 to i64
  %arrayidx11 = getelementptr inbounds i32, i32* %11, i64 %idxprom10
  %14 = load i32, i32* %arrayidx11, align 4, !tbaa !9
  %mul12 = mul nsw i32 2, %14
  %add13 = add nsw i32 %10, %mul12
  %15 = load i32*, i32** %in.addr, align 8, !tbaa !5
  %16 = load i32, i32* %i, align 4, !tbaa !9
  %sub14 = sub nsw i32 %16, 1
  %mul15 = mul nsw i32 %sub14, 64
  %17 = load i32, i32* %j, align 4, !tbaa !9
  %add16 = add nsw i32 %mul15, %17
  %add17 = add nsw i32 %add16, 1
  %idxprom18 = sext i32 %add17 to i64
  %arrayidx19 = getelementptr inbounds i32, i32* %15, i64 %idxprom18
  %18 = load i32, i32* %arrayidx19, align 4, !tbaa !9
  %add20 = add nsw i32 %add13, %18
  %19 = load i32*, i32** %in.addr, align 8, !tbaa !5
  %20 = load i32, i32* %i, align 4, !tbaa !9
  %mul21 = mul nsw i32 %20, 64
  %21 = load i32, i32* %j, align 4, !tbaa !9
  %add22 = add nsw i32 %mul21, %21
  %sub23 = sub nsw i32 %add22, 1
  %idxprom24 = sext i32 %sub23 to i64
  %arrayidx25 = getelementptr inbounds i32, i32* %19, i64 %idxprom24
  %22 = load i32, i32* %arrayidx25, align 4, !tbaa !9
  %mul26 = mul nsw i32 2, %22
  %add27 = add nsw i32 %add20, %mul26
  %23 = load i32*, i32** %in.addr, align 8, !tbaa !5
  %24 = load i32, i32* %i, align 4, !tbaa !9
  %mul28 = mul nsw i32 %24, 64
  %25 = load i32, i32* %j, align 4, !tbaa !9
  %add29 = add nsw i32 %mul28, %25
  %idxprom30 = sext i32 %add29 to i64
  %arrayidx31 = getelementptr inbounds i32, i32* %23, i64 %idxprom30
  %26 = load i32, i32* %arrayidx31, align 4, !tbaa !9
  %mul32 = mul nsw i32 4, %26
  %add33 = add nsw i32 %add27, %mul32
  %27 = load i32*, i32** %in.addr, align 8, !tbaa !5
  %28 = load i32, i32* %i, align 4, !tbaa !9
  %mul34 = mul nsw i32 %28, 64
  %29 = load i32, i32* %j, align 4, !tbaa !9
  %add35 = add nsw i32 %mul34, %29
  %add36 = add nsw i32 %add35, 1
  %idxprom37 = sext i32 %add36 to i64
  %arrayidx38 = getelementptr inbounds i32, i32* %27, i64 %idxprom37
  %30 = load i32, i32* %arrayidx38, align 4, !tbaa !9
  %mul39 = mul nsw i32 2, %30
  %add40 = add nsw i32 %add33, %mul39
  %31 = load i32*, i32** %in.addr, align 8, !tbaa !5
  %32 = load i32, i32* %i, align 4, !tbaa !9
  %add41 = add nsw i32 %32, 1
  %mul42 = mul nsw i32 %add41, 64
  %33 = load i32, i32* %j, align 4, !tbaa !9
  %add43 = add nsw i32 %mul42, %33
  %sub44 = sub nsw i32 %add43, 1
  %idxprom45 = sext i32 %sub44 to i64
  %arrayidx46 = getelementptr inbounds i32, i32* %31, i64 %idxprom45
  %34 = load i32, i32* %arrayidx46, align 4, !tbaa !9
  %add47 = add nsw i32 %add40, %34
  %35 = load i32*, i32** %in.addr, align 8, !tbaa !5
  %36 = load i32, i32* %i, align 4, !tbaa !9
  %add48 = add nsw i32 %36, 1
  %mul49 = mul nsw i32 %add48, 64
  %37 = load i32, i32* %j, align 4, !tbaa !9
  %add50 = add nsw i32 %mul49, %37
  %idxprom51 = sext i32 %add50 to i64
  %arrayidx52 = getelementptr inbounds i32, i32* %35, i64 %idxprom51
  %38 = load i32, i32* %arrayidx52, align 4, !tbaa !9
  %mul53 = mul nsw i32 2, %38
  %add54 = add nsw i32 %add47, %mul53
  %39 = load i32*, i32** %in.addr, align 8, !tbaa !5
  %40 = load i32, i32* %i, align 4, !tbaa !9
  %add55 = add nsw i32 %40, 1
  %mul56 = mul nsw i32 %add55, 64
  %41 = load i32, i32* %j, align 4, !tbaa !9
  %add57 = add nsw i32 %mul56, %41
  %add58 = add nsw i32 %add57, 1
  %idxprom59 = sext i32 %add58 to i64
  %arrayidx60 = getelementptr inbounds i32, i32* %39, i64 %idxprom59
  %42 = load i32, i32* %arrayidx60, align 4, !tbaa !9
  %add61 = add nsw i32 %add54, %42
  %43 = load i32*, i32** %out.addr, align 8, !tbaa !5
  %44 = load i32, i32* %i, align 4, !tbaa !9
  %mul62 = mul nsw i32 %44, 64
  %45 = load i32, i32* %j, align 4, !tbaa !9
  %add63 = add nsw i32 %mul62, %45
  %idxprom64 = sext i32 %add63 to i64
  %arrayidx65 = getelementptr inbounds i32, i32* %43, i64 %idxprom64
  store i32 %add61, i32* %arrayidx65, align 4, !tbaa !9
  br label %for.inc

for.inc:                                          ; preds = %for.body4
  %46 = load i32, i32* %j, align 4, !tbaa !9
  %inc = add nsw i32 %46, 1
  store i32 %inc, i32* %j, align 4, !tbaa !9
  br label %for.cond1, !llvm.loop !16

for.end:                                          ; preds = %for.cond.cleanup3
  br label %for.inc66

for.inc66:                                        ; preds = %for.end
  %47 = load i32, i32* %i, align 4, !tbaa !9
  %inc67 = add nsw i32 %47, 1
  store i32 %inc67, i32* %i, align 4, !tbaa !9
  br label %for.cond, !llvm.loop !17

for.end68:                                        ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @conv33p(i8* noalias noundef %out, i8* noalias noundef %in, i32 noundef %n, i32 noundef %pitch) #0 {
entry:
  %out.addr = alloca i8*, align 8
  %in.addr = alloca i8*, align 8
  %n.addr = alloca i32, align 4
  %pitch.addr = alloca i32, align 4
  %i = alloca i32, align 4
  %cleanup.dest.slot = alloca i32, align 4
  %j = alloca i32, align 4
  store i8* %out, i8** %out.addr, align 8, !tbaa !5
  store i8* %in, i8** %in.addr, align 8, !tbaa !5
  store i32 %n, i32* %n.addr, align 4, !tbaa !9
  store i32 %pitch, i32* %pitch.addr, align 4, !tbaa !9
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 1, i32* %i, align 4, !tbaa !9
  br label %for.cond

for.cond:                                         ; preds = %for.inc76, %entry
  %1 = load i32, i32* %i, align 4, !tbaa !9
  %2 = load i32, i32* %n.addr, align 4, !tbaa !9
  %sub = sub nsw i32 %2, 1
  %cmp = icmp slt i32 %1, %sub
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  store i32 2, i32* %cleanup.dest.slot, align 4
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end78

for.body:                                         ; preds = %for.cond
  %4 = bitcast i32* %j to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %4) #2
  store i32 1, i32* %j, align 4, !tbaa !9
  br label %for.cond1

for.cond1:                                        ; preds = %for.inc, %for.body
  %5 = load i32, i32* %j, align 4, !tbaa !9
  %6 = load i32, i32* %n.addr, align 4, !tbaa !9
  %sub2 = sub nsw i32 %6, 1
  %cmp3 = icmp slt i32 %5, %sub2
  br i1 %cmp3, label %for.body5, label %for.cond.cleanup4

for.cond.cleanup4:                                ; preds = %for.cond1
  store i32 5, i32* %cleanup.dest.slot, align 4
  %7 = bitcast i32* %j to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %7) #2
  br label %for.end

for.body5:                                        ; preds = %for.cond1
  %8 = load i8*, i8** %in.addr, align 8, !tbaa !5
  %9 = load i32, i32* %i, align 4, !tbaa !9
  %sub6 = sub nsw i32 %9, 1
  %10 = load i32, i32* %pitch.addr, align 4, !tbaa !9
  %mul = mul nsw i32 %sub6, %10
  %11 = load i32, i32* %j, align 4, !tbaa !9
  %add = add nsw i32 %mul, %11
  %sub7 = sub nsw i32 %add, 1
  %idxprom = sext i32 %sub7 to i64
  %arrayidx = getelementptr inbounds i8, i8* %8, i64 %idxprom
  %12 = load i8, i8* %arrayidx, align 1, !tbaa !18
  %conv = zext i8 %12 to i32
  %13 = load i8*, i8** %in.addr, align 8, !tbaa !5
  %14 = load i32, i32* %i, align 4, !tbaa !9
  %sub8 = sub nsw i32 %14, 1
  %15 = load i32, i32* %pitch.addr, align 4, !tbaa !9
  %mul9 = mul nsw i32 %sub8, %15
  %16 = load i32, i32* %j, align 4, !tbaa !9
  %add10 = add nsw i32 %mul9, %16
  %idxprom11 = sext i32 %add10 to i64
  %arrayidx12 = getelementptr inbounds i8, i8* %13, i64 %idxprom11
  %17 = load i8, i8* %arrayidx12, align 1, !tbaa !18
  %conv13 = zext i8 %17 to i32
  %mul14 = mul nsw i32 2, %conv13
  %add15 = add nsw i32 %conv, %mul14
  %18 = load i8*, i8** %in.addr, align 8, !tbaa !5
  %19 = load i32, i32* %i, align 4, !tbaa !9
  %sub16 = sub nsw i32 %19, 1
  %20 = load i32, i32* %pitch.addr, align 4, !tbaa !9
  %mul17 = mul nsw i32 %sub16, %20
  %21 = load i32, i32* %j, align 4, !tbaa !9
  %add18 = add nsw i32 %mul17, %21
  %add19 = add nsw i32 %add18, 1
  %idxprom20 = sext i32 %add19 to i64
  %arrayidx21 = getelementptr inbounds i8, i8* %18, i64 %idxprom20
  %22 = load i8, i8* %arrayidx21, align 1, !tbaa !18
  %conv22 = zext i8 %22 to i32
  %add23 = add nsw i32 %add15, %conv22
  %23 = load i8*, i8** %in.addr, align 8, !tbaa !5
  %24 = load i32, i32* %i, align 4, !tbaa !9
  %25 = load i32, i32* %pitch.addr, align 4, !tbaa !9
  %mul24 = mul nsw i32 %24, %25
  %26 = load i32, i32* %j, align 4, !tbaa !9
  %add25 = add nsw i32 %mul24, %26
  %sub26 = sub nsw i32 %add25, 1
  %idxprom27 = sext i32 %sub26 to i64
  %arrayidx28 = getelementptr inbounds i8, i8* %23, i64 %idxprom27
  %27 = load i8, i8* %arrayidx28, align 1, !tbaa !18
  %conv29 = zext i8 %27 to i32
  %mul30 = mul nsw i32 2, %conv29
  %add31 = add nsw i32 %add23, %mul30
  %28 = load i8*, i8** %in.addr, align 8, !tbaa !5
  %29 = load i32, i32* %i, align 4, !tbaa !9
  %30 = load i32, i32* %pitch.addr, align 4, !tbaa !9
  %mul32 = mul nsw i32 %29, %30
  %31 = load i32, i32* %j, align 4, !tbaa !9
  %add33 = add nsw i32 %mul32, %31
  %idxprom34 = sext i32 %add33 to i64
  %arrayidx35 = getelementptr inbounds i8, i8* %28, i64 %idxprom34
  %32 = load i8, i8* %arrayidx35, align 1, !tbaa !18
  %conv36 = zext i8 %32 to i32
  %mul37 = mul nsw i32 4, %conv36
  %add38 = add nsw i32 %add31, %mul37
  %33 = load i8*, i8** %in.addr, align 8, !tbaa !5
  %34 = load i32, i32* %i, align 4, !tbaa !9
  %35 = load i32, i32* %pitch.addr, align 4, !tbaa !9
  %mul39 = mul nsw i32 %34, %35
  %36 = load i32, i32* %j, align 4, !tbaa !9
  %add40 = add nsw i32 %mul39, %36
  %add41 = add nsw i32 %add40, 1
  %idxprom42 = sext i32 %add41 to i64
  %arrayidx43 = getelementptr inbounds i8, i8* %33, i64 %idxprom42
  %37 = load i8, i8* %arrayidx43, align 1, !tbaa !18
  %conv44 = zext i8 %37 to i32
  %mul45 = mul nsw i32 2, %conv44
  %add46 = add nsw i32 %add38, %mul45
  %38 = load i8*, i8** %in.addr, align 8, !tbaa !5
  %39 = load i32, i32* %i, align 4, !tbaa !9
  %add47 = add nsw i32 %39, 1
  %40 = load i32, i32* %pitch.addr, align 4, !tbaa !9
  %mul48 = mul nsw i32 %add47, %40
  %41 = load i32, i32* %j, align 4, !tbaa !9
  %add49 = add nsw i32 %mul48, %41
  %sub50 = sub nsw i32 %add49, 1
  %idxprom51 = sext i32 %sub50 to i64
  %arrayidx52 = getelementptr inbounds i8, i8* %38, i64 %idxprom51
  %42 = load i8, i8* %arrayidx52, align 1, !tbaa !18
  %conv53 = zext i8 %42 to i32
  %add54 = add nsw i32 %add46, %conv53
  %43 = load i8*, i8** %in.addr, align 8, !tbaa !5
  %44 = load i32, i32* %i, align 4, !tbaa !9
  %add55 = add nsw i32 %44, 1
  %45 = load i32, i32* %pitch.addr, align 4, !tbaa !9
  %mul56 = mul nsw i32 %add55, %45
  %46 = load i32, i32* %j, align 4, !tbaa !9
  %add57 = add nsw i32 %mul56, %46
  %idxprom58 = sext i32 %add57 to i64
  %arrayidx59 = getelementptr inbounds i8, i8* %43, i64 %idxprom58
  %47 = load i8, i8* %arrayidx59, align 1, !tbaa !18
  %conv60 = zext i8 %47 to i32
  %mul61 = mul nsw i32 2, %conv60
  %add62 = add nsw i32 %add54, %mul61
  %48 = load i8*, i8** %in.addr, align 8, !tbaa !5
  %49 = load i32, i32* %i, align 4, !tbaa !9
  %add63 = add nsw i32 %49, 1
  %50 = load i32, i32* %pitch.addr, align 4, !tbaa !9
  %mul64 = mul nsw i32 %add63, %50
  %51 = load i32, i32* %j, align 4, !tbaa !9
  %add65 = add nsw i32 %mul64, %51
  %add66 = add nsw i32 %add65, 1
  %idxprom67 = sext i32 %add66 to i64
  %arrayidx68 = getelementptr inbounds i8, i8* %48, i64 %idxprom67
  %52 = load i8, i8* %arrayidx68, align 1, !tbaa !18
  %conv69 = zext i8 %52 to i32
  %add70 = add nsw i32 %add62, %conv69
  %shr = ashr i32 %add70, 4
  %conv71 = trunc i32 %shr to i8
  %53 = load i8*, i8** %out.addr, align 8, !tbaa !5
  %54 = load i32, i32* %i, align 4, !tbaa !9
  %55 = load i32, i32* %pitch.addr, align 4, !tbaa !9
  %mul72 = mul nsw i32 %54, %55
  %56 = load i32, i32* %j, align 4, !tbaa !9
  %add73 = add nsw i32 %mul72, %56
  %idxprom74 = sext i32 %add73 to i64
  %arrayidx75 = getelementptr inbounds i8, i8* %53, i64 %idxprom74
  store i8 %conv71, i8* %arrayidx75, align 1, !tbaa !18
  br label %for.inc

for.inc:                                          ; preds = %for.body5
  %57 = load i32, i32* %j, align 4, !tbaa !9
  %inc = add nsw i32 %57, 1
  store i32 %inc, i32* %j, align 4, !tbaa !9
  br label %for.cond1, !llvm.loop !19

for.end:                                          ; preds = %for.cond.cleanup4
  br label %for.inc76

for.inc76:                                        ; preds = %for.end
  %58 = load i32, i32* %i, align 4, !tbaa !9
  %inc77 = add nsw i32 %58, 1
  store i32 %inc77, i32* %i, align 4, !tbaa !9
  br label %for.cond, !llvm.loop !20

for.end78:                                        ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @stencil5(double* noalias noundef %o, double* noalias noundef %a, i32 noundef %n) #0 {
entry:
  %o.addr = alloca double*, align 8
  %a.addr = alloca double*, align 8
  %n.addr = alloca i32, align 4
  %i = alloca i32, align 4
  store double* %o, double** %o.addr, align 8, !tbaa !5
  store double* %a, double** %a.addr, align 8, !tbaa !5
  store i32 %n, i32* %n.addr, align 4, !tbaa !9
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 2, i32* %i, align 4, !tbaa !9
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load i32, i32* %i, align 4, !tbaa !9
  %2 = load i32, i32* %n.addr, align 4, !tbaa !9
  %sub = sub nsw i32 %2, 2
  %cmp = icmp slt i32 %1, %sub
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load double*, double** %a.addr, align 8, !tbaa !5
  %5 = load i32, i32* %i, align 4, !tbaa !9
  %sub1 = sub nsw i32 %5, 2
  %idxprom = sext i32 %sub1 to i64
  %arrayidx = getelementptr inbounds double, double* %4, i64 %idxprom
  %6 = load double, double* %arrayidx, align 8, !tbaa !21
  %7 = load double*, double** %a.addr, align 8, !tbaa !5
  %8 = load i32, i32* %i, align 4, !tbaa !9
  %sub2 = sub nsw i32 %8, 1
  %idxprom3 = sext i32 %sub2 to i64
  %arrayidx4 = getelementptr inbounds double, double* %7, i64 %idxprom3
  %9 = load double, double* %arrayidx4, align 8, !tbaa !21
  %add = fadd double %6, %9
  %10 = load double*, double** %a.addr, align 8, !tbaa !5
  %11 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom5 = sext i32 %11 to i64
  %arrayidx6 = getelementptr inbounds double, double* %10, i64 %idxprom5
  %12 = load double, double* %arrayidx6, align 8, !tbaa !21
  %add7 = fadd double %add, %12
  %13 = load double*, double** %a.addr, align 8, !tbaa !5
  %14 = load i32, i32* %i, align 4, !tbaa !9
  %add8 = add nsw i32 %14, 1
  %idxprom9 = sext i32 %add8 to i64
  %arrayidx10 = getelementptr inbounds double, double* %13, i64 %idxprom9
  %15 = load double, double* %arrayidx10, align 8, !tbaa !21
  %add11 = fadd double %add7, %15
  %16 = load double*, double** %a.addr, align 8, !tbaa !5
  %17 = load i32, i32* %i, align 4, !tbaa !9
  %add12 = add nsw i32 %17, 2
  %idxprom13 = sext i32 %add12 to i64
  %arrayidx14 = getelementptr inbounds double, double* %16, i64 %idxprom13
  %18 = load double, double* %arrayidx14, align 8, !tbaa !21
  %add15 = fadd double %add11, %18
  %19 = load double*, double** %o.addr, align 8, !tbaa !5
  %20 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom16 = sext i32 %20 to i64
  %arrayidx17 = getelementptr inbounds double, double* %19, i64 %idxprom16
  store double %add15, double* %arrayidx17, align 8, !tbaa !21
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %21 = load i32, i32* %i, align 4, !tbaa !9
  %inc = add nsw i32 %21, 1
  store i32 %inc, i32* %i, align 4, !tbaa !9
  br label %for.cond, !llvm.loop !23

for.end:                                          ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @jacobi([100 x double]* noundef %b, [100 x double]* noundef %a, i32 noundef %n) #0 {
entry:
  %b.addr = alloca [100 x double]*, align 8
  %a.addr = alloca [100 x double]*, align 8
  %n.addr = alloca i32, align 4
  %i = alloca i32, align 4
  %cleanup.dest.slot = alloca i32, align 4
  %j = alloca i32, align 4
  store [100 x double]* %b, [100 x double]** %b.addr, align 8, !tbaa !5
  store [100 x double]* %a, [100 x double]** %a.addr, align 8, !tbaa !5
  store i32 %n, i32* %n.addr, align 4, !tbaa !9
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 1, i32* %i, align 4, !tbaa !9
  br label %for.cond

for.cond:                                         ; preds = %for.inc35, %entry
  %1 = load i32, i32* %i, align 4, !tbaa !9
  %2 = load i32, i32* %n.addr, align 4, !tbaa !9
  %sub = sub nsw i32 %2, 1
  %cmp = icmp slt i32 %1, %sub
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  store i32 2, i32* %cleanup.dest.slot, align 4
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end37

for.body:                                         ; preds = %for.cond
  %4 = bitcast i32* %j to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %4) #2
  store i32 1, i32* %j, align 4, !tbaa !9
  br label %for.cond1

for.cond1:                                        ; preds = %for.inc, %for.body
  %5 = load i32, i32* %j, align 4, !tbaa !9
  %6 = load i32, i32* %n.addr, align 4, !tbaa !9
  %sub2 = sub nsw i32 %6, 1
  %cmp3 = icmp slt i32 %5, %sub2
  br i1 %cmp3, label %for.body5, label %for.cond.cleanup4

for.cond.cleanup4:                                ; preds = %for.cond1
  store i32 5, i32* %cleanup.dest.slot, align 4
  %7 = bitcast i32* %j to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %7) #2
  br label %for.end

for.body5:                                        ; preds = %for.cond1
  %8 = load [100 x double]*, [100 x double]** %a.addr, align 8, !tbaa !5
  %9 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom = sext i32 %9 to i64
  %arrayidx = getelementptr inbounds [100 x double], [100 x double]* %8, i64 %idxprom
  %10 = load i32, i32* %j, align 4, !tbaa !9
  %idxprom6 = sext i32 %10 to i64
  %arrayidx7 = getelementptr inbounds [100 x double], [100 x double]* %arrayidx, i64 0, i64 %idxprom6
  %11 = load double, double* %arrayidx7, align 8, !tbaa !21
  %12 = load [100 x double]*, [100 x double]** %a.addr, align 8, !tbaa !5
  %13 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom8 = sext i32 %13 to i64
  %arrayidx9 = getelementptr inbounds [100 x double], [100 x double]* %12, i64 %idxprom8
  %14 = load i32, i32* %j, align 4, !tbaa !9
  %sub10 = sub nsw i32 %14, 1
  %idxprom11 = sext i32 %sub10 to i64
  %arrayidx12 = getelementptr inbounds [100 x double], [100 x double]* %arrayidx9, i64 0, i64 %idxprom11
  %15 = load double, double* %arrayidx12, align 8, !tbaa !21
  %add = fadd double %11, %15
  %16 = load [100 x double]*, [100 x double]** %a.addr, align 8, !tbaa !5
  %17 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom13 = sext i32 %17 to i64
  %arrayidx14 = getelementptr inbounds [100 x double], [100 x double]* %16, i64 %idxprom13
  %18 = load i32, i32* %j, align 4, !tbaa !9
  %add15 = add nsw i32 1, %18
  %idxprom16 = sext i32 %add15 to i64
  %arrayidx17 = getelementptr inbounds [100 x double], [100 x double]* %arrayidx14, i64 0, i64 %idxprom16
  %19 = load double, double* %arrayidx17, align 8, !tbaa !21
  %add18 = fadd double %add, %19
  %20 = load [100 x double]*, [100 x double]** %a.addr, align 8, !tbaa !5
  %21 = load i32, i32* %i, align 4, !tbaa !9
  %add19 = add nsw i32 1, %21
  %idxprom20 = sext i32 %add19 to i64
  %arrayidx21 = getelementptr inbounds [100 x double], [100 x double]* %20, i64 %idxprom20
  %22 = load i32, i32* %j, align 4, !tbaa !9
  %idxprom22 = sext i32 %22 to i64
  %arrayidx23 = getelementptr inbounds [100 x double], [100 x double]* %arrayidx21, i64 0, i64 %idxprom22
  %23 = load double, double* %arrayidx23, align 8, !tbaa !21
  %add24 = fadd double %add18, %23
  %24 = load [100 x double]*, [100 x double]** %a.addr, align 8, !tbaa !5
  %25 = load i32, i32* %i, align 4, !tbaa !9
  %sub25 = sub nsw i32 %25, 1
  %idxprom26 = sext i32 %sub25 to i64
  %arrayidx27 = getelementptr inbounds [100 x double], [100 x double]* %24, i64 %idxprom26
  %26 = load i32, i32* %j, align 4, !tbaa !9
  %idxprom28 = sext i32 %26 to i64
  %arrayidx29 = getelementptr inbounds [100 x double], [100 x double]* %arrayidx27, i64 0, i64 %idxprom28
  %27 = load double, double* %arrayidx29, align 8, !tbaa !21
  %add30 = fadd double %add24, %27
  %mul = fmul double 2.000000e-01, %add30
  %28 = load [100 x double]*, [100 x double]** %b.addr, align 8, !tbaa !5
  %29 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom31 = sext i32 %29 to i64
  %arrayidx32 = getelementptr inbounds [100 x double], [100 x double]* %28, i64 %idxprom31
  %30 = load i32, i32* %j, align 4, !tbaa !9
  %idxprom33 = sext i32 %30 to i64
  %arrayidx34 = getelementptr inbounds [100 x double], [100 x double]* %arrayidx32, i64 0, i64 %idxprom33
  store double %mul, double* %arrayidx34, align 8, !tbaa !21
  br label %for.inc

for.inc:                                          ; preds = %for.body5
  %31 = load i32, i32* %j, align 4, !tbaa !9
  %inc = add nsw i32 %31, 1
  store i32 %inc, i32* %j, align 4, !tbaa !9
  br label %for.cond1, !llvm.loop !24

for.end:                                          ; preds = %for.cond.cleanup4
  br label %for.inc35

for.inc35:                                        ; preds = %for.end
  %32 = load i32, i32* %i, align 4, !tbaa !9
  %inc36 = add nsw i32 %32, 1
  store i32 %inc36, i32* %i, align 4, !tbaa !9
  br label %for.cond, !llvm.loop !25

for.end37:                                        ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @seidel([100 x double]* noundef %a, i32 noundef %n) #0 {
entry:
  %a.addr = alloca [100 x double]*, align 8
  %n.addr = alloca i32, align 4
  %i = alloca i32, align 4
  %cleanup.dest.slot = alloca i32, align 4
  %j = alloca i32, align 4
  store [100 x double]* %a, [100 x double]** %a.addr, align 8, !tbaa !5
  store i32 %n, i32* %n.addr, align 4, !tbaa !9
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 1, i32* %i, align 4, !tbaa !9
  br label %for.cond

for.cond:                                         ; preds = %for.inc63, %entry
  %1 = load i32, i32* %i, align 4, !tbaa !9
  %2 = load i32, i32* %n.addr, align 4, !tbaa !9
  %sub = sub nsw i32 %2, 1
  %cmp = icmp slt i32 %1, %sub
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  store i32 2, i32* %cleanup.dest.slot, align 4
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end65

for.body:                                         ; preds = %for.cond
  %4 = bitcast i32* %j to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %4) #2
  store i32 1, i32* %j, align 4, !tbaa !9
  br label %for.cond1

for.cond1:                                        ; preds = %for.inc, %for.body
  %5 = load i32, i32* %j, align 4, !tbaa !9
  %6 = load i32, i32* %n.addr, align 4, !tbaa !9
  %sub2 = sub nsw i32 %6, 1
  %cmp3 = icmp slt i32 %5, %sub2
  br i1 %cmp3, label %for.body5, label %for.cond.cleanup4

for.cond.cleanup4:                                ; preds = %for.cond1
  store i32 5, i32* %cleanup.dest.slot, align 4
  %7 = bitcast i32* %j to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %7) #2
  br label %for.end

for.body5:                                        ; preds = %for.cond1
  %8 = load [100 x double]*, [100 x double]** %a.addr, align 8, !tbaa !5
  %9 = load i32, i32* %i, align 4, !tbaa !9
  %sub6 = sub nsw i32 %9, 1
  %idxprom = sext i32 %sub6 to i64
  %arrayidx = getelementptr inbounds [100 x double], [100 x double]* %8, i64 %idxprom
  %10 = load i32, i32* %j, align 4, !tbaa !9
  %sub7 = sub nsw i32 %10, 1
  %idxprom8 = sext i32 %sub7 to i64
  %arrayidx9 = getelementptr inbounds [100 x double], [100 x double]* %arrayidx, i64 0, i64 %idxprom8
  %11 = load double, double* %arrayidx9, align 8, !tbaa !21
  %12 = load [100 x double]*, [100 x double]** %a.addr, align 8, !tbaa !5
  %13 = load i32, i32* %i, align 4, !tbaa !9
  %sub10 = sub nsw i32 %13, 1
  %idxprom11 = sext i32 %sub10 to i64
  %arrayidx12 = getelementptr inbounds [100 x double], [100 x double]* %12, i64 %idxprom11
  %14 = load i32, i32* %j, align 4, !tbaa !9
  %idxprom13 = sext i32 %14 to i64
  %arrayidx14 = getelementptr inbounds [100 x double], [100 x double]* %arrayidx12, i64 0, i64 %idxprom13
  %15 = load double, double* %arrayidx14, align 8, !tbaa !21
  %add = fadd double %11, %15
  %16 = load [100 x double]*, [100 x double]** %a.addr, align 8, !tbaa !5
  %17 = load i32, i32* %i, align 4, !tbaa !9
  %sub15 = sub nsw i32 %17, 1
  %idxprom16 = sext i32 %sub15 to i64
  %arrayidx17 = getelementptr inbounds [100 x double], [100 x double]* %16, i64 %idxprom16
  %18 = load i32, i32* %j, align 4, !tbaa !9
  %add18 = add nsw i32 %18, 1
  %idxprom19 = sext i32 %add18 to i64
  %arrayidx20 = getelementptr inbounds [100 x double], [100 x double]* %arrayidx17, i64 0, i64 %idxprom19
  %19 = load double, double* %arrayidx20, align 8, !tbaa !21
  %add21 = fadd double %add, %19
  %20 = load [100 x double]*, [100 x double]** %a.addr, align 8, !tbaa !5
  %21 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom22 = sext i32 %21 to i64
  %arrayidx23 = getelementptr inbounds [100 x double], [100 x double]* %20, i64 %idxprom22
  %22 = load i32, i32* %j, align 4, !tbaa !9
  %sub24 = sub nsw i32 %22, 1
  %idxprom25 = sext i32 %sub24 to i64
  %arrayidx26 = getelementptr inbounds [100 x double], [100 x double]* %arrayidx23, i64 0, i64 %idxprom25
  %23 = load double, double* %arrayidx26, align 8, !tbaa !21
  %add27 = fadd double %add21, %23
  %24 = load [100 x double]*, [100 x double]** %a.addr, align 8, !tbaa !5
  %25 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom28 = sext i32 %25 to i64
  %arrayidx29 = getelementptr inbounds [100 x double], [100 x double]* %24, i64 %idxprom28
  %26 = load i32, i32* %j, align 4, !tbaa !9
  %idxprom30 = sext i32 %26 to i64
  %arrayidx31 = getelementptr inbounds [100 x double], [100 x double]* %arrayidx29, i64 0, i64 %idxprom30
  %27 = load double, double* %arrayidx31, align 8, !tbaa !21
  %add32 = fadd double %add27, %27
  %28 = load [100 x double]*, [100 x double]** %a.addr, align 8, !tbaa !5
  %29 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom33 = sext i32 %29 to i64
  %arrayidx34 = getelementptr inbounds [100 x double], [100 x double]* %28, i64 %idxprom33
  %30 = load i32, i32* %j, align 4, !tbaa !9
  %add35 = add nsw i32 %30, 1
  %idxprom36 = sext i32 %add35 to i64
  %arrayidx37 = getelementptr inbounds [100 x double], [100 x double]* %arrayidx34, i64 0, i64 %idxprom36
  %31 = load double, double* %arrayidx37, align 8, !tbaa !21
  %add38 = fadd double %add32, %31
  %32 = load [100 x double]*, [100 x double]** %a.addr, align 8, !tbaa !5
  %33 = load i32, i32* %i, align 4, !tbaa !9
  %add39 = add nsw i32 %33, 1
  %idxprom40 = sext i32 %add39 to i64
  %arrayidx41 = getelementptr inbounds [100 x double], [100 x double]* %32, i64 %idxprom40
  %34 = load i32, i32* %j, align 4, !tbaa !9
  %sub42 = sub nsw i32 %34, 1
  %idxprom43 = sext i32 %sub42 to i64
  %arrayidx44 = getelementptr inbounds [100 x double], [100 x double]* %arrayidx41, i64 0, i64 %idxprom43
  %35 = load double, double* %arrayidx44, align 8, !tbaa !21
  %add45 = fadd double %add38, %35
  %36 = load [100 x double]*, [100 x double]** %a.addr, align 8, !tbaa !5
  %37 = load i32, i32* %i, align 4, !tbaa !9
  %add46 = add nsw i32 %37, 1
  %idxprom47 = sext i32 %add46 to i64
  %arrayidx48 = getelementptr inbounds [100 x double], [100 x double]* %36, i64 %idxprom47
  %38 = load i32, i32* %j, align 4, !tbaa !9
  %idxprom49 = sext i32 %38 to i64
  %arrayidx50 = getelementptr inbounds [100 x double], [100 x double]* %arrayidx48, i64 0, i64 %idxprom49
  %39 = load double, double* %arrayidx50, align 8, !tbaa !21
  %add51 = fadd double %add45, %39
  %40 = load [100 x double]*, [100 x double]** %a.addr, align 8, !tbaa !5
  %41 = load i32, i32* %i, align 4, !tbaa !9
  %add52 = add nsw i32 %41, 1
  %idxprom53 = sext i32 %add52 to i64
  %arrayidx54 = getelementptr inbounds [100 x double], [100 x double]* %40, i64 %idxprom53
  %42 = load i32, i32* %j, align 4, !tbaa !9
  %add55 = add nsw i32 %42, 1
  %idxprom56 = sext i32 %add55 to i64
  %arrayidx57 = getelementptr inbounds [100 x double], [100 x double]* %arrayidx54, i64 0, i64 %idxprom56
  %43 = load double, double* %arrayidx57, align 8, !tbaa !21
  %add58 = fadd double %add51, %43
  %div = fdiv double %add58, 9.000000e+00
  %44 = load [100 x double]*, [100 x double]** %a.addr, align 8, !tbaa !5
  %45 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom59 = sext i32 %45 to i64
  %arrayidx60 = getelementptr inbounds [100 x double], [100 x double]* %44, i64 %idxprom59
  %46 = load i32, i32* %j, align 4, !tbaa !9
  %idxprom61 = sext i32 %46 to i64
  %arrayidx62 = getelementptr inbounds [100 x double], [100 x double]* %arrayidx60, i64 0, i64 %idxprom61
  store double %div, double* %arrayidx62, align 8, !tbaa !21
  br label %for.inc

for.inc:                                          ; preds = %for.body5
  %47 = load i32, i32* %j, align 4, !tbaa !9
  %inc = add nsw i32 %47, 1
  store i32 %inc, i32* %j, align 4, !tbaa !9
  br label %for.cond1, !llvm.loop !26

for.end:                                          ; preds = %for.cond.cleanup4
  br label %for.inc63

for.inc63:                                        ; preds = %for.end
  %48 = load i32, i32* %i, align 4, !tbaa !9
  %inc64 = add nsw i32 %48, 1
  store i32 %inc64, i32* %i, align 4, !tbaa !9
  br label %for.cond, !llvm.loop !27

for.end65:                                        ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @fir4(i32* noalias noundef %y, i32* noalias noundef %x, i32* noalias noundef %h, i32 noundef %n) #0 {
entry:
  %y.addr = alloca i32*, align 8
  %x.addr = alloca i32*, align 8
  %h.addr = alloca i32*, align 8
  %n.addr = alloca i32, align 4
  %i = alloca i32, align 4
  store i32* %y, i32** %y.addr, align 8, !tbaa !5
  store i32* %x, i32** %x.addr, align 8, !tbaa !5
  store i32* %h, i32** %h.addr, align 8, !tbaa !5
  store i32 %n, i32* %n.addr, align 4, !tbaa !9
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 0, i32* %i, align 4, !tbaa !9
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load i32, i32* %i, align 4, !tbaa !9
  %2 = load i32, i32* %n.addr, align 4, !tbaa !9
  %cmp = icmp slt i32 %1, %2
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load i32*, i32** %h.addr, align 8, !tbaa !5
  %arrayidx = getelementptr inbounds i32, i32* %4, i64 0
  %5 = load i32, i32* %arrayidx, align 4, !tbaa !9
  %6 = load i32*, i32** %x.addr, align 8, !tbaa !5
  %7 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom = sext i32 %7 to i64
  %arrayidx1 = getelementptr inbounds i32, i32* %6, i64 %idxprom
  %8 = load i32, i32* %arrayidx1, align 4, !tbaa !9
  %mul = mul nsw i32 %5, %8
  %9 = load i32*, i32** %h.addr, align 8, !tbaa !5
  %arrayidx2 = getelementptr inbounds i32, i32* %9, i64 1
  %10 = load i32, i32* %arrayidx2, align 4, !tbaa !9
  %11 = load i32*, i32** %x.addr, align 8, !tbaa !5
  %12 = load i32, i32* %i, align 4, !tbaa !9
  %add = add nsw i32 %12, 1
  %idxprom3 = sext i32 %add to i64
  %arrayidx4 = getelementptr inbounds i32, i32* %11, i64 %idxprom3
  %13 = load i32, i32* %arrayidx4, align 4, !tbaa !9
  %mul5 = mul nsw i32 %10, %13
  %add6 = add nsw i32 %mul, %mul5
  %14 = load i32*, i32** %h.addr, align 8, !tbaa !5
  %arrayidx7 = getelementptr inbounds i32, i32* %14, i64 2
  %15 = load i32, i32* %arrayidx7, align 4, !tbaa !9
  %16 = load i32*, i32** %x.addr, align 8, !tbaa !5
  %17 = load i32, i32* %i, align 4, !tbaa !9
  %add8 = add nsw i32 %17, 2
  %idxprom9 = sext i32 %add8 to i64
  %arrayidx10 = getelementptr inbounds i32, i32* %16, i64 %idxprom9
  %18 = load i32, i32* %arrayidx10, align 4, !tbaa !9
  %mul11 = mul nsw i32 %15, %18
  %add12 = add nsw i32 %add6, %mul11
  %19 = load i32*, i32** %h.addr, align 8, !tbaa !5
  %arrayidx13 = getelementptr inbounds i32, i32* %19, i64 3
  %20 = load i32, i32* %arrayidx13, align 4, !tbaa !9
  %21 = load i32*, i32** %x.addr, align 8, !tbaa !5
  %22 = load i32, i32* %i, align 4, !tbaa !9
  %add14 = add nsw i32 %22, 3
  %idxprom15 = sext i32 %add14 to i64
  %arrayidx16 = getelementptr inbounds i32, i32* %21, i64 %idxprom15
  %23 = load i32, i32* %arrayidx16, align 4, !tbaa !9
  %mul17 = mul nsw i32 %20, %23
  %add18 = add nsw i32 %add12, %mul17
  %24 = load i32*, i32** %y.addr, align 8, !tbaa !5
  %25 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom19 = sext i32 %25 to i64
  %arrayidx20 = getelementptr inbounds i32, i32* %24, i64 %idxprom19
  store i32 %add18, i32* %arrayidx20, align 4, !tbaa !9
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %26 = load i32, i32* %i, align 4, !tbaa !9
  %inc = add nsw i32 %26, 1
  store i32 %inc, i32* %i, align 4, !tbaa !9
  br label %for.cond, !llvm.loop !28

for.end:                                          ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local i32 @viterbi(i32* noalias noundef %m, i32* noalias noundef %p, i32* noalias noundef %c, i32 noundef %n) #0 {
entry:
  %m.addr = alloca i32*, align 8
  %p.addr = alloca i32*, align 8
  %c.addr = alloca i32*, align 8
  %n.addr = alloca i32, align 4
  %i = alloca i32, align 4
  %a = alloca i32, align 4
  %b = alloca i32, align 4
  store i32* %m, i32** %m.addr, align 8, !tbaa !5
  store i32* %p, i32** %p.addr, align 8, !tbaa !5
  store i32* %c, i32** %c.addr, align 8, !tbaa !5
  store i32 %n, i32* %n.addr, align 4, !tbaa !9
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 0, i32* %i, align 4, !tbaa !9
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load i32, i32* %i, align 4, !tbaa !9
  %2 = load i32, i32* %n.addr, align 4, !tbaa !9
  %cmp = icmp slt i32 %1, %2
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %4 = bitcast i32* %a to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %4) #2
  %5 = load i32*, i32** %p.addr, align 8, !tbaa !5
  %6 = load i32, i32* %i, align 4, !tbaa !9
  %mul = mul nsw i32 2, %6
  %idxprom = sext i32 %mul to i64
  %arrayidx = getelementptr inbounds i32, i32* %5, i64 %idxprom
  %7 = load i32, i32* %arrayidx, align 4, !tbaa !9
  %8 = load i32*, i32** %c.addr, align 8, !tbaa !5
  %9 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom1 = sext i32 %9 to i64
  %arrayidx2 = getelementptr inbounds i32, i32* %8, i64 %idxprom1
  %10 = load i32, i32* %arrayidx2, align 4, !tbaa !9
  %add = add nsw i32 %7, %10
  store i32 %add, i32* %a, align 4, !tbaa !9
  %11 = bitcast i32* %b to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %11) #2
  %12 = load i32*, i32** %p.addr, align 8, !tbaa !5
  %13 = load i32, i32* %i, align 4, !tbaa !9
  %mul3 = mul nsw i32 2, %13
  %add4 = add nsw i32 %mul3, 1
  %idxprom5 = sext i32 %add4 to i64
  %arrayidx6 = getelementptr inbounds i32, i32* %12, i64 %idxprom5
  %14 = load i32, i32* %arrayidx6, align 4, !tbaa !9
  %15 = load i32*, i32** %c.addr, align 8, !tbaa !5
  %16 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom7 = sext i32 %16 to i64
  %arrayidx8 = getelementptr inbounds i32, i32* %15, i64 %idxprom7
  %17 = load i32, i32* %arrayidx8, align 4, !tbaa !9
  %sub = sub nsw i32 %14, %17
  store i32 %sub, i32* %b, align 4, !tbaa !9
  %18 = load i32, i32* %a, align 4, !tbaa !9
  %19 = load i32, i32* %b, align 4, !tbaa !9
  %cmp9 = icmp slt i32 %18, %19
  br i1 %cmp9, label %cond.true, label %cond.false

cond.true:                                        ; preds = %for.body
  %20 = load i32, i32* %a, align 4, !tbaa !9
  br label %cond.end

cond.false:                                       ; preds = %for.body
  %21 = load i32, i32* %b, align 4, !tbaa !9
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ %20, %cond.true ], [ %21, %cond.false ]
  %22 = load i32*, i32** %m.addr, align 8, !tbaa !5
  %23 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom10 = sext i32 %23 to i64
  %arrayidx11 = getelementptr inbounds i32, i32* %22, i64 %idxprom10
  store i32 %cond, i32* %arrayidx11, align 4, !tbaa !9
  %24 = bitcast i32* %b to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %24) #2
  %25 = bitcast i32* %a to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %25) #2
  br label %for.inc

for.inc:                                          ; preds = %cond.end
  %26 = load i32, i32* %i, align 4, !tbaa !9
  %inc = add nsw i32 %26, 1
  store i32 %inc, i32* %i, align 4, !tbaa !9
  br label %for.cond, !llvm.loop !29

for.end:                                          ; preds = %for.cond.cleanup
  ret i32 0
}

; Function Attrs: nounwind uwtable
define dso_local void @xtea(i32* noundef %v, i32* noundef %k) #0 {
entry:
  %v.addr = alloca i32*, align 8
  %k.addr = alloca i32*, align 8
  %a = alloca i32, align 4
  %b = alloca i32, align 4
  %s = alloca i32, align 4
  %i = alloca i32, align 4
  store i32* %v, i32** %v.addr, align 8, !tbaa !5
  store i32* %k, i32** %k.addr, align 8, !tbaa !5
  %0 = bitcast i32* %a to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  %1 = load i32*, i32** %v.addr, align 8, !tbaa !5
  %arrayidx = getelementptr inbounds i32, i32* %1, i64 0
  %2 = load i32, i32* %arrayidx, align 4, !tbaa !9
  store i32 %2, i32* %a, align 4, !tbaa !9
  %3 = bitcast i32* %b to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %3) #2
  %4 = load i32*, i32** %v.addr, align 8, !tbaa !5
  %arrayidx1 = getelementptr inbounds i32, i32* %4, i64 1
  %5 = load i32, i32* %arrayidx1, align 4, !tbaa !9
  store i32 %5, i32* %b, align 4, !tbaa !9
  %6 = bitcast i32* %s to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %6) #2
  store i32 0, i32* %s, align 4, !tbaa !9
  %7 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %7) #2
  store i32 0, i32* %i, align 4, !tbaa !9
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %8 = load i32, i32* %i, align 4, !tbaa !9
  %cmp = icmp slt i32 %8, 32
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %9 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %9) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %10 = load i32, i32* %b, align 4, !tbaa !9
  %shl = shl i32 %10, 4
  %11 = load i32, i32* %b, align 4, !tbaa !9
  %shr = lshr i32 %11, 5
  %xor = xor i32 %shl, %shr
  %12 = load i32, i32* %b, align 4, !tbaa !9
  %add = add i32 %xor, %12
  %13 = load i32, i32* %s, align 4, !tbaa !9
  %14 = load i32*, i32** %k.addr, align 8, !tbaa !5
  %15 = load i32, i32* %s, align 4, !tbaa !9
  %and = and i32 %15, 3
  %idxprom = zext i32 %and to i64
  %arrayidx2 = getelementptr inbounds i32, i32* %14, i64 %idxprom
  %16 = load i32, i32* %arrayidx2, align 4, !tbaa !9
  %add3 = add i32 %13, %16
  %xor4 = xor i32 %add, %add3
  %17 = load i32, i32* %a, align 4, !tbaa !9
  %add5 = add i32 %17, %xor4
  store i32 %add5, i32* %a, align 4, !tbaa !9
  %18 = load i32, i32* %s, align 4, !tbaa !9
  %add6 = add i32 %18, -1640531527
  store i32 %add6, i32* %s, align 4, !tbaa !9
  %19 = load i32, i32* %a, align 4, !tbaa !9
  %shl7 = shl i32 %19, 4
  %20 = load i32, i32* %a, align 4, !tbaa !9
  %shr8 = lshr i32 %20, 5
  %xor9 = xor i32 %shl7, %shr8
  %21 = load i32, i32* %a, align 4, !tbaa !9
  %add10 = add i32 %xor9, %21
  %22 = load i32, i32* %s, align 4, !tbaa !9
  %23 = load i32*, i32** %k.addr, align 8, !tbaa !5
  %24 = load i32, i32* %s, align 4, !tbaa !9
  %shr11 = lshr i32 %24, 11
  %and12 = and i32 %shr11, 3
  %idxprom13 = zext i32 %and12 to i64
  %arrayidx14 = getelementptr inbounds i32, i32* %23, i64 %idxprom13
  %25 = load i32, i32* %arrayidx14, align 4, !tbaa !9
  %add15 = add i32 %22, %25
  %xor16 = xor i32 %add10, %add15
  %26 = load i32, i32* %b, align 4, !tbaa !9
  %add17 = add i32 %26, %xor16
  store i32 %add17, i32* %b, align 4, !tbaa !9
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %27 = load i32, i32* %i, align 4, !tbaa !9
  %inc = add nsw i32 %27, 1
  store i32 %inc, i32* %i, align 4, !tbaa !9
  br label %for.cond, !llvm.loop !30

for.end:                                          ; preds = %for.cond.cleanup
  %28 = load i32, i32* %a, align 4, !tbaa !9
  %29 = load i32*, i32** %v.addr, align 8, !tbaa !5
  %arrayidx18 = getelementptr inbounds i32, i32* %29, i64 0
  store i32 %28, i32* %arrayidx18, align 4, !tbaa !9
  %30 = load i32, i32* %b, align 4, !tbaa !9
  %31 = load i32*, i32** %v.addr, align 8, !tbaa !5
  %arrayidx19 = getelementptr inbounds i32, i32* %31, i64 1
  store i32 %30, i32* %arrayidx19, align 4, !tbaa !9
  %32 = bitcast i32* %s to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %32) #2
  %33 = bitcast i32* %b to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %33) #2
  %34 = bitcast i32* %a to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %34) #2
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @gradient(i32* noalias noundef %g, i32* noalias noundef %p, i32 noundef %n, i32 noundef %w) #0 {
entry:
  %g.addr = alloca i32*, align 8
  %p.addr = alloca i32*, align 8
  %n.addr = alloca i32, align 4
  %w.addr = alloca i32, align 4
  %i = alloca i32, align 4
  %cleanup.dest.slot = alloca i32, align 4
  %j = alloca i32, align 4
  %x = alloca i32, align 4
  %y = alloca i32, align 4
  store i32* %g, i32** %g.addr, align 8, !tbaa !5
  store i32* %p, i32** %p.addr, align 8, !tbaa !5
  store i32 %n, i32* %n.addr, align 4, !tbaa !9
  store i32 %w, i32* %w.addr, align 4, !tbaa !9
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 1, i32* %i, align 4, !tbaa !9
  br label %for.cond

for.cond:                                         ; preds = %for.inc36, %entry
  %1 = load i32, i32* %i, align 4, !tbaa !9
  %2 = load i32, i32* %n.addr, align 4, !tbaa !9
  %cmp = icmp slt i32 %1, %2
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  store i32 2, i32* %cleanup.dest.slot, align 4
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end38

for.body:                                         ; preds = %for.cond
  %4 = bitcast i32* %j to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %4) #2
  store i32 1, i32* %j, align 4, !tbaa !9
  br label %for.cond1

for.cond1:                                        ; preds = %for.inc, %for.body
  %5 = load i32, i32* %j, align 4, !tbaa !9
  %6 = load i32, i32* %w.addr, align 4, !tbaa !9
  %sub = sub nsw i32 %6, 1
  %cmp2 = icmp slt i32 %5, %sub
  br i1 %cmp2, label %for.body4, label %for.cond.cleanup3

for.cond.cleanup3:                                ; preds = %for.cond1
  store i32 5, i32* %cleanup.dest.slot, align 4
  %7 = bitcast i32* %j to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %7) #2
  br label %for.end

for.body4:                                        ; preds = %for.cond1
  %8 = bitcast i32* %x to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %8) #2
  %9 = load i32*, i32** %p.addr, align 8, !tbaa !5
  %10 = load i32, i32* %i, align 4, !tbaa !9
  %11 = load i32, i32* %w.addr, align 4, !tbaa !9
  %mul = mul nsw i32 %10, %11
  %12 = load i32, i32* %j, align 4, !tbaa !9
  %add = add nsw i32 %mul, %12
  %add5 = add nsw i32 %add, 1
  %idxprom = sext i32 %add5 to i64
  %arrayidx = getelementptr inbounds i32, i32* %9, i64 %idxprom
  %13 = load i32, i32* %arrayidx, align 4, !tbaa !9
  %14 = load i32*, i32** %p.addr, align 8, !tbaa !5
  %15 = load i32, i32* %i, align 4, !tbaa !9
  %16 = load i32, i32* %w.addr, align 4, !tbaa !9
  %mul6 = mul nsw i32 %15, %16
  %17 = load i32, i32* %j, align 4, !tbaa !9
  %add7 = add nsw i32 %mul6, %17
  %sub8 = sub nsw i32 %add7, 1
  %idxprom9 = sext i32 %sub8 to i64
  %arrayidx10 = getelementptr inbounds i32, i32* %14, i64 %idxprom9
  %18 = load i32, i32* %arrayidx10, align 4, !tbaa !9
  %sub11 = sub nsw i32 %13, %18
  store i32 %sub11, i32* %x, align 4, !tbaa !9
  %19 = bitcast i32* %y to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %19) #2
  %20 = load i32*, i32** %p.addr, align 8, !tbaa !5
  %21 = load i32, i32* %i, align 4, !tbaa !9
  %add12 = add nsw i32 %21, 1
  %22 = load i32, i32* %w.addr, align 4, !tbaa !9
  %mul13 = mul nsw i32 %add12, %22
  %23 = load i32, i32* %j, align 4, !tbaa !9
  %add14 = add nsw i32 %mul13, %23
  %idxprom15 = sext i32 %add14 to i64
  %arrayidx16 = getelementptr inbounds i32, i32* %20, i64 %idxprom15
  %24 = load i32, i32* %arrayidx16, align 4, !tbaa !9
  %25 = load i32*, i32** %p.addr, align 8, !tbaa !5
  %26 = load i32, i32* %i, align 4, !tbaa !9
  %sub17 = sub nsw i32 %26, 1
  %27 = load i32, i32* %w.addr, align 4, !tbaa !9
  %mul18 = mul nsw i32 %sub17, %27
  %28 = load i32, i32* %j, align 4, !tbaa !9
  %add19 = add nsw i32 %mul18, %28
  %idxprom20 = sext i32 %add19 to i64
  %arrayidx21 = getelementptr inbounds i32, i32* %25, i64 %idxprom20
  %29 = load i32, i32* %arrayidx21, align 4, !tbaa !9
  %sub22 = sub nsw i32 %24, %29
  store i32 %sub22, i32* %y, align 4, !tbaa !9
  %30 = load i32, i32* %x, align 4, !tbaa !9
  %cmp23 = icmp slt i32 %30, 0
  br i1 %cmp23, label %cond.true, label %cond.false

cond.true:                                        ; preds = %for.body4
  %31 = load i32, i32* %x, align 4, !tbaa !9
  %sub24 = sub nsw i32 0, %31
  br label %cond.end

cond.false:                                       ; preds = %for.body4
  %32 = load i32, i32* %x, align 4, !tbaa !9
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ %sub24, %cond.true ], [ %32, %cond.false ]
  %33 = load i32, i32* %y, align 4, !tbaa !9
  %cmp25 = icmp slt i32 %33, 0
  br i1 %cmp25, label %cond.true26, label %cond.false28

cond.true26:                                      ; preds = %cond.end
  %34 = load i32, i32* %y, align 4, !tbaa !9
  %sub27 = sub nsw i32 0, %34
  br label %cond.end29

cond.false28:                                     ; preds = %cond.end
  %35 = load i32, i32* %y, align 4, !tbaa !9
  br label %cond.end29

cond.end29:                                       ; preds = %cond.false28, %cond.true26
  %cond30 = phi i32 [ %sub27, %cond.true26 ], [ %35, %cond.false28 ]
  %add31 = add nsw i32 %cond, %cond30
  %36 = load i32*, i32** %g.addr, align 8, !tbaa !5
  %37 = load i32, i32* %i, align 4, !tbaa !9
  %38 = load i32, i32* %w.addr, align 4, !tbaa !9
  %mul32 = mul nsw i32 %37, %38
  %39 = load i32, i32* %j, align 4, !tbaa !9
  %add33 = add nsw i32 %mul32, %39
  %idxprom34 = sext i32 %add33 to i64
  %arrayidx35 = getelementptr inbounds i32, i32* %36, i64 %idxprom34
  store i32 %add31, i32* %arrayidx35, align 4, !tbaa !9
  %40 = bitcast i32* %y to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %40) #2
  %41 = bitcast i32* %x to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %41) #2
  br label %for.inc

for.inc:                                          ; preds = %cond.end29
  %42 = load i32, i32* %j, align 4, !tbaa !9
  %inc = add nsw i32 %42, 1
  store i32 %inc, i32* %j, align 4, !tbaa !9
  br label %for.cond1, !llvm.loop !31

for.end:                                          ; preds = %for.cond.cleanup3
  br label %for.inc36

for.inc36:                                        ; preds = %for.end
  %43 = load i32, i32* %i, align 4, !tbaa !9
  %inc37 = add nsw i32 %43, 1
  store i32 %inc37, i32* %i, align 4, !tbaa !9
  br label %for.cond, !llvm.loop !32

for.end38:                                        ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @sobel(i8* noalias noundef %o, i8* noalias noundef %p, i32 noundef %w, i32 noundef %h) #0 {
entry:
  %o.addr = alloca i8*, align 8
  %p.addr = alloca i8*, align 8
  %w.addr = alloca i32, align 4
  %h.addr = alloca i32, align 4
  %y = alloca i32, align 4
  %cleanup.dest.slot = alloca i32, align 4
  %x = alloca i32, align 4
  %gx = alloca i32, align 4
  %gy = alloca i32, align 4
  %g = alloca i32, align 4
  store i8* %o, i8** %o.addr, align 8, !tbaa !5
  store i8* %p, i8** %p.addr, align 8, !tbaa !5
  store i32 %w, i32* %w.addr, align 4, !tbaa !9
  store i32 %h, i32* %h.addr, align 4, !tbaa !9
  %0 = bitcast i32* %y to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 1, i32* %y, align 4, !tbaa !9
  br label %for.cond

for.cond:                                         ; preds = %for.inc117, %entry
  %1 = load i32, i32* %y, align 4, !tbaa !9
  %2 = load i32, i32* %h.addr, align 4, !tbaa !9
  %sub = sub nsw i32 %2, 1
  %cmp = icmp slt i32 %1, %sub
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  store i32 2, i32* %cleanup.dest.slot, align 4
  %3 = bitcast i32* %y to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end119

for.body:                                         ; preds = %for.cond
  %4 = bitcast i32* %x to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %4) #2
  store i32 1, i32* %x, align 4, !tbaa !9
  br label %for.cond1

for.cond1:                                        ; preds = %for.inc, %for.body
  %5 = load i32, i32* %x, align 4, !tbaa !9
  %6 = load i32, i32* %w.addr, align 4, !tbaa !9
  %sub2 = sub nsw i32 %6, 1
  %cmp3 = icmp slt i32 %5, %sub2
  br i1 %cmp3, label %for.body5, label %for.cond.cleanup4

for.cond.cleanup4:                                ; preds = %for.cond1
  store i32 5, i32* %cleanup.dest.slot, align 4
  %7 = bitcast i32* %x to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %7) #2
  br label %for.end

for.body5:                                        ; preds = %for.cond1
  %8 = bitcast i32* %gx to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %8) #2
  %9 = load i8*, i8** %p.addr, align 8, !tbaa !5
  %10 = load i32, i32* %y, align 4, !tbaa !9
  %sub6 = sub nsw i32 %10, 1
  %11 = load i32, i32* %w.addr, align 4, !tbaa !9
  %mul = mul nsw i32 %sub6, %11
  %12 = load i32, i32* %x, align 4, !tbaa !9
  %add = add nsw i32 %mul, %12
  %add7 = add nsw i32 %add, 1
  %idxprom = sext i32 %add7 to i64
  %arrayidx = getelementptr inbounds i8, i8* %9, i64 %idxprom
  %13 = load i8, i8* %arrayidx, align 1, !tbaa !18
  %conv = zext i8 %13 to i32
  %14 = load i8*, i8** %p.addr, align 8, !tbaa !5
  %15 = load i32, i32* %y, align 4, !tbaa !9
  %16 = load i32, i32* %w.addr, align 4, !tbaa !9
  %mul8 = mul nsw i32 %15, %16
  %17 = load i32, i32* %x, align 4, !tbaa !9
  %add9 = add nsw i32 %mul8, %17
  %add10 = add nsw i32 %add9, 1
  %idxprom11 = sext i32 %add10 to i64
  %arrayidx12 = getelementptr inbounds i8, i8* %14, i64 %idxprom11
  %18 = load i8, i8* %arrayidx12, align 1, !tbaa !18
  %conv13 = zext i8 %18 to i32
  %mul14 = mul nsw i32 2, %conv13
  %add15 = add nsw i32 %conv, %mul14
  %19 = load i8*, i8** %p.addr, align 8, !tbaa !5
  %20 = load i32, i32* %y, align 4, !tbaa !9
  %add16 = add nsw i32 %20, 1
  %21 = load i32, i32* %w.addr, align 4, !tbaa !9
  %mul17 = mul nsw i32 %add16, %21
  %22 = load i32, i32* %x, align 4, !tbaa !9
  %add18 = add nsw i32 %mul17, %22
  %add19 = add nsw i32 %add18, 1
  %idxprom20 = sext i32 %add19 to i64
  %arrayidx21 = getelementptr inbounds i8, i8* %19, i64 %idxprom20
  %23 = load i8, i8* %arrayidx21, align 1, !tbaa !18
  %conv22 = zext i8 %23 to i32
  %add23 = add nsw i32 %add15, %conv22
  %24 = load i8*, i8** %p.addr, align 8, !tbaa !5
  %25 = load i32, i32* %y, align 4, !tbaa !9
  %sub24 = sub nsw i32 %25, 1
  %26 = load i32, i32* %w.addr, align 4, !tbaa !9
  %mul25 = mul nsw i32 %sub24, %26
  %27 = load i32, i32* %x, align 4, !tbaa !9
  %add26 = add nsw i32 %mul25, %27
  %sub27 = sub nsw i32 %add26, 1
  %idxprom28 = sext i32 %sub27 to i64
  %arrayidx29 = getelementptr inbounds i8, i8* %24, i64 %idxprom28
  %28 = load i8, i8* %arrayidx29, align 1, !tbaa !18
  %conv30 = zext i8 %28 to i32
  %sub31 = sub nsw i32 %add23, %conv30
  %29 = load i8*, i8** %p.addr, align 8, !tbaa !5
  %30 = load i32, i32* %y, align 4, !tbaa !9
  %31 = load i32, i32* %w.addr, align 4, !tbaa !9
  %mul32 = mul nsw i32 %30, %31
  %32 = load i32, i32* %x, align 4, !tbaa !9
  %add33 = add nsw i32 %mul32, %32
  %sub34 = sub nsw i32 %add33, 1
  %idxprom35 = sext i32 %sub34 to i64
  %arrayidx36 = getelementptr inbounds i8, i8* %29, i64 %idxprom35
  %33 = load i8, i8* %arrayidx36, align 1, !tbaa !18
  %conv37 = zext i8 %33 to i32
  %mul38 = mul nsw i32 2, %conv37
  %sub39 = sub nsw i32 %sub31, %mul38
  %34 = load i8*, i8** %p.addr, align 8, !tbaa !5
  %35 = load i32, i32* %y, align 4, !tbaa !9
  %add40 = add nsw i32 %35, 1
  %36 = load i32, i32* %w.addr, align 4, !tbaa !9
  %mul41 = mul nsw i32 %add40, %36
  %37 = load i32, i32* %x, align 4, !tbaa !9
  %add42 = add nsw i32 %mul41, %37
  %sub43 = sub nsw i32 %add42, 1
  %idxprom44 = sext i32 %sub43 to i64
  %arrayidx45 = getelementptr inbounds i8, i8* %34, i64 %idxprom44
  %38 = load i8, i8* %arrayidx45, align 1, !tbaa !18
  %conv46 = zext i8 %38 to i32
  %sub47 = sub nsw i32 %sub39, %conv46
  store i32 %sub47, i32* %gx, align 4, !tbaa !9
  %39 = bitcast i32* %gy to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %39) #2
  %40 = load i8*, i8** %p.addr, align 8, !tbaa !5
  %41 = load i32, i32* %y, align 4, !tbaa !9
  %add48 = add nsw i32 %41, 1
  %42 = load i32, i32* %w.addr, align 4, !tbaa !9
  %mul49 = mul nsw i32 %add48, %42
  %43 = load i32, i32* %x, align 4, !tbaa !9
  %add50 = add nsw i32 %mul49, %43
  %sub51 = sub nsw i32 %add50, 1
  %idxprom52 = sext i32 %sub51 to i64
  %arrayidx53 = getelementptr inbounds i8, i8* %40, i64 %idxprom52
  %44 = load i8, i8* %arrayidx53, align 1, !tbaa !18
  %conv54 = zext i8 %44 to i32
  %45 = load i8*, i8** %p.addr, align 8, !tbaa !5
  %46 = load i32, i32* %y, align 4, !tbaa !9
  %add55 = add nsw i32 %46, 1
  %47 = load i32, i32* %w.addr, align 4, !tbaa !9
  %mul56 = mul nsw i32 %add55, %47
  %48 = load i32, i32* %x, align 4, !tbaa !9
  %add57 = add nsw i32 %mul56, %48
  %idxprom58 = sext i32 %add57 to i64
  %arrayidx59 = getelementptr inbounds i8, i8* %45, i64 %idxprom58
  %49 = load i8, i8* %arrayidx59, align 1, !tbaa !18
  %conv60 = zext i8 %49 to i32
  %mul61 = mul nsw i32 2, %conv60
  %add62 = add nsw i32 %conv54, %mul61
  %50 = load i8*, i8** %p.addr, align 8, !tbaa !5
  %51 = load i32, i32* %y, align 4, !tbaa !9
  %add63 = add nsw i32 %51, 1
  %52 = load i32, i32* %w.addr, align 4, !tbaa !9
  %mul64 = mul nsw i32 %add63, %52
  %53 = load i32, i32* %x, align 4, !tbaa !9
  %add65 = add nsw i32 %mul64, %53
  %add66 = add nsw i32 %add65, 1
  %idxprom67 = sext i32 %add66 to i64
  %arrayidx68 = getelementptr inbounds i8, i8* %50, i64 %idxprom67
  %54 = load i8, i8* %arrayidx68, align 1, !tbaa !18
  %conv69 = zext i8 %54 to i32
  %add70 = add nsw i32 %add62, %conv69
  %55 = load i8*, i8** %p.addr, align 8, !tbaa !5
  %56 = load i32, i32* %y, align 4, !tbaa !9
  %sub71 = sub nsw i32 %56, 1
  %57 = load i32, i32* %w.addr, align 4, !tbaa !9
  %mul72 = mul nsw i32 %sub71, %57
  %58 = load i32, i32* %x, align 4, !tbaa !9
  %add73 = add nsw i32 %mul72, %58
  %sub74 = sub nsw i32 %add73, 1
  %idxprom75 = sext i32 %sub74 to i64
  %arrayidx76 = getelementptr inbounds i8, i8* %55, i64 %idxprom75
  %59 = load i8, i8* %arrayidx76, align 1, !tbaa !18
  %conv77 = zext i8 %59 to i32
  %sub78 = sub nsw i32 %add70, %conv77
  %60 = load i8*, i8** %p.addr, align 8, !tbaa !5
  %61 = load i32, i32* %y, align 4, !tbaa !9
  %sub79 = sub nsw i32 %61, 1
  %62 = load i32, i32* %w.addr, align 4, !tbaa !9
  %mul80 = mul nsw i32 %sub79, %62
  %63 = load i32, i32* %x, align 4, !tbaa !9
  %add81 = add nsw i32 %mul80, %63
  %idxprom82 = sext i32 %add81 to i64
  %arrayidx83 = getelementptr inbounds i8, i8* %60, i64 %idxprom82
  %64 = load i8, i8* %arrayidx83, align 1, !tbaa !18
  %conv84 = zext i8 %64 to i32
  %mul85 = mul nsw i32 2, %conv84
  %sub86 = sub nsw i32 %sub78, %mul85
  %65 = load i8*, i8** %p.addr, align 8, !tbaa !5
  %66 = load i32, i32* %y, align 4, !tbaa !9
  %sub87 = sub nsw i32 %66, 1
  %67 = load i32, i32* %w.addr, align 4, !tbaa !9
  %mul88 = mul nsw i32 %sub87, %67
  %68 = load i32, i32* %x, align 4, !tbaa !9
  %add89 = add nsw i32 %mul88, %68
  %add90 = add nsw i32 %add89, 1
  %idxprom91 = sext i32 %add90 to i64
  %arrayidx92 = getelementptr inbounds i8, i8* %65, i64 %idxprom91
  %69 = load i8, i8* %arrayidx92, align 1, !tbaa !18
  %conv93 = zext i8 %69 to i32
  %sub94 = sub nsw i32 %sub86, %conv93
  store i32 %sub94, i32* %gy, align 4, !tbaa !9
  %70 = bitcast i32* %g to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %70) #2
  %71 = load i32, i32* %gx, align 4, !tbaa !9
  %cmp95 = icmp slt i32 %71, 0
  br i1 %cmp95, label %cond.true, label %cond.false

cond.true:                                        ; preds = %for.body5
  %72 = load i32, i32* %gx, align 4, !tbaa !9
  %sub97 = sub nsw i32 0, %72
  br label %cond.end

cond.false:                                       ; preds = %for.body5
  %73 = load i32, i32* %gx, align 4, !tbaa !9
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ %sub97, %cond.true ], [ %73, %cond.false ]
  %74 = load i32, i32* %gy, align 4, !tbaa !9
  %cmp98 = icmp slt i32 %74, 0
  br i1 %cmp98, label %cond.true100, label %cond.false102

cond.true100:                                     ; preds = %cond.end
  %75 = load i32, i32* %gy, align 4, !tbaa !9
  %sub101 = sub nsw i32 0, %75
  br label %cond.end103

cond.false102:                                    ; preds = %cond.end
  %76 = load i32, i32* %gy, align 4, !tbaa !9
  br label %cond.end103

cond.end103:                                      ; preds = %cond.false102, %cond.true100
  %cond104 = phi i32 [ %sub101, %cond.true100 ], [ %76, %cond.false102 ]
  %add105 = add nsw i32 %cond, %cond104
  store i32 %add105, i32* %g, align 4, !tbaa !9
  %77 = load i32, i32* %g, align 4, !tbaa !9
  %cmp106 = icmp sgt i32 %77, 255
  br i1 %cmp106, label %cond.true108, label %cond.false109

cond.true108:                                     ; preds = %cond.end103
  br label %cond.end110

cond.false109:                                    ; preds = %cond.end103
  %78 = load i32, i32* %g, align 4, !tbaa !9
  br label %cond.end110

cond.end110:                                      ; preds = %cond.false109, %cond.true108
  %cond111 = phi i32 [ 255, %cond.true108 ], [ %78, %cond.false109 ]
  %conv112 = trunc i32 %cond111 to i8
  %79 = load i8*, i8** %o.addr, align 8, !tbaa !5
  %80 = load i32, i32* %y, align 4, !tbaa !9
  %81 = load i32, i32* %w.addr, align 4, !tbaa !9
  %mul113 = mul nsw i32 %80, %81
  %82 = load i32, i32* %x, align 4, !tbaa !9
  %add114 = add nsw i32 %mul113, %82
  %idxprom115 = sext i32 %add114 to i64
  %arrayidx116 = getelementptr inbounds i8, i8* %79, i64 %idxprom115
  store i8 %conv112, i8* %arrayidx116, align 1, !tbaa !18
  %83 = bitcast i32* %g to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %83) #2
  %84 = bitcast i32* %gy to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %84) #2
  %85 = bitcast i32* %gx to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %85) #2
  br label %for.inc

for.inc:                                          ; preds = %cond.end110
  %86 = load i32, i32* %x, align 4, !tbaa !9
  %inc = add nsw i32 %86, 1
  store i32 %inc, i32* %x, align 4, !tbaa !9
  br label %for.cond1, !llvm.loop !33

for.end:                                          ; preds = %for.cond.cleanup4
  br label %for.inc117

for.inc117:                                       ; preds = %for.end
  %87 = load i32, i32* %y, align 4, !tbaa !9
  %inc118 = add nsw i32 %87, 1
  store i32 %inc118, i32* %y, align 4, !tbaa !9
  br label %for.cond, !llvm.loop !34

for.end119:                                       ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @gemm(i32 noundef %n, double* noundef %C, double* noundef %A, double* noundef %B) #0 {
entry:
  %n.addr = alloca i32, align 4
  %C.addr = alloca double*, align 8
  %A.addr = alloca double*, align 8
  %B.addr = alloca double*, align 8
  %i = alloca i32, align 4
  %cleanup.dest.slot = alloca i32, align 4
  %j = alloca i32, align 4
  %s = alloca double, align 8
  %k = alloca i32, align 4
  store i32 %n, i32* %n.addr, align 4, !tbaa !9
  store double* %C, double** %C.addr, align 8, !tbaa !5
  store double* %A, double** %A.addr, align 8, !tbaa !5
  store double* %B, double** %B.addr, align 8, !tbaa !5
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 0, i32* %i, align 4, !tbaa !9
  br label %for.cond

for.cond:                                         ; preds = %for.inc22, %entry
  %1 = load i32, i32* %i, align 4, !tbaa !9
  %2 = load i32, i32* %n.addr, align 4, !tbaa !9
  %cmp = icmp slt i32 %1, %2
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  store i32 2, i32* %cleanup.dest.slot, align 4
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end24

for.body:                                         ; preds = %for.cond
  %4 = bitcast i32* %j to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %4) #2
  store i32 0, i32* %j, align 4, !tbaa !9
  br label %for.cond1

for.cond1:                                        ; preds = %for.inc19, %for.body
  %5 = load i32, i32* %j, align 4, !tbaa !9
  %6 = load i32, i32* %n.addr, align 4, !tbaa !9
  %cmp2 = icmp slt i32 %5, %6
  br i1 %cmp2, label %for.body4, label %for.cond.cleanup3

for.cond.cleanup3:                                ; preds = %for.cond1
  store i32 5, i32* %cleanup.dest.slot, align 4
  %7 = bitcast i32* %j to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %7) #2
  br label %for.end21

for.body4:                                        ; preds = %for.cond1
  %8 = bitcast double* %s to i8*
  call void @llvm.lifetime.start.p0i8(i64 8, i8* %8) #2
  store double 0.000000e+00, double* %s, align 8, !tbaa !21
  %9 = bitcast i32* %k to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %9) #2
  store i32 0, i32* %k, align 4, !tbaa !9
  br label %for.cond5

for.cond5:                                        ; preds = %for.inc, %for.body4
  %10 = load i32, i32* %k, align 4, !tbaa !9
  %11 = load i32, i32* %n.addr, align 4, !tbaa !9
  %cmp6 = icmp slt i32 %10, %11
  br i1 %cmp6, label %for.body8, label %for.cond.cleanup7

for.cond.cleanup7:                                ; preds = %for.cond5
  store i32 8, i32* %cleanup.dest.slot, align 4
  %12 = bitcast i32* %k to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %12) #2
  br label %for.end

for.body8:                                        ; preds = %for.cond5
  %13 = load double*, double** %A.addr, align 8, !tbaa !5
  %14 = load i32, i32* %i, align 4, !tbaa !9
  %15 = load i32, i32* %n.addr, align 4, !tbaa !9
  %mul = mul nsw i32 %14, %15
  %16 = load i32, i32* %k, align 4, !tbaa !9
  %add = add nsw i32 %mul, %16
  %idxprom = sext i32 %add to i64
  %arrayidx = getelementptr inbounds double, double* %13, i64 %idxprom
  %17 = load double, double* %arrayidx, align 8, !tbaa !21
  %18 = load double*, double** %B.addr, align 8, !tbaa !5
  %19 = load i32, i32* %k, align 4, !tbaa !9
  %20 = load i32, i32* %n.addr, align 4, !tbaa !9
  %mul9 = mul nsw i32 %19, %20
  %21 = load i32, i32* %j, align 4, !tbaa !9
  %add10 = add nsw i32 %mul9, %21
  %idxprom11 = sext i32 %add10 to i64
  %arrayidx12 = getelementptr inbounds double, double* %18, i64 %idxprom11
  %22 = load double, double* %arrayidx12, align 8, !tbaa !21
  %mul13 = fmul double %17, %22
  %23 = load double, double* %s, align 8, !tbaa !21
  %add14 = fadd double %23, %mul13
  store double %add14, double* %s, align 8, !tbaa !21
  br label %for.inc

for.inc:                                          ; preds = %for.body8
  %24 = load i32, i32* %k, align 4, !tbaa !9
  %inc = add nsw i32 %24, 1
  store i32 %inc, i32* %k, align 4, !tbaa !9
  br label %for.cond5, !llvm.loop !35

for.end:                                          ; preds = %for.cond.cleanup7
  %25 = load double, double* %s, align 8, !tbaa !21
  %26 = load double*, double** %C.addr, align 8, !tbaa !5
  %27 = load i32, i32* %i, align 4, !tbaa !9
  %28 = load i32, i32* %n.addr, align 4, !tbaa !9
  %mul15 = mul nsw i32 %27, %28
  %29 = load i32, i32* %j, align 4, !tbaa !9
  %add16 = add nsw i32 %mul15, %29
  %idxprom17 = sext i32 %add16 to i64
  %arrayidx18 = getelementptr inbounds double, double* %26, i64 %idxprom17
  store double %25, double* %arrayidx18, align 8, !tbaa !21
  %30 = bitcast double* %s to i8*
  call void @llvm.lifetime.end.p0i8(i64 8, i8* %30) #2
  br label %for.inc19

for.inc19:                                        ; preds = %for.end
  %31 = load i32, i32* %j, align 4, !tbaa !9
  %inc20 = add nsw i32 %31, 1
  store i32 %inc20, i32* %j, align 4, !tbaa !9
  br label %for.cond1, !llvm.loop !36

for.end21:                                        ; preds = %for.cond.cleanup3
  br label %for.inc22

for.inc22:                                        ; preds = %for.end21
  %32 = load i32, i32* %i, align 4, !tbaa !9
  %inc23 = add nsw i32 %32, 1
  store i32 %inc23, i32* %i, align 4, !tbaa !9
  br label %for.cond, !llvm.loop !37

for.end24:                                        ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @lu(double* noundef %a, i32 noundef %n) #0 {
entry:
  %a.addr = alloca double*, align 8
  %n.addr = alloca i32, align 4
  %k = alloca i32, align 4
  %cleanup.dest.slot = alloca i32, align 4
  %i = alloca i32, align 4
  %j = alloca i32, align 4
  store double* %a, double** %a.addr, align 8, !tbaa !5
  store i32 %n, i32* %n.addr, align 4, !tbaa !9
  %0 = bitcast i32* %k to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 0, i32* %k, align 4, !tbaa !9
  br label %for.cond

for.cond:                                         ; preds = %for.inc23, %entry
  %1 = load i32, i32* %k, align 4, !tbaa !9
  %2 = load i32, i32* %n.addr, align 4, !tbaa !9
  %cmp = icmp slt i32 %1, %2
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  store i32 2, i32* %cleanup.dest.slot, align 4
  %3 = bitcast i32* %k to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end25

for.body:                                         ; preds = %for.cond
  %4 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %4) #2
  %5 = load i32, i32* %k, align 4, !tbaa !9
  %add = add nsw i32 %5, 1
  store i32 %add, i32* %i, align 4, !tbaa !9
  br label %for.cond1

for.cond1:                                        ; preds = %for.inc20, %for.body
  %6 = load i32, i32* %i, align 4, !tbaa !9
  %7 = load i32, i32* %n.addr, align 4, !tbaa !9
  %cmp2 = icmp slt i32 %6, %7
  br i1 %cmp2, label %for.body4, label %for.cond.cleanup3

for.cond.cleanup3:                                ; preds = %for.cond1
  store i32 5, i32* %cleanup.dest.slot, align 4
  %8 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %8) #2
  br label %for.end22

for.body4:                                        ; preds = %for.cond1
  %9 = bitcast i32* %j to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %9) #2
  %10 = load i32, i32* %k, align 4, !tbaa !9
  %add5 = add nsw i32 %10, 1
  store i32 %add5, i32* %j, align 4, !tbaa !9
  br label %for.cond6

for.cond6:                                        ; preds = %for.inc, %for.body4
  %11 = load i32, i32* %j, align 4, !tbaa !9
  %12 = load i32, i32* %n.addr, align 4, !tbaa !9
  %cmp7 = icmp slt i32 %11, %12
  br i1 %cmp7, label %for.body9, label %for.cond.cleanup8

for.cond.cleanup8:                                ; preds = %for.cond6
  store i32 8, i32* %cleanup.dest.slot, align 4
  %13 = bitcast i32* %j to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %13) #2
  br label %for.end

for.body9:                                        ; preds = %for.cond6
  %14 = load double*, double** %a.addr, align 8, !tbaa !5
  %15 = load i32, i32* %i, align 4, !tbaa !9
  %16 = load i32, i32* %n.addr, align 4, !tbaa !9
  %mul = mul nsw i32 %15, %16
  %17 = load i32, i32* %k, align 4, !tbaa !9
  %add10 = add nsw i32 %mul, %17
  %idxprom = sext i32 %add10 to i64
  %arrayidx = getelementptr inbounds double, double* %14, i64 %idxprom
  %18 = load double, double* %arrayidx, align 8, !tbaa !21
  %19 = load double*, double** %a.addr, align 8, !tbaa !5
  %20 = load i32, i32* %k, align 4, !tbaa !9
  %21 = load i32, i32* %n.addr, align 4, !tbaa !9
  %mul11 = mul nsw i32 %20, %21
  %22 = load i32, i32* %j, align 4, !tbaa !9
  %add12 = add nsw i32 %mul11, %22
  %idxprom13 = sext i32 %add12 to i64
  %arrayidx14 = getelementptr inbounds double, double* %19, i64 %idxprom13
  %23 = load double, double* %arrayidx14, align 8, !tbaa !21
  %mul15 = fmul double %18, %23
  %24 = load double*, double** %a.addr, align 8, !tbaa !5
  %25 = load i32, i32* %i, align 4, !tbaa !9
  %26 = load i32, i32* %n.addr, align 4, !tbaa !9
  %mul16 = mul nsw i32 %25, %26
  %27 = load i32, i32* %j, align 4, !tbaa !9
  %add17 = add nsw i32 %mul16, %27
  %idxprom18 = sext i32 %add17 to i64
  %arrayidx19 = getelementptr inbounds double, double* %24, i64 %idxprom18
  %28 = load double, double* %arrayidx19, align 8, !tbaa !21
  %sub = fsub double %28, %mul15
  store double %sub, double* %arrayidx19, align 8, !tbaa !21
  br label %for.inc

for.inc:                                          ; preds = %for.body9
  %29 = load i32, i32* %j, align 4, !tbaa !9
  %inc = add nsw i32 %29, 1
  store i32 %inc, i32* %j, align 4, !tbaa !9
  br label %for.cond6, !llvm.loop !38

for.end:                                          ; preds = %for.cond.cleanup8
  br label %for.inc20

for.inc20:                                        ; preds = %for.end
  %30 = load i32, i32* %i, align 4, !tbaa !9
  %inc21 = add nsw i32 %30, 1
  store i32 %inc21, i32* %i, align 4, !tbaa !9
  br label %for.cond1, !llvm.loop !39

for.end22:                                        ; preds = %for.cond.cleanup3
  br label %for.inc23

for.inc23:                                        ; preds = %for.end22
  %31 = load i32, i32* %k, align 4, !tbaa !9
  %inc24 = add nsw i32 %31, 1
  store i32 %inc24, i32* %k, align 4, !tbaa !9
  br label %for.cond, !llvm.loop !40

for.end25:                                        ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @fdtd(double* noalias noundef %ey, double* noalias noundef %hz, i32 noundef %n, i32 noundef %m) #0 {
entry:
  %ey.addr = alloca double*, align 8
  %hz.addr = alloca double*, align 8
  %n.addr = alloca i32, align 4
  %m.addr = alloca i32, align 4
  %i = alloca i32, align 4
  %cleanup.dest.slot = alloca i32, align 4
  %j = alloca i32, align 4
  store double* %ey, double** %ey.addr, align 8, !tbaa !5
  store double* %hz, double** %hz.addr, align 8, !tbaa !5
  store i32 %n, i32* %n.addr, align 4, !tbaa !9
  store i32 %m, i32* %m.addr, align 4, !tbaa !9
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 1, i32* %i, align 4, !tbaa !9
  br label %for.cond

for.cond:                                         ; preds = %for.inc16, %entry
  %1 = load i32, i32* %i, align 4, !tbaa !9
  %2 = load i32, i32* %n.addr, align 4, !tbaa !9
  %cmp = icmp slt i32 %1, %2
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  store i32 2, i32* %cleanup.dest.slot, align 4
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end18

for.body:                                         ; preds = %for.cond
  %4 = bitcast i32* %j to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %4) #2
  store i32 0, i32* %j, align 4, !tbaa !9
  br label %for.cond1

for.cond1:                                        ; preds = %for.inc, %for.body
  %5 = load i32, i32* %j, align 4, !tbaa !9
  %6 = load i32, i32* %m.addr, align 4, !tbaa !9
  %cmp2 = icmp slt i32 %5, %6
  br i1 %cmp2, label %for.body4, label %for.cond.cleanup3

for.cond.cleanup3:                                ; preds = %for.cond1
  store i32 5, i32* %cleanup.dest.slot, align 4
  %7 = bitcast i32* %j to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %7) #2
  br label %for.end

for.body4:                                        ; preds = %for.cond1
  %8 = load double*, double** %hz.addr, align 8, !tbaa !5
  %9 = load i32, i32* %i, align 4, !tbaa !9
  %10 = load i32, i32* %m.addr, align 4, !tbaa !9
  %mul = mul nsw i32 %9, %10
  %11 = load i32, i32* %j, align 4, !tbaa !9
  %add = add nsw i32 %mul, %11
  %idxprom = sext i32 %add to i64
  %arrayidx = getelementptr inbounds double, double* %8, i64 %idxprom
  %12 = load double, double* %arrayidx, align 8, !tbaa !21
  %13 = load double*, double** %hz.addr, align 8, !tbaa !5
  %14 = load i32, i32* %i, align 4, !tbaa !9
  %sub = sub nsw i32 %14, 1
  %15 = load i32, i32* %m.addr, align 4, !tbaa !9
  %mul5 = mul nsw i32 %sub, %15
  %16 = load i32, i32* %j, align 4, !tbaa !9
  %add6 = add nsw i32 %mul5, %16
  %idxprom7 = sext i32 %add6 to i64
  %arrayidx8 = getelementptr inbounds double, double* %13, i64 %idxprom7
  %17 = load double, double* %arrayidx8, align 8, !tbaa !21
  %sub9 = fsub double %12, %17
  %mul10 = fmul double 5.000000e-01, %sub9
  %18 = load double*, double** %ey.addr, align 8, !tbaa !5
  %19 = load i32, i32* %i, align 4, !tbaa !9
  %20 = load i32, i32* %m.addr, align 4, !tbaa !9
  %mul11 = mul nsw i32 %19, %20
  %21 = load i32, i32* %j, align 4, !tbaa !9
  %add12 = add nsw i32 %mul11, %21
  %idxprom13 = sext i32 %add12 to i64
  %arrayidx14 = getelementptr inbounds double, double* %18, i64 %idxprom13
  %22 = load double, double* %arrayidx14, align 8, !tbaa !21
  %sub15 = fsub double %22, %mul10
  store double %sub15, double* %arrayidx14, align 8, !tbaa !21
  br label %for.inc

for.inc:                                          ; preds = %for.body4
  %23 = load i32, i32* %j, align 4, !tbaa !9
  %inc = add nsw i32 %23, 1
  store i32 %inc, i32* %j, align 4, !tbaa !9
  br label %for.cond1, !llvm.loop !41

for.end:                                          ; preds = %for.cond.cleanup3
  br label %for.inc16

for.inc16:                                        ; preds = %for.end
  %24 = load i32, i32* %i, align 4, !tbaa !9
  %inc17 = add nsw i32 %24, 1
  store i32 %inc17, i32* %i, align 4, !tbaa !9
  br label %for.cond, !llvm.loop !42

for.end18:                                        ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local i32 @median3(i32* noalias noundef %o, i32* noalias noundef %a, i32 noundef %n) #0 {
entry:
  %o.addr = alloca i32*, align 8
  %a.addr = alloca i32*, align 8
  %n.addr = alloca i32, align 4
  %i = alloca i32, align 4
  %x = alloca i32, align 4
  %y = alloca i32, align 4
  %z = alloca i32, align 4
  %lo = alloca i32, align 4
  %hi = alloca i32, align 4
  store i32* %o, i32** %o.addr, align 8, !tbaa !5
  store i32* %a, i32** %a.addr, align 8, !tbaa !5
  store i32 %n, i32* %n.addr, align 4, !tbaa !9
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 1, i32* %i, align 4, !tbaa !9
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load i32, i32* %i, align 4, !tbaa !9
  %2 = load i32, i32* %n.addr, align 4, !tbaa !9
  %sub = sub nsw i32 %2, 1
  %cmp = icmp slt i32 %1, %sub
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %4 = bitcast i32* %x to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %4) #2
  %5 = load i32*, i32** %a.addr, align 8, !tbaa !5
  %6 = load i32, i32* %i, align 4, !tbaa !9
  %sub1 = sub nsw i32 %6, 1
  %idxprom = sext i32 %sub1 to i64
  %arrayidx = getelementptr inbounds i32, i32* %5, i64 %idxprom
  %7 = load i32, i32* %arrayidx, align 4, !tbaa !9
  store i32 %7, i32* %x, align 4, !tbaa !9
  %8 = bitcast i32* %y to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %8) #2
  %9 = load i32*, i32** %a.addr, align 8, !tbaa !5
  %10 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom2 = sext i32 %10 to i64
  %arrayidx3 = getelementptr inbounds i32, i32* %9, i64 %idxprom2
  %11 = load i32, i32* %arrayidx3, align 4, !tbaa !9
  store i32 %11, i32* %y, align 4, !tbaa !9
  %12 = bitcast i32* %z to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %12) #2
  %13 = load i32*, i32** %a.addr, align 8, !tbaa !5
  %14 = load i32, i32* %i, align 4, !tbaa !9
  %add = add nsw i32 %14, 1
  %idxprom4 = sext i32 %add to i64
  %arrayidx5 = getelementptr inbounds i32, i32* %13, i64 %idxprom4
  %15 = load i32, i32* %arrayidx5, align 4, !tbaa !9
  store i32 %15, i32* %z, align 4, !tbaa !9
  %16 = bitcast i32* %lo to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %16) #2
  %17 = load i32, i32* %x, align 4, !tbaa !9
  %18 = load i32, i32* %y, align 4, !tbaa !9
  %cmp6 = icmp slt i32 %17, %18
  br i1 %cmp6, label %cond.true, label %cond.false

cond.true:                                        ; preds = %for.body
  %19 = load i32, i32* %x, align 4, !tbaa !9
  br label %cond.end

cond.false:                                       ; preds = %for.body
  %20 = load i32, i32* %y, align 4, !tbaa !9
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ %19, %cond.true ], [ %20, %cond.false ]
  store i32 %cond, i32* %lo, align 4, !tbaa !9
  %21 = bitcast i32* %hi to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %21) #2
  %22 = load i32, i32* %x, align 4, !tbaa !9
  %23 = load i32, i32* %y, align 4, !tbaa !9
  %cmp7 = icmp slt i32 %22, %23
  br i1 %cmp7, label %cond.true8, label %cond.false9

cond.true8:                                       ; preds = %cond.end
  %24 = load i32, i32* %y, align 4, !tbaa !9
  br label %cond.end10

cond.false9:                                      ; preds = %cond.end
  %25 = load i32, i32* %x, align 4, !tbaa !9
  br label %cond.end10

cond.end10:                                       ; preds = %cond.false9, %cond.true8
  %cond11 = phi i32 [ %24, %cond.true8 ], [ %25, %cond.false9 ]
  store i32 %cond11, i32* %hi, align 4, !tbaa !9
  %26 = load i32, i32* %z, align 4, !tbaa !9
  %27 = load i32, i32* %lo, align 4, !tbaa !9
  %cmp12 = icmp slt i32 %26, %27
  br i1 %cmp12, label %cond.true13, label %cond.false14

cond.true13:                                      ; preds = %cond.end10
  %28 = load i32, i32* %lo, align 4, !tbaa !9
  br label %cond.end20

cond.false14:                                     ; preds = %cond.end10
  %29 = load i32, i32* %z, align 4, !tbaa !9
  %30 = load i32, i32* %hi, align 4, !tbaa !9
  %cmp15 = icmp sgt i32 %29, %30
  br i1 %cmp15, label %cond.true16, label %cond.false17

cond.true16:                                      ; preds = %cond.false14
  %31 = load i32, i32* %hi, align 4, !tbaa !9
  br label %cond.end18

cond.false17:                                     ; preds = %cond.false14
  %32 = load i32, i32* %z, align 4, !tbaa !9
  br label %cond.end18

cond.end18:                                       ; preds = %cond.false17, %cond.true16
  %cond19 = phi i32 [ %31, %cond.true16 ], [ %32, %cond.false17 ]
  br label %cond.end20

cond.end20:                                       ; preds = %cond.end18, %cond.true13
  %cond21 = phi i32 [ %28, %cond.true13 ], [ %cond19, %cond.end18 ]
  %33 = load i32*, i32** %o.addr, align 8, !tbaa !5
  %34 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom22 = sext i32 %34 to i64
  %arrayidx23 = getelementptr inbounds i32, i32* %33, i64 %idxprom22
  store i32 %cond21, i32* %arrayidx23, align 4, !tbaa !9
  %35 = bitcast i32* %hi to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %35) #2
  %36 = bitcast i32* %lo to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %36) #2
  %37 = bitcast i32* %z to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %37) #2
  %38 = bitcast i32* %y to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %38) #2
  %39 = bitcast i32* %x to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %39) #2
  br label %for.inc

for.inc:                                          ; preds = %cond.end20
  %40 = load i32, i32* %i, align 4, !tbaa !9
  %inc = add nsw i32 %40, 1
  store i32 %inc, i32* %i, align 4, !tbaa !9
  br label %for.cond, !llvm.loop !43

for.end:                                          ; preds = %for.cond.cleanup
  ret i32 0
}

; Function Attrs: nounwind uwtable
define dso_local i32 @sad(i8* noundef %a, i8* noundef %b, i32 noundef %n) #0 {
entry:
  %a.addr = alloca i8*, align 8
  %b.addr = alloca i8*, align 8
  %n.addr = alloca i32, align 4
  %s = alloca i32, align 4
  %i = alloca i32, align 4
  %d = alloca i32, align 4
  store i8* %a, i8** %a.addr, align 8, !tbaa !5
  store i8* %b, i8** %b.addr, align 8, !tbaa !5
  store i32 %n, i32* %n.addr, align 4, !tbaa !9
  %0 = bitcast i32* %s to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 0, i32* %s, align 4, !tbaa !9
  %1 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %1) #2
  store i32 0, i32* %i, align 4, !tbaa !9
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i32, i32* %i, align 4, !tbaa !9
  %3 = load i32, i32* %n.addr, align 4, !tbaa !9
  %cmp = icmp slt i32 %2, %3
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %4 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %4) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %5 = bitcast i32* %d to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %5) #2
  %6 = load i8*, i8** %a.addr, align 8, !tbaa !5
  %7 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom = sext i32 %7 to i64
  %arrayidx = getelementptr inbounds i8, i8* %6, i64 %idxprom
  %8 = load i8, i8* %arrayidx, align 1, !tbaa !18
  %conv = zext i8 %8 to i32
  %9 = load i8*, i8** %b.addr, align 8, !tbaa !5
  %10 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom1 = sext i32 %10 to i64
  %arrayidx2 = getelementptr inbounds i8, i8* %9, i64 %idxprom1
  %11 = load i8, i8* %arrayidx2, align 1, !tbaa !18
  %conv3 = zext i8 %11 to i32
  %sub = sub nsw i32 %conv, %conv3
  store i32 %sub, i32* %d, align 4, !tbaa !9
  %12 = load i32, i32* %d, align 4, !tbaa !9
  %cmp4 = icmp slt i32 %12, 0
  br i1 %cmp4, label %cond.true, label %cond.false

cond.true:                                        ; preds = %for.body
  %13 = load i32, i32* %d, align 4, !tbaa !9
  %sub6 = sub nsw i32 0, %13
  br label %cond.end

cond.false:                                       ; preds = %for.body
  %14 = load i32, i32* %d, align 4, !tbaa !9
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ %sub6, %cond.true ], [ %14, %cond.false ]
  %15 = load i32, i32* %s, align 4, !tbaa !9
  %add = add nsw i32 %15, %cond
  store i32 %add, i32* %s, align 4, !tbaa !9
  %16 = bitcast i32* %d to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %16) #2
  br label %for.inc

for.inc:                                          ; preds = %cond.end
  %17 = load i32, i32* %i, align 4, !tbaa !9
  %inc = add nsw i32 %17, 1
  store i32 %inc, i32* %i, align 4, !tbaa !9
  br label %for.cond, !llvm.loop !44

for.end:                                          ; preds = %for.cond.cleanup
  %18 = load i32, i32* %s, align 4, !tbaa !9
  %19 = bitcast i32* %s to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %19) #2
  ret i32 %18
}

; Function Attrs: nounwind uwtable
define dso_local void @iir(float* noalias noundef %y, float* noalias noundef %x, i32 noundef %n, float noundef %a, float noundef %b) #0 {
entry:
  %y.addr = alloca float*, align 8
  %x.addr = alloca float*, align 8
  %n.addr = alloca i32, align 4
  %a.addr = alloca float, align 4
  %b.addr = alloca float, align 4
  %i = alloca i32, align 4
  store float* %y, float** %y.addr, align 8, !tbaa !5
  store float* %x, float** %x.addr, align 8, !tbaa !5
  store i32 %n, i32* %n.addr, align 4, !tbaa !9
  store float %a, float* %a.addr, align 4, !tbaa !45
  store float %b, float* %b.addr, align 4, !tbaa !45
  %0 = load float*, float** %x.addr, align 8, !tbaa !5
  %arrayidx = getelementptr inbounds float, float* %0, i64 0
  %1 = load float, float* %arrayidx, align 4, !tbaa !45
  %2 = load float*, float** %y.addr, align 8, !tbaa !5
  %arrayidx1 = getelementptr inbounds float, float* %2, i64 0
  store float %1, float* %arrayidx1, align 4, !tbaa !45
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %3) #2
  store i32 1, i32* %i, align 4, !tbaa !9
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %4 = load i32, i32* %i, align 4, !tbaa !9
  %5 = load i32, i32* %n.addr, align 4, !tbaa !9
  %cmp = icmp slt i32 %4, %5
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %6 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %6) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %7 = load float, float* %a.addr, align 4, !tbaa !45
  %8 = load float*, float** %x.addr, align 8, !tbaa !5
  %9 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom = sext i32 %9 to i64
  %arrayidx2 = getelementptr inbounds float, float* %8, i64 %idxprom
  %10 = load float, float* %arrayidx2, align 4, !tbaa !45
  %mul = fmul float %7, %10
  %11 = load float, float* %b.addr, align 4, !tbaa !45
  %12 = load float*, float** %y.addr, align 8, !tbaa !5
  %13 = load i32, i32* %i, align 4, !tbaa !9
  %sub = sub nsw i32 %13, 1
  %idxprom3 = sext i32 %sub to i64
  %arrayidx4 = getelementptr inbounds float, float* %12, i64 %idxprom3
  %14 = load float, float* %arrayidx4, align 4, !tbaa !45
  %mul5 = fmul float %11, %14
  %add = fadd float %mul, %mul5
  %15 = load float*, float** %y.addr, align 8, !tbaa !5
  %16 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom6 = sext i32 %16 to i64
  %arrayidx7 = getelementptr inbounds float, float* %15, i64 %idxprom6
  store float %add, float* %arrayidx7, align 4, !tbaa !45
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %17 = load i32, i32* %i, align 4, !tbaa !9
  %inc = add nsw i32 %17, 1
  store i32 %inc, i32* %i, align 4, !tbaa !9
  br label %for.cond, !llvm.loop !47

for.end:                                          ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @biquad(float* noalias noundef %y, float* noalias noundef %x, i32 noundef %n, float* noalias noundef %c) #0 {
entry:
  %y.addr = alloca float*, align 8
  %x.addr = alloca float*, align 8
  %n.addr = alloca i32, align 4
  %c.addr = alloca float*, align 8
  %i = alloca i32, align 4
  store float* %y, float** %y.addr, align 8, !tbaa !5
  store float* %x, float** %x.addr, align 8, !tbaa !5
  store i32 %n, i32* %n.addr, align 4, !tbaa !9
  store float* %c, float** %c.addr, align 8, !tbaa !5
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 2, i32* %i, align 4, !tbaa !9
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load i32, i32* %i, align 4, !tbaa !9
  %2 = load i32, i32* %n.addr, align 4, !tbaa !9
  %cmp = icmp slt i32 %1, %2
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load float*, float** %c.addr, align 8, !tbaa !5
  %arrayidx = getelementptr inbounds float, float* %4, i64 0
  %5 = load float, float* %arrayidx, align 4, !tbaa !45
  %6 = load float*, float** %x.addr, align 8, !tbaa !5
  %7 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom = sext i32 %7 to i64
  %arrayidx1 = getelementptr inbounds float, float* %6, i64 %idxprom
  %8 = load float, float* %arrayidx1, align 4, !tbaa !45
  %mul = fmul float %5, %8
  %9 = load float*, float** %c.addr, align 8, !tbaa !5
  %arrayidx2 = getelementptr inbounds float, float* %9, i64 1
  %10 = load float, float* %arrayidx2, align 4, !tbaa !45
  %11 = load float*, float** %x.addr, align 8, !tbaa !5
  %12 = load i32, i32* %i, align 4, !tbaa !9
  %sub = sub nsw i32 %12, 1
  %idxprom3 = sext i32 %sub to i64
  %arrayidx4 = getelementptr inbounds float, float* %11, i64 %idxprom3
  %13 = load float, float* %arrayidx4, align 4, !tbaa !45
  %mul5 = fmul float %10, %13
  %add = fadd float %mul, %mul5
  %14 = load float*, float** %c.addr, align 8, !tbaa !5
  %arrayidx6 = getelementptr inbounds float, float* %14, i64 2
  %15 = load float, float* %arrayidx6, align 4, !tbaa !45
  %16 = load float*, float** %x.addr, align 8, !tbaa !5
  %17 = load i32, i32* %i, align 4, !tbaa !9
  %sub7 = sub nsw i32 %17, 2
  %idxprom8 = sext i32 %sub7 to i64
  %arrayidx9 = getelementptr inbounds float, float* %16, i64 %idxprom8
  %18 = load float, float* %arrayidx9, align 4, !tbaa !45
  %mul10 = fmul float %15, %18
  %add11 = fadd float %add, %mul10
  %19 = load float*, float** %c.addr, align 8, !tbaa !5
  %arrayidx12 = getelementptr inbounds float, float* %19, i64 3
  %20 = load float, float* %arrayidx12, align 4, !tbaa !45
  %21 = load float*, float** %y.addr, align 8, !tbaa !5
  %22 = load i32, i32* %i, align 4, !tbaa !9
  %sub13 = sub nsw i32 %22, 1
  %idxprom14 = sext i32 %sub13 to i64
  %arrayidx15 = getelementptr inbounds float, float* %21, i64 %idxprom14
  %23 = load float, float* %arrayidx15, align 4, !tbaa !45
  %mul16 = fmul float %20, %23
  %sub17 = fsub float %add11, %mul16
  %24 = load float*, float** %c.addr, align 8, !tbaa !5
  %arrayidx18 = getelementptr inbounds float, float* %24, i64 4
  %25 = load float, float* %arrayidx18, align 4, !tbaa !45
  %26 = load float*, float** %y.addr, align 8, !tbaa !5
  %27 = load i32, i32* %i, align 4, !tbaa !9
  %sub19 = sub nsw i32 %27, 2
  %idxprom20 = sext i32 %sub19 to i64
  %arrayidx21 = getelementptr inbounds float, float* %26, i64 %idxprom20
  %28 = load float, float* %arrayidx21, align 4, !tbaa !45
  %mul22 = fmul float %25, %28
  %sub23 = fsub float %sub17, %mul22
  %29 = load float*, float** %y.addr, align 8, !tbaa !5
  %30 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom24 = sext i32 %30 to i64
  %arrayidx25 = getelementptr inbounds float, float* %29, i64 %idxprom24
  store float %sub23, float* %arrayidx25, align 4, !tbaa !45
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %31 = load i32, i32* %i, align 4, !tbaa !9
  %inc = add nsw i32 %31, 1
  store i32 %inc, i32* %i, align 4, !tbaa !9
  br label %for.cond, !llvm.loop !48

for.end:                                          ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local i32 @adler(i8* noundef %p, i32 noundef %n) #0 {
entry:
  %p.addr = alloca i8*, align 8
  %n.addr = alloca i32, align 4
  %a = alloca i32, align 4
  %b = alloca i32, align 4
  %i = alloca i32, align 4
  store i8* %p, i8** %p.addr, align 8, !tbaa !5
  store i32 %n, i32* %n.addr, align 4, !tbaa !9
  %0 = bitcast i32* %a to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 1, i32* %a, align 4, !tbaa !9
  %1 = bitcast i32* %b to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %1) #2
  store i32 0, i32* %b, align 4, !tbaa !9
  %2 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %2) #2
  store i32 0, i32* %i, align 4, !tbaa !9
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %3 = load i32, i32* %i, align 4, !tbaa !9
  %4 = load i32, i32* %n.addr, align 4, !tbaa !9
  %cmp = icmp slt i32 %3, %4
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %5 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %5) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %6 = load i8*, i8** %p.addr, align 8, !tbaa !5
  %7 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom = sext i32 %7 to i64
  %arrayidx = getelementptr inbounds i8, i8* %6, i64 %idxprom
  %8 = load i8, i8* %arrayidx, align 1, !tbaa !18
  %conv = zext i8 %8 to i32
  %9 = load i32, i32* %a, align 4, !tbaa !9
  %add = add i32 %9, %conv
  store i32 %add, i32* %a, align 4, !tbaa !9
  %10 = load i32, i32* %a, align 4, !tbaa !9
  %11 = load i32, i32* %b, align 4, !tbaa !9
  %add1 = add i32 %11, %10
  store i32 %add1, i32* %b, align 4, !tbaa !9
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %12 = load i32, i32* %i, align 4, !tbaa !9
  %inc = add nsw i32 %12, 1
  store i32 %inc, i32* %i, align 4, !tbaa !9
  br label %for.cond, !llvm.loop !49

for.end:                                          ; preds = %for.cond.cleanup
  %13 = load i32, i32* %b, align 4, !tbaa !9
  %shl = shl i32 %13, 16
  %14 = load i32, i32* %a, align 4, !tbaa !9
  %and = and i32 %14, 65535
  %or = or i32 %shl, %and
  %15 = bitcast i32* %b to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %15) #2
  %16 = bitcast i32* %a to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %16) #2
  ret i32 %or
}

; Function Attrs: nounwind uwtable
define dso_local i32 @crc(i8* noundef %p, i32 noundef %n) #0 {
entry:
  %p.addr = alloca i8*, align 8
  %n.addr = alloca i32, align 4
  %c = alloca i32, align 4
  %i = alloca i32, align 4
  %cleanup.dest.slot = alloca i32, align 4
  %k = alloca i32, align 4
  store i8* %p, i8** %p.addr, align 8, !tbaa !5
  store i32 %n, i32* %n.addr, align 4, !tbaa !9
  %0 = bitcast i32* %c to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 -1, i32* %c, align 4, !tbaa !9
  %1 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %1) #2
  store i32 0, i32* %i, align 4, !tbaa !9
  br label %for.cond

for.cond:                                         ; preds = %for.inc8, %entry
  %2 = load i32, i32* %i, align 4, !tbaa !9
  %3 = load i32, i32* %n.addr, align 4, !tbaa !9
  %cmp = icmp slt i32 %2, %3
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  store i32 2, i32* %cleanup.dest.slot, align 4
  %4 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %4) #2
  br label %for.end10

for.body:                                         ; preds = %for.cond
  %5 = load i8*, i8** %p.addr, align 8, !tbaa !5
  %6 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom = sext i32 %6 to i64
  %arrayidx = getelementptr inbounds i8, i8* %5, i64 %idxprom
  %7 = load i8, i8* %arrayidx, align 1, !tbaa !18
  %conv = zext i8 %7 to i32
  %8 = load i32, i32* %c, align 4, !tbaa !9
  %xor = xor i32 %8, %conv
  store i32 %xor, i32* %c, align 4, !tbaa !9
  %9 = bitcast i32* %k to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %9) #2
  store i32 0, i32* %k, align 4, !tbaa !9
  br label %for.cond1

for.cond1:                                        ; preds = %for.inc, %for.body
  %10 = load i32, i32* %k, align 4, !tbaa !9
  %cmp2 = icmp slt i32 %10, 8
  br i1 %cmp2, label %for.body5, label %for.cond.cleanup4

for.cond.cleanup4:                                ; preds = %for.cond1
  store i32 5, i32* %cleanup.dest.slot, align 4
  %11 = bitcast i32* %k to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %11) #2
  br label %for.end

for.body5:                                        ; preds = %for.cond1
  %12 = load i32, i32* %c, align 4, !tbaa !9
  %and = and i32 %12, 1
  %tobool = icmp ne i32 %and, 0
  br i1 %tobool, label %cond.true, label %cond.false

cond.true:                                        ; preds = %for.body5
  %13 = load i32, i32* %c, align 4, !tbaa !9
  %shr = lshr i32 %13, 1
  %xor6 = xor i32 %shr, -306674912
  br label %cond.end

cond.false:                                       ; preds = %for.body5
  %14 = load i32, i32* %c, align 4, !tbaa !9
  %shr7 = lshr i32 %14, 1
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ %xor6, %cond.true ], [ %shr7, %cond.false ]
  store i32 %cond, i32* %c, align 4, !tbaa !9
  br label %for.inc

for.inc:                                          ; preds = %cond.end
  %15 = load i32, i32* %k, align 4, !tbaa !9
  %inc = add nsw i32 %15, 1
  store i32 %inc, i32* %k, align 4, !tbaa !9
  br label %for.cond1, !llvm.loop !50

for.end:                                          ; preds = %for.cond.cleanup4
  br label %for.inc8

for.inc8:                                         ; preds = %for.end
  %16 = load i32, i32* %i, align 4, !tbaa !9
  %inc9 = add nsw i32 %16, 1
  store i32 %inc9, i32* %i, align 4, !tbaa !9
  br label %for.cond, !llvm.loop !51

for.end10:                                        ; preds = %for.cond.cleanup
  %17 = load i32, i32* %c, align 4, !tbaa !9
  %neg = xor i32 %17, -1
  store i32 1, i32* %cleanup.dest.slot, align 4
  %18 = bitcast i32* %c to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %18) #2
  ret i32 %neg
}

; Function Attrs: nounwind uwtable
define dso_local i32 @sum3(i32* noundef %a, i32* noundef %b, i32* noundef %c, i32 noundef %n) #0 {
entry:
  %a.addr = alloca i32*, align 8
  %b.addr = alloca i32*, align 8
  %c.addr = alloca i32*, align 8
  %n.addr = alloca i32, align 4
  %s = alloca i32, align 4
  %i = alloca i32, align 4
  store i32* %a, i32** %a.addr, align 8, !tbaa !5
  store i32* %b, i32** %b.addr, align 8, !tbaa !5
  store i32* %c, i32** %c.addr, align 8, !tbaa !5
  store i32 %n, i32* %n.addr, align 4, !tbaa !9
  %0 = bitcast i32* %s to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 0, i32* %s, align 4, !tbaa !9
  %1 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %1) #2
  store i32 0, i32* %i, align 4, !tbaa !9
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i32, i32* %i, align 4, !tbaa !9
  %3 = load i32, i32* %n.addr, align 4, !tbaa !9
  %cmp = icmp slt i32 %2, %3
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %4 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %4) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %5 = load i32*, i32** %a.addr, align 8, !tbaa !5
  %6 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom = sext i32 %6 to i64
  %arrayidx = getelementptr inbounds i32, i32* %5, i64 %idxprom
  %7 = load i32, i32* %arrayidx, align 4, !tbaa !9
  %8 = load i32*, i32** %b.addr, align 8, !tbaa !5
  %9 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom1 = sext i32 %9 to i64
  %arrayidx2 = getelementptr inbounds i32, i32* %8, i64 %idxprom1
  %10 = load i32, i32* %arrayidx2, align 4, !tbaa !9
  %11 = load i32*, i32** %c.addr, align 8, !tbaa !5
  %12 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom3 = sext i32 %12 to i64
  %arrayidx4 = getelementptr inbounds i32, i32* %11, i64 %idxprom3
  %13 = load i32, i32* %arrayidx4, align 4, !tbaa !9
  %mul = mul nsw i32 %10, %13
  %add = add nsw i32 %7, %mul
  %14 = load i32, i32* %s, align 4, !tbaa !9
  %add5 = add nsw i32 %14, %add
  store i32 %add5, i32* %s, align 4, !tbaa !9
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %15 = load i32, i32* %i, align 4, !tbaa !9
  %inc = add nsw i32 %15, 1
  store i32 %inc, i32* %i, align 4, !tbaa !9
  br label %for.cond, !llvm.loop !52

for.end:                                          ; preds = %for.cond.cleanup
  %16 = load i32, i32* %s, align 4, !tbaa !9
  %17 = bitcast i32* %s to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %17) #2
  ret i32 %16
}

; Function Attrs: nounwind uwtable
define dso_local i32 @sum4(i32* noundef %a, i32* noundef %b, i32 noundef %n) #0 {
entry:
  %a.addr = alloca i32*, align 8
  %b.addr = alloca i32*, align 8
  %n.addr = alloca i32, align 4
  %s = alloca i32, align 4
  %i = alloca i32, align 4
  store i32* %a, i32** %a.addr, align 8, !tbaa !5
  store i32* %b, i32** %b.addr, align 8, !tbaa !5
  store i32 %n, i32* %n.addr, align 4, !tbaa !9
  %0 = bitcast i32* %s to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 0, i32* %s, align 4, !tbaa !9
  %1 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %1) #2
  store i32 0, i32* %i, align 4, !tbaa !9
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i32, i32* %i, align 4, !tbaa !9
  %3 = load i32, i32* %n.addr, align 4, !tbaa !9
  %cmp = icmp slt i32 %2, %3
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %4 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %4) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %5 = load i32, i32* %s, align 4, !tbaa !9
  %6 = load i32*, i32** %a.addr, align 8, !tbaa !5
  %7 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom = sext i32 %7 to i64
  %arrayidx = getelementptr inbounds i32, i32* %6, i64 %idxprom
  %8 = load i32, i32* %arrayidx, align 4, !tbaa !9
  %add = add nsw i32 %5, %8
  store i32 %add, i32* %s, align 4, !tbaa !9
  %9 = load i32, i32* %s, align 4, !tbaa !9
  %10 = load i32*, i32** %b.addr, align 8, !tbaa !5
  %11 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom1 = sext i32 %11 to i64
  %arrayidx2 = getelementptr inbounds i32, i32* %10, i64 %idxprom1
  %12 = load i32, i32* %arrayidx2, align 4, !tbaa !9
  %add3 = add nsw i32 %9, %12
  store i32 %add3, i32* %s, align 4, !tbaa !9
  %13 = load i32, i32* %s, align 4, !tbaa !9
  %14 = load i32, i32* %i, align 4, !tbaa !9
  %add4 = add nsw i32 %13, %14
  store i32 %add4, i32* %s, align 4, !tbaa !9
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %15 = load i32, i32* %i, align 4, !tbaa !9
  %inc = add nsw i32 %15, 1
  store i32 %inc, i32* %i, align 4, !tbaa !9
  br label %for.cond, !llvm.loop !53

for.end:                                          ; preds = %for.cond.cleanup
  %16 = load i32, i32* %s, align 4, !tbaa !9
  %17 = bitcast i32* %s to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %17) #2
  ret i32 %16
}

; Function Attrs: nounwind uwtable
define dso_local void @fft(i32* noundef %re, i32* noundef %im, i32* noundef %wr, i32* noundef %wi, i32 noundef %n, i32 noundef %half) #0 {
entry:
  %re.addr = alloca i32*, align 8
  %im.addr = alloca i32*, align 8
  %wr.addr = alloca i32*, align 8
  %wi.addr = alloca i32*, align 8
  %n.addr = alloca i32, align 4
  %half.addr = alloca i32, align 4
  %i = alloca i32, align 4
  %tr = alloca i32, align 4
  %ti = alloca i32, align 4
  store i32* %re, i32** %re.addr, align 8, !tbaa !5
  store i32* %im, i32** %im.addr, align 8, !tbaa !5
  store i32* %wr, i32** %wr.addr, align 8, !tbaa !5
  store i32* %wi, i32** %wi.addr, align 8, !tbaa !5
  store i32 %n, i32* %n.addr, align 4, !tbaa !9
  store i32 %half, i32* %half.addr, align 4, !tbaa !9
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 0, i32* %i, align 4, !tbaa !9
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load i32, i32* %i, align 4, !tbaa !9
  %2 = load i32, i32* %half.addr, align 4, !tbaa !9
  %cmp = icmp slt i32 %1, %2
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %4 = bitcast i32* %tr to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %4) #2
  %5 = load i32*, i32** %wr.addr, align 8, !tbaa !5
  %6 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom = sext i32 %6 to i64
  %arrayidx = getelementptr inbounds i32, i32* %5, i64 %idxprom
  %7 = load i32, i32* %arrayidx, align 4, !tbaa !9
  %8 = load i32*, i32** %re.addr, align 8, !tbaa !5
  %9 = load i32, i32* %i, align 4, !tbaa !9
  %10 = load i32, i32* %half.addr, align 4, !tbaa !9
  %add = add nsw i32 %9, %10
  %idxprom1 = sext i32 %add to i64
  %arrayidx2 = getelementptr inbounds i32, i32* %8, i64 %idxprom1
  %11 = load i32, i32* %arrayidx2, align 4, !tbaa !9
  %mul = mul nsw i32 %7, %11
  %12 = load i32*, i32** %wi.addr, align 8, !tbaa !5
  %13 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom3 = sext i32 %13 to i64
  %arrayidx4 = getelementptr inbounds i32, i32* %12, i64 %idxprom3
  %14 = load i32, i32* %arrayidx4, align 4, !tbaa !9
  %15 = load i32*, i32** %im.addr, align 8, !tbaa !5
  %16 = load i32, i32* %i, align 4, !tbaa !9
  %17 = load i32, i32* %half.addr, align 4, !tbaa !9
  %add5 = add nsw i32 %16, %17
  %idxprom6 = sext i32 %add5 to i64
  %arrayidx7 = getelementptr inbounds i32, i32* %15, i64 %idxprom6
  %18 = load i32, i32* %arrayidx7, align 4, !tbaa !9
  %mul8 = mul nsw i32 %14, %18
  %sub = sub nsw i32 %mul, %mul8
  store i32 %sub, i32* %tr, align 4, !tbaa !9
  %19 = bitcast i32* %ti to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %19) #2
  %20 = load i32*, i32** %wr.addr, align 8, !tbaa !5
  %21 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom9 = sext i32 %21 to i64
  %arrayidx10 = getelementptr inbounds i32, i32* %20, i64 %idxprom9
  %22 = load i32, i32* %arrayidx10, align 4, !tbaa !9
  %23 = load i32*, i32** %im.addr, align 8, !tbaa !5
  %24 = load i32, i32* %i, align 4, !tbaa !9
  %25 = load i32, i32* %half.addr, align 4, !tbaa !9
  %add11 = add nsw i32 %24, %25
  %idxprom12 = sext i32 %add11 to i64
  %arrayidx13 = getelementptr inbounds i32, i32* %23, i64 %idxprom12
  %26 = load i32, i32* %arrayidx13, align 4, !tbaa !9
  %mul14 = mul nsw i32 %22, %26
  %27 = load i32*, i32** %wi.addr, align 8, !tbaa !5
  %28 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom15 = sext i32 %28 to i64
  %arrayidx16 = getelementptr inbounds i32, i32* %27, i64 %idxprom15
  %29 = load i32, i32* %arrayidx16, align 4, !tbaa !9
  %30 = load i32*, i32** %re.addr, align 8, !tbaa !5
  %31 = load i32, i32* %i, align 4, !tbaa !9
  %32 = load i32, i32* %half.addr, align 4, !tbaa !9
  %add17 = add nsw i32 %31, %32
  %idxprom18 = sext i32 %add17 to i64
  %arrayidx19 = getelementptr inbounds i32, i32* %30, i64 %idxprom18
  %33 = load i32, i32* %arrayidx19, align 4, !tbaa !9
  %mul20 = mul nsw i32 %29, %33
  %add21 = add nsw i32 %mul14, %mul20
  store i32 %add21, i32* %ti, align 4, !tbaa !9
  %34 = load i32*, i32** %re.addr, align 8, !tbaa !5
  %35 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom22 = sext i32 %35 to i64
  %arrayidx23 = getelementptr inbounds i32, i32* %34, i64 %idxprom22
  %36 = load i32, i32* %arrayidx23, align 4, !tbaa !9
  %37 = load i32, i32* %tr, align 4, !tbaa !9
  %sub24 = sub nsw i32 %36, %37
  %38 = load i32*, i32** %re.addr, align 8, !tbaa !5
  %39 = load i32, i32* %i, align 4, !tbaa !9
  %40 = load i32, i32* %half.addr, align 4, !tbaa !9
  %add25 = add nsw i32 %39, %40
  %idxprom26 = sext i32 %add25 to i64
  %arrayidx27 = getelementptr inbounds i32, i32* %38, i64 %idxprom26
  store i32 %sub24, i32* %arrayidx27, align 4, !tbaa !9
  %41 = load i32*, i32** %im.addr, align 8, !tbaa !5
  %42 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom28 = sext i32 %42 to i64
  %arrayidx29 = getelementptr inbounds i32, i32* %41, i64 %idxprom28
  %43 = load i32, i32* %arrayidx29, align 4, !tbaa !9
  %44 = load i32, i32* %ti, align 4, !tbaa !9
  %sub30 = sub nsw i32 %43, %44
  %45 = load i32*, i32** %im.addr, align 8, !tbaa !5
  %46 = load i32, i32* %i, align 4, !tbaa !9
  %47 = load i32, i32* %half.addr, align 4, !tbaa !9
  %add31 = add nsw i32 %46, %47
  %idxprom32 = sext i32 %add31 to i64
  %arrayidx33 = getelementptr inbounds i32, i32* %45, i64 %idxprom32
  store i32 %sub30, i32* %arrayidx33, align 4, !tbaa !9
  %48 = load i32, i32* %tr, align 4, !tbaa !9
  %49 = load i32*, i32** %re.addr, align 8, !tbaa !5
  %50 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom34 = sext i32 %50 to i64
  %arrayidx35 = getelementptr inbounds i32, i32* %49, i64 %idxprom34
  %51 = load i32, i32* %arrayidx35, align 4, !tbaa !9
  %add36 = add nsw i32 %51, %48
  store i32 %add36, i32* %arrayidx35, align 4, !tbaa !9
  %52 = load i32, i32* %ti, align 4, !tbaa !9
  %53 = load i32*, i32** %im.addr, align 8, !tbaa !5
  %54 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom37 = sext i32 %54 to i64
  %arrayidx38 = getelementptr inbounds i32, i32* %53, i64 %idxprom37
  %55 = load i32, i32* %arrayidx38, align 4, !tbaa !9
  %add39 = add nsw i32 %55, %52
  store i32 %add39, i32* %arrayidx38, align 4, !tbaa !9
  %56 = bitcast i32* %ti to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %56) #2
  %57 = bitcast i32* %tr to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %57) #2
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %58 = load i32, i32* %i, align 4, !tbaa !9
  %inc = add nsw i32 %58, 1
  store i32 %inc, i32* %i, align 4, !tbaa !9
  br label %for.cond, !llvm.loop !54

for.end:                                          ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @inplace(i32* noundef %a, i32 noundef %n) #0 {
entry:
  %a.addr = alloca i32*, align 8
  %n.addr = alloca i32, align 4
  %i = alloca i32, align 4
  store i32* %a, i32** %a.addr, align 8, !tbaa !5
  store i32 %n, i32* %n.addr, align 4, !tbaa !9
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 1, i32* %i, align 4, !tbaa !9
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load i32, i32* %i, align 4, !tbaa !9
  %2 = load i32, i32* %n.addr, align 4, !tbaa !9
  %sub = sub nsw i32 %2, 1
  %cmp = icmp slt i32 %1, %sub
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load i32*, i32** %a.addr, align 8, !tbaa !5
  %5 = load i32, i32* %i, align 4, !tbaa !9
  %sub1 = sub nsw i32 %5, 1
  %idxprom = sext i32 %sub1 to i64
  %arrayidx = getelementptr inbounds i32, i32* %4, i64 %idxprom
  %6 = load i32, i32* %arrayidx, align 4, !tbaa !9
  %7 = load i32*, i32** %a.addr, align 8, !tbaa !5
  %8 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom2 = sext i32 %8 to i64
  %arrayidx3 = getelementptr inbounds i32, i32* %7, i64 %idxprom2
  %9 = load i32, i32* %arrayidx3, align 4, !tbaa !9
  %mul = mul nsw i32 2, %9
  %add = add nsw i32 %6, %mul
  %10 = load i32*, i32** %a.addr, align 8, !tbaa !5
  %11 = load i32, i32* %i, align 4, !tbaa !9
  %add4 = add nsw i32 %11, 1
  %idxprom5 = sext i32 %add4 to i64
  %arrayidx6 = getelementptr inbounds i32, i32* %10, i64 %idxprom5
  %12 = load i32, i32* %arrayidx6, align 4, !tbaa !9
  %add7 = add nsw i32 %add, %12
  %shr = ashr i32 %add7, 2
  %13 = load i32*, i32** %a.addr, align 8, !tbaa !5
  %14 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom8 = sext i32 %14 to i64
  %arrayidx9 = getelementptr inbounds i32, i32* %13, i64 %idxprom8
  store i32 %shr, i32* %arrayidx9, align 4, !tbaa !9
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %15 = load i32, i32* %i, align 4, !tbaa !9
  %inc = add nsw i32 %15, 1
  store i32 %inc, i32* %i, align 4, !tbaa !9
  br label %for.cond, !llvm.loop !55

for.end:                                          ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @wave(float* noalias noundef %n_, float* noalias noundef %c, float* noalias noundef %p, i32 noundef %n, float noundef %k) #0 {
entry:
  %n_.addr = alloca float*, align 8
  %c.addr = alloca float*, align 8
  %p.addr = alloca float*, align 8
  %n.addr = alloca i32, align 4
  %k.addr = alloca float, align 4
  %i = alloca i32, align 4
  store float* %n_, float** %n_.addr, align 8, !tbaa !5
  store float* %c, float** %c.addr, align 8, !tbaa !5
  store float* %p, float** %p.addr, align 8, !tbaa !5
  store i32 %n, i32* %n.addr, align 4, !tbaa !9
  store float %k, float* %k.addr, align 4, !tbaa !45
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 1, i32* %i, align 4, !tbaa !9
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load i32, i32* %i, align 4, !tbaa !9
  %2 = load i32, i32* %n.addr, align 4, !tbaa !9
  %sub = sub nsw i32 %2, 1
  %cmp = icmp slt i32 %1, %sub
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load float*, float** %c.addr, align 8, !tbaa !5
  %5 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom = sext i32 %5 to i64
  %arrayidx = getelementptr inbounds float, float* %4, i64 %idxprom
  %6 = load float, float* %arrayidx, align 4, !tbaa !45
  %mul = fmul float 2.000000e+00, %6
  %7 = load float*, float** %p.addr, align 8, !tbaa !5
  %8 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom1 = sext i32 %8 to i64
  %arrayidx2 = getelementptr inbounds float, float* %7, i64 %idxprom1
  %9 = load float, float* %arrayidx2, align 4, !tbaa !45
  %sub3 = fsub float %mul, %9
  %10 = load float, float* %k.addr, align 4, !tbaa !45
  %11 = load float*, float** %c.addr, align 8, !tbaa !5
  %12 = load i32, i32* %i, align 4, !tbaa !9
  %sub4 = sub nsw i32 %12, 1
  %idxprom5 = sext i32 %sub4 to i64
  %arrayidx6 = getelementptr inbounds float, float* %11, i64 %idxprom5
  %13 = load float, float* %arrayidx6, align 4, !tbaa !45
  %14 = load float*, float** %c.addr, align 8, !tbaa !5
  %15 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom7 = sext i32 %15 to i64
  %arrayidx8 = getelementptr inbounds float, float* %14, i64 %idxprom7
  %16 = load float, float* %arrayidx8, align 4, !tbaa !45
  %mul9 = fmul float 2.000000e+00, %16
  %sub10 = fsub float %13, %mul9
  %17 = load float*, float** %c.addr, align 8, !tbaa !5
  %18 = load i32, i32* %i, align 4, !tbaa !9
  %add = add nsw i32 %18, 1
  %idxprom11 = sext i32 %add to i64
  %arrayidx12 = getelementptr inbounds float, float* %17, i64 %idxprom11
  %19 = load float, float* %arrayidx12, align 4, !tbaa !45
  %add13 = fadd float %sub10, %19
  %mul14 = fmul float %10, %add13
  %add15 = fadd float %sub3, %mul14
  %20 = load float*, float** %n_.addr, align 8, !tbaa !5
  %21 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom16 = sext i32 %21 to i64
  %arrayidx17 = getelementptr inbounds float, float* %20, i64 %idxprom16
  store float %add15, float* %arrayidx17, align 4, !tbaa !45
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %22 = load i32, i32* %i, align 4, !tbaa !9
  %inc = add nsw i32 %22, 1
  store i32 %inc, i32* %i, align 4, !tbaa !9
  br label %for.cond, !llvm.loop !56

for.end:                                          ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @lut(i8* noalias noundef %o, i8* noalias noundef %i_, i8* noalias noundef %t, i32 noundef %n) #0 {
entry:
  %o.addr = alloca i8*, align 8
  %i_.addr = alloca i8*, align 8
  %t.addr = alloca i8*, align 8
  %n.addr = alloca i32, align 4
  %i = alloca i32, align 4
  store i8* %o, i8** %o.addr, align 8, !tbaa !5
  store i8* %i_, i8** %i_.addr, align 8, !tbaa !5
  store i8* %t, i8** %t.addr, align 8, !tbaa !5
  store i32 %n, i32* %n.addr, align 4, !tbaa !9
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 0, i32* %i, align 4, !tbaa !9
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load i32, i32* %i, align 4, !tbaa !9
  %2 = load i32, i32* %n.addr, align 4, !tbaa !9
  %cmp = icmp slt i32 %1, %2
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load i8*, i8** %t.addr, align 8, !tbaa !5
  %5 = load i8*, i8** %i_.addr, align 8, !tbaa !5
  %6 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom = sext i32 %6 to i64
  %arrayidx = getelementptr inbounds i8, i8* %5, i64 %idxprom
  %7 = load i8, i8* %arrayidx, align 1, !tbaa !18
  %idxprom1 = zext i8 %7 to i64
  %arrayidx2 = getelementptr inbounds i8, i8* %4, i64 %idxprom1
  %8 = load i8, i8* %arrayidx2, align 1, !tbaa !18
  %9 = load i8*, i8** %o.addr, align 8, !tbaa !5
  %10 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom3 = sext i32 %10 to i64
  %arrayidx4 = getelementptr inbounds i8, i8* %9, i64 %idxprom3
  store i8 %8, i8* %arrayidx4, align 1, !tbaa !18
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %11 = load i32, i32* %i, align 4, !tbaa !9
  %inc = add nsw i32 %11, 1
  store i32 %inc, i32* %i, align 4, !tbaa !9
  br label %for.cond, !llvm.loop !57

for.end:                                          ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @hist(i32* noundef %h, i8* noundef %p, i32 noundef %n) #0 {
entry:
  %h.addr = alloca i32*, align 8
  %p.addr = alloca i8*, align 8
  %n.addr = alloca i32, align 4
  %i = alloca i32, align 4
  store i32* %h, i32** %h.addr, align 8, !tbaa !5
  store i8* %p, i8** %p.addr, align 8, !tbaa !5
  store i32 %n, i32* %n.addr, align 4, !tbaa !9
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 0, i32* %i, align 4, !tbaa !9
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load i32, i32* %i, align 4, !tbaa !9
  %2 = load i32, i32* %n.addr, align 4, !tbaa !9
  %cmp = icmp slt i32 %1, %2
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load i32*, i32** %h.addr, align 8, !tbaa !5
  %5 = load i8*, i8** %p.addr, align 8, !tbaa !5
  %6 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom = sext i32 %6 to i64
  %arrayidx = getelementptr inbounds i8, i8* %5, i64 %idxprom
  %7 = load i8, i8* %arrayidx, align 1, !tbaa !18
  %idxprom1 = zext i8 %7 to i64
  %arrayidx2 = getelementptr inbounds i32, i32* %4, i64 %idxprom1
  %8 = load i32, i32* %arrayidx2, align 4, !tbaa !9
  %inc = add nsw i32 %8, 1
  store i32 %inc, i32* %arrayidx2, align 4, !tbaa !9
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %9 = load i32, i32* %i, align 4, !tbaa !9
  %inc3 = add nsw i32 %9, 1
  store i32 %inc3, i32* %i, align 4, !tbaa !9
  br label %for.cond, !llvm.loop !58

for.end:                                          ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @transpose(i32* noalias noundef %o, i32* noalias noundef %a, i32 noundef %n, i32 noundef %m) #0 {
entry:
  %o.addr = alloca i32*, align 8
  %a.addr = alloca i32*, align 8
  %n.addr = alloca i32, align 4
  %m.addr = alloca i32, align 4
  %i = alloca i32, align 4
  %cleanup.dest.slot = alloca i32, align 4
  %j = alloca i32, align 4
  store i32* %o, i32** %o.addr, align 8, !tbaa !5
  store i32* %a, i32** %a.addr, align 8, !tbaa !5
  store i32 %n, i32* %n.addr, align 4, !tbaa !9
  store i32 %m, i32* %m.addr, align 4, !tbaa !9
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 0, i32* %i, align 4, !tbaa !9
  br label %for.cond

for.cond:                                         ; preds = %for.inc9, %entry
  %1 = load i32, i32* %i, align 4, !tbaa !9
  %2 = load i32, i32* %n.addr, align 4, !tbaa !9
  %cmp = icmp slt i32 %1, %2
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  store i32 2, i32* %cleanup.dest.slot, align 4
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end11

for.body:                                         ; preds = %for.cond
  %4 = bitcast i32* %j to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %4) #2
  store i32 0, i32* %j, align 4, !tbaa !9
  br label %for.cond1

for.cond1:                                        ; preds = %for.inc, %for.body
  %5 = load i32, i32* %j, align 4, !tbaa !9
  %6 = load i32, i32* %m.addr, align 4, !tbaa !9
  %cmp2 = icmp slt i32 %5, %6
  br i1 %cmp2, label %for.body4, label %for.cond.cleanup3

for.cond.cleanup3:                                ; preds = %for.cond1
  store i32 5, i32* %cleanup.dest.slot, align 4
  %7 = bitcast i32* %j to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %7) #2
  br label %for.end

for.body4:                                        ; preds = %for.cond1
  %8 = load i32*, i32** %a.addr, align 8, !tbaa !5
  %9 = load i32, i32* %i, align 4, !tbaa !9
  %10 = load i32, i32* %m.addr, align 4, !tbaa !9
  %mul = mul nsw i32 %9, %10
  %11 = load i32, i32* %j, align 4, !tbaa !9
  %add = add nsw i32 %mul, %11
  %idxprom = sext i32 %add to i64
  %arrayidx = getelementptr inbounds i32, i32* %8, i64 %idxprom
  %12 = load i32, i32* %arrayidx, align 4, !tbaa !9
  %13 = load i32*, i32** %o.addr, align 8, !tbaa !5
  %14 = load i32, i32* %j, align 4, !tbaa !9
  %15 = load i32, i32* %n.addr, align 4, !tbaa !9
  %mul5 = mul nsw i32 %14, %15
  %16 = load i32, i32* %i, align 4, !tbaa !9
  %add6 = add nsw i32 %mul5, %16
  %idxprom7 = sext i32 %add6 to i64
  %arrayidx8 = getelementptr inbounds i32, i32* %13, i64 %idxprom7
  store i32 %12, i32* %arrayidx8, align 4, !tbaa !9
  br label %for.inc

for.inc:                                          ; preds = %for.body4
  %17 = load i32, i32* %j, align 4, !tbaa !9
  %inc = add nsw i32 %17, 1
  store i32 %inc, i32* %j, align 4, !tbaa !9
  br label %for.cond1, !llvm.loop !59

for.end:                                          ; preds = %for.cond.cleanup3
  br label %for.inc9

for.inc9:                                         ; preds = %for.end
  %18 = load i32, i32* %i, align 4, !tbaa !9
  %inc10 = add nsw i32 %18, 1
  store i32 %inc10, i32* %i, align 4, !tbaa !9
  br label %for.cond, !llvm.loop !60

for.end11:                                        ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @spmv(double* noalias noundef %y, double* noalias noundef %v, i32* noalias noundef %c, i32* noalias noundef %r, double* noalias noundef %x, i32 noundef %n) #0 {
entry:
  %y.addr = alloca double*, align 8
  %v.addr = alloca double*, align 8
  %c.addr = alloca i32*, align 8
  %r.addr = alloca i32*, align 8
  %x.addr = alloca double*, align 8
  %n.addr = alloca i32, align 4
  %i = alloca i32, align 4
  %cleanup.dest.slot = alloca i32, align 4
  %s = alloca double, align 8
  %k = alloca i32, align 4
  store double* %y, double** %y.addr, align 8, !tbaa !5
  store double* %v, double** %v.addr, align 8, !tbaa !5
  store i32* %c, i32** %c.addr, align 8, !tbaa !5
  store i32* %r, i32** %r.addr, align 8, !tbaa !5
  store double* %x, double** %x.addr, align 8, !tbaa !5
  store i32 %n, i32* %n.addr, align 4, !tbaa !9
  %0 = bitcast i32* %i to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 0, i32* %i, align 4, !tbaa !9
  br label %for.cond

for.cond:                                         ; preds = %for.inc16, %entry
  %1 = load i32, i32* %i, align 4, !tbaa !9
  %2 = load i32, i32* %n.addr, align 4, !tbaa !9
  %cmp = icmp slt i32 %1, %2
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  store i32 2, i32* %cleanup.dest.slot, align 4
  %3 = bitcast i32* %i to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end18

for.body:                                         ; preds = %for.cond
  %4 = bitcast double* %s to i8*
  call void @llvm.lifetime.start.p0i8(i64 8, i8* %4) #2
  store double 0.000000e+00, double* %s, align 8, !tbaa !21
  %5 = bitcast i32* %k to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %5) #2
  %6 = load i32*, i32** %r.addr, align 8, !tbaa !5
  %7 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom = sext i32 %7 to i64
  %arrayidx = getelementptr inbounds i32, i32* %6, i64 %idxprom
  %8 = load i32, i32* %arrayidx, align 4, !tbaa !9
  store i32 %8, i32* %k, align 4, !tbaa !9
  br label %for.cond1

for.cond1:                                        ; preds = %for.inc, %for.body
  %9 = load i32, i32* %k, align 4, !tbaa !9
  %10 = load i32*, i32** %r.addr, align 8, !tbaa !5
  %11 = load i32, i32* %i, align 4, !tbaa !9
  %add = add nsw i32 %11, 1
  %idxprom2 = sext i32 %add to i64
  %arrayidx3 = getelementptr inbounds i32, i32* %10, i64 %idxprom2
  %12 = load i32, i32* %arrayidx3, align 4, !tbaa !9
  %cmp4 = icmp slt i32 %9, %12
  br i1 %cmp4, label %for.body6, label %for.cond.cleanup5

for.cond.cleanup5:                                ; preds = %for.cond1
  store i32 5, i32* %cleanup.dest.slot, align 4
  %13 = bitcast i32* %k to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %13) #2
  br label %for.end

for.body6:                                        ; preds = %for.cond1
  %14 = load double*, double** %v.addr, align 8, !tbaa !5
  %15 = load i32, i32* %k, align 4, !tbaa !9
  %idxprom7 = sext i32 %15 to i64
  %arrayidx8 = getelementptr inbounds double, double* %14, i64 %idxprom7
  %16 = load double, double* %arrayidx8, align 8, !tbaa !21
  %17 = load double*, double** %x.addr, align 8, !tbaa !5
  %18 = load i32*, i32** %c.addr, align 8, !tbaa !5
  %19 = load i32, i32* %k, align 4, !tbaa !9
  %idxprom9 = sext i32 %19 to i64
  %arrayidx10 = getelementptr inbounds i32, i32* %18, i64 %idxprom9
  %20 = load i32, i32* %arrayidx10, align 4, !tbaa !9
  %idxprom11 = sext i32 %20 to i64
  %arrayidx12 = getelementptr inbounds double, double* %17, i64 %idxprom11
  %21 = load double, double* %arrayidx12, align 8, !tbaa !21
  %mul = fmul double %16, %21
  %22 = load double, double* %s, align 8, !tbaa !21
  %add13 = fadd double %22, %mul
  store double %add13, double* %s, align 8, !tbaa !21
  br label %for.inc

for.inc:                                          ; preds = %for.body6
  %23 = load i32, i32* %k, align 4, !tbaa !9
  %inc = add nsw i32 %23, 1
  store i32 %inc, i32* %k, align 4, !tbaa !9
  br label %for.cond1, !llvm.loop !61

for.end:                                          ; preds = %for.cond.cleanup5
  %24 = load double, double* %s, align 8, !tbaa !21
  %25 = load double*, double** %y.addr, align 8, !tbaa !5
  %26 = load i32, i32* %i, align 4, !tbaa !9
  %idxprom14 = sext i32 %26 to i64
  %arrayidx15 = getelementptr inbounds double, double* %25, i64 %idxprom14
  store double %24, double* %arrayidx15, align 8, !tbaa !21
  %27 = bitcast double* %s to i8*
  call void @llvm.lifetime.end.p0i8(i64 8, i8* %27) #2
  br label %for.inc16

for.inc16:                                        ; preds = %for.end
  %28 = load i32, i32* %i, align 4, !tbaa !9
  %inc17 = add nsw i32 %28, 1
  store i32 %inc17, i32* %i, align 4, !tbaa !9
  br label %for.cond, !llvm.loop !62

for.end18:                                        ; preds = %for.cond.cleanup
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local void @rowmul(i32* noalias noundef %o, i32* noalias noundef %a, i32 noundef %n, i32 noundef %r, i32 noundef %p) #0 {
entry:
  %o.addr = alloca i32*, align 8
  %a.addr = alloca i32*, align 8
  %n.addr = alloca i32, align 4
  %r.addr = alloca i32, align 4
  %p.addr = alloca i32, align 4
  %j = alloca i32, align 4
  store i32* %o, i32** %o.addr, align 8, !tbaa !5
  store i32* %a, i32** %a.addr, align 8, !tbaa !5
  store i32 %n, i32* %n.addr, align 4, !tbaa !9
  store i32 %r, i32* %r.addr, align 4, !tbaa !9
  store i32 %p, i32* %p.addr, align 4, !tbaa !9
  %0 = bitcast i32* %j to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %0) #2
  store i32 0, i32* %j, align 4, !tbaa !9
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load i32, i32* %j, align 4, !tbaa !9
  %2 = load i32, i32* %n.addr, align 4, !tbaa !9
  %cmp = icmp slt i32 %1, %2
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  %3 = bitcast i32* %j to i8*
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3) #2
  br label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load i32*, i32** %a.addr, align 8, !tbaa !5
  %5 = load i32, i32* %r.addr, align 4, !tbaa !9
  %6 = load i32, i32* %p.addr, align 4, !tbaa !9
  %mul = mul nsw i32 %5, %6
  %7 = load i32, i32* %j, align 4, !tbaa !9
  %add = add nsw i32 %mul, %7
  %idxprom = sext i32 %add to i64
  %arrayidx = getelementptr inbounds i32, i32* %4, i64 %idxprom
  %8 = load i32, i32* %arrayidx, align 4, !tbaa !9
  %9 = load i32*, i32** %o.addr, align 8, !tbaa !5
  %10 = load i32, i32* %j, align 4, !tbaa !9
  %idxprom1 = sext i32 %10 to i64
  %arrayidx2 = getelementptr inbounds i32, i32* %9, i64 %idxprom1
  %11 = load i32, i32* %arrayidx2, align 4, !tbaa !9
  %add3 = add nsw i32 %8, %11
  %12 = load i32*, i32** %o.addr, align 8, !tbaa !5
  %13 = load i32, i32* %j, align 4, !tbaa !9
  %idxprom4 = sext i32 %13 to i64
  %arrayidx5 = getelementptr inbounds i32, i32* %12, i64 %idxprom4
  store i32 %add3, i32* %arrayidx5, align 4, !tbaa !9
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %14 = load i32, i32* %j, align 4, !tbaa !9
  %inc = add nsw i32 %14, 1
  store i32 %inc, i32* %j, align 4, !tbaa !9
  br label %for.cond, !llvm.loop !63

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
!6 = !{!"any pointer", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C/C++ TBAA"}
!9 = !{!10, !10, i64 0}
!10 = !{!"int", !7, i64 0}
!11 = distinct !{!11, !12, !13}
!12 = !{!"llvm.loop.mustprogress"}
!13 = !{!"llvm.loop.unroll.disable"}
!14 = distinct !{!14, !12, !13}
!15 = distinct !{!15, !12, !13}
!16 = distinct !{!16, !12, !13}
!17 = distinct !{!17, !12, !13}
!18 = !{!7, !7, i64 0}
!19 = distinct !{!19, !12, !13}
!20 = distinct !{!20, !12, !13}
!21 = !{!22, !22, i64 0}
!22 = !{!"double", !7, i64 0}
!23 = distinct !{!23, !12, !13}
!24 = distinct !{!24, !12, !13}
!25 = distinct !{!25, !12, !13}
!26 = distinct !{!26, !12, !13}
!27 = distinct !{!27, !12, !13}
!28 = distinct !{!28, !12, !13}
!29 = distinct !{!29, !12, !13}
!30 = distinct !{!30, !12, !13}
!31 = distinct !{!31, !12, !13}
!32 = distinct !{!32, !12, !13}
!33 = distinct !{!33, !12, !13}
!34 = distinct !{!34, !12, !13}
!35 = distinct !{!35, !12, !13}
!36 = distinct !{!36, !12, !13}
!37 = distinct !{!37, !12, !13}
!38 = distinct !{!38, !12, !13}
!39 = distinct !{!39, !12, !13}
!40 = distinct !{!40, !12, !13}
!41 = distinct !{!41, !12, !13}
!42 = distinct !{!42, !12, !13}
!43 = distinct !{!43, !12, !13}
!44 = distinct !{!44, !12, !13}
!45 = !{!46, !46, i64 0}
!46 = !{!"float", !7, i64 0}
!47 = distinct !{!47, !12, !13}
!48 = distinct !{!48, !12, !13}
!49 = distinct !{!49, !12, !13}
!50 = distinct !{!50, !12, !13}
!51 = distinct !{!51, !12, !13}
!52 = distinct !{!52, !12, !13}
!53 = distinct !{!53, !12, !13}
!54 = distinct !{!54, !12, !13}
!55 = distinct !{!55, !12, !13}
!56 = distinct !{!56, !12, !13}
!57 = distinct !{!57, !12, !13}
!58 = distinct !{!58, !12, !13}
!59 = distinct !{!59, !12, !13}
!60 = distinct !{!60, !12, !13}
!61 = distinct !{!61, !12, !13}
!62 = distinct !{!62, !12, !13}
!63 = distinct !{!63, !12, !13}
