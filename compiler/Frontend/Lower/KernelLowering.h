// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelLowering.h - one kernel from Clang's AST to the `tile` dialect ===//
//
// A partial evaluator of C++: it walks the instantiated AST of a kernel, inlines every call, follows objects at compile
// time (Objects.h) and emits ops only for what happens at run time. The result has unstructured control flow (`cf`);
// Structure.cpp turns it into `scf`.
//
// The methods stand in one file for each part of the language:
// * Kernel.cpp: parameters, starting again with locals in memory
// * Diagnostics.cpp: errors with "while inlining" notes, source locations
// * Types.cpp: C++ types as MLIR types
// * Memory.cpp: allocation, addresses, loads and stores, copies
// * ByteCopies.cpp: memcpy, memset
// * Constants.cpp: constant expressions and constant objects
// * Expressions.cpp: prvalues of scalar and tile type
// * Lvalues.cpp: glvalues
// * Operators.cpp, Casts.cpp: C++'s own
// * HalfTypes.cpp: 16-, 8- and 4-bit floating classes
// * Initialization.cpp: prvalues into objects: lists, constructors, lambdas
// * Variables.cpp: locals, static locals, `__tile__` variables
// * Statements.cpp: statements other than loops
// * Branches.cpp: how deep branches nest, and long chains of them
// * Loops.cpp, IrangeLoops.cpp, UnrolledLoops.cpp: loops and switch
// * Cleanups.cpp: destructors
// * Calls.cpp: inlining
// * Builtins.cpp: functions known by name
// * Printf.cpp: printf and assert
// * Primitives.h, Primitives*.cpp: the API's annotated primitives
//
// After an error in a kernel nothing more is reported for it: every method then returns a poison value or a dummy
// object, so that callers need no checks.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "compiler/Frontend/Frontend.h"
#include "compiler/Frontend/Lower/Arithmetic.h"
#include "compiler/Frontend/Lower/ControlFlow/Ssa.h"
#include "compiler/Frontend/Lower/Objects.h"
#include "dialects/Tile/IR/TileDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Mangle.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tilec::frontend {

/// Where `break` and `continue` go, and how many cleanups stay pending there.
struct JumpTarget {
  mlir::Block *breakTo;
  mlir::Block *continueTo; // null for a switch outside loops
  size_t cleanups;
  /// Flags of a counted loop: left early, and left by a `return` (IrangeLoops.cpp).
  Object *exited = nullptr;
  Object *returned = nullptr;
};

/// One inlined call.
struct Frame {
  Frame *caller = nullptr;
  const clang::FunctionDecl *function = nullptr;
  mlir::Location callLocation;
  llvm::DenseMap<const clang::ValueDecl *, Object *> variables;
  Object *self = nullptr;
  /// What `return` initialises; null for void.
  Object *result = nullptr;
  /// Where `return` goes; null when the only return is the last statement.
  mlir::Block *exit = nullptr;
  llvm::DenseMap<const clang::ValueDecl *, clang::FieldDecl *> captures;
  clang::FieldDecl *thisCapture = nullptr;
  std::vector<JumpTarget> jumps;
  /// Objects to destroy at the end of their scopes, innermost last.
  std::vector<Object *> cleanups;
  /// Temporaries that live as long as the reference being initialised.
  std::vector<Object *> extendedCleanups;

  explicit Frame(mlir::Location callLocation) : callLocation(callLocation) {}
};

/// An annotated primitive and what its call brought: see Primitives.h.
struct PrimitiveCall;

/// What all kernels of a module share: symbols of variables made so far.
struct ModuleState {
  llvm::DenseMap<const void *, std::string> globals;
  unsigned privateGlobals = 0;
};

/// What is remembered of a kernel when it is started again.
struct KernelState {
  /// Origins of the objects that must be addressable.
  llvm::DenseSet<const void *> inMemory;
  /// Loops that are written out, and the origins of the arrays that asked for it.
  llvm::DenseMap<const clang::ForStmt *, llvm::DenseSet<const void *>> unrolledFor;
};

/// One attempt at one kernel.
class KernelLowering {
public:
  enum class Outcome { Done, Failed, StartAgain };

  KernelLowering(clang::CompilerInstance &instance, const FrontendOptions &options, mlir::ModuleOp module,
                 ModuleState &moduleState, KernelState &kernelState);

  /// Appends `kernel` to the module, reports why not, or asks for another attempt with more locals in memory.
  Outcome lower(const clang::FunctionDecl *kernel);

private:
  using QualType = clang::QualType;
  using SourceLocation = clang::SourceLocation;
  using Value = mlir::Value;
  using Location = mlir::Location;

  //===- Kernel.cpp ------------------------------------------------------------------------------------------===//
  mlir::func::FuncOp createFunction(const clang::FunctionDecl *kernel);
  void lowerBody(const clang::FunctionDecl *kernel, mlir::func::FuncOp function);
  void bindParameters(const clang::FunctionDecl *kernel, mlir::func::FuncOp function);
  bool demoteEscapedObjects(const clang::FunctionDecl *kernel);
  void putIntoMemory(Object *object);
  std::string symbolName(const clang::NamedDecl *declaration);

  //===- Diagnostics.cpp -------------------------------------------------------------------------------------===//
  void error(SourceLocation where, const llvm::Twine &message);
  void unsupported(SourceLocation where, const llvm::Twine &what);
  void noteInlining();
  Location location(SourceLocation where);
  Location location(const clang::Stmt *statement) {
    return location(statement->getBeginLoc());
  }

  //===- Types.cpp -------------------------------------------------------------------------------------------===//
  /// The type of a Leaf object, or null for classes, arrays and what has no value.
  mlir::Type leafType(QualType type);
  mlir::Type leafTypeOr(QualType type, SourceLocation where);
  mlir::Type classLeafType(const clang::CXXRecordDecl *record);
  mlir::Type annotatedLeafType(const clang::ClassTemplateSpecializationDecl *record, llvm::StringRef name);
  mlir::Type viewLeafType(const clang::ClassTemplateSpecializationDecl *record, llvm::StringRef name);
  /// `!tile.ptr` for a pointer or reference to `pointee`.
  tile::PtrType pointerTo(QualType pointee);
  /// The C++ type of one element: of a tile its element type, of anything else the type itself.
  QualType elementOf(QualType type);
  NumberKind numberKind(QualType type);
  bool isUnion(QualType type);
  int64_t sizeOf(QualType type) {
    return ast.getTypeSizeInChars(type).getQuantity();
  }

  //===- Memory.cpp ------------------------------------------------------------------------------------------===//
  Object *allocate(QualType type, const void *origin, SourceLocation where);
  Object *allocateLeaf(QualType type, mlir::Type leaf);
  Object *allocateMemory(QualType type);
  bool needsMemory(QualType type);
  Object *memoryAt(Value address, QualType type);
  Object *baseOf(Object *object, const clang::CXXRecordDecl *base);
  Object *fieldOf(Object *object, const clang::FieldDecl *field);
  /// What a field names: for a reference member the object it refers to.
  Object *fieldLvalue(Object *object, const clang::FieldDecl *field);
  /// Parts of a class: its bases, then its fields; of an array: its elements.
  unsigned partCount(QualType type);
  QualType partType(QualType type, unsigned index);
  int64_t partOffset(QualType type, unsigned index);
  Object *part(Object *object, unsigned index);
  Value byteOffset(Value address, int64_t bytes, QualType pointee, Location loc);
  Value elementOffset(Value address, Value index, NumberKind indexKind, QualType pointee, Location loc);
  Value addressOf(Object *object);
  /// The object at an address: the local whose placeholder it is, or memory.
  Object *objectAt(Value address, QualType type);
  Object *placeholderObject(Value address);
  Value castPointer(Value address, mlir::Type type, Location loc);
  Value load(Object *object, Location loc);
  void store(Object *object, Value value, Location loc);
  Value loadMemory(Value address, QualType type, Location loc);
  void storeMemory(Value address, Value value, Location loc);
  void copy(Object *target, Object *source, Location loc);
  Value elementPointers(Value address, mlir::Type leaf, Location loc);
  Value poison(mlir::Type type, Location loc);
  Object *dummy(QualType type);

  //===- ByteCopies.cpp --------------------------------------------------------------------------------------===//
  void copyBytes(Value target, Value source, int64_t bytes, Location loc);
  void fillBytes(Value target, Value byte, int64_t bytes, Location loc);
  void copyBytesOfRunTimeSize(Value target, Value source, Value bytes, Location loc);
  void fillBytesOfRunTimeSize(Value target, Value byte, Value bytes, Location loc);
  void forEachByteChunkAtRunTime(Value bytes, Location loc, llvm::function_ref<void(Value start, Value mask)> emit);
  void forEachByteChunk(int64_t bytes, llvm::function_ref<void(int64_t, int64_t)> emit);
  Value bytePointers(Value address, int64_t offset, int64_t count, Location loc);

  //===- Constants.cpp ---------------------------------------------------------------------------------------===//
  /// The value of a constant scalar expression, or null.
  Value fold(const clang::Expr *expression);
  void noteNoConstants(const clang::Expr *expression);
  std::optional<bool> foldCondition(const clang::Expr *expression);
  std::optional<int64_t> constantOf(Value value);
  Value constant(const clang::APValue &value, QualType type, Location loc);
  bool canMaterialize(const clang::APValue &value, QualType type);
  void initialiseConstant(Object *target, const clang::APValue &value, Location loc);
  Object *constantObject(const clang::VarDecl *variable, SourceLocation where);
  int64_t memberPointerOffset(const clang::APValue &value);
  Value constantAddress(const clang::APValue &value, QualType type, Location loc);

  //===- Expressions.cpp -------------------------------------------------------------------------------------===//
  /// The value of a prvalue of leaf type.
  Value evaluate(const clang::Expr *expression);
  Value evaluateUnfolded(const clang::Expr *expression);
  Value poisonOf(QualType type);
  Value evaluateThis();
  Value evaluateScalarList(const clang::InitListExpr *list);
  Value evaluateDefaultMember(const clang::CXXDefaultInitExpr *expression);
  void withDefaultMemberThis(llvm::function_ref<void()> emit);
  Value evaluateNew(const clang::CXXNewExpr *expression);
  Value evaluateUserPlacement(const clang::CXXNewExpr *expression);
  Value evaluateCall(const clang::CallExpr *call);
  Value evaluateConditional(const clang::AbstractConditionalOperator *expression);
  Value evaluateThroughObject(const clang::Expr *expression);
  /// The value of a leaf expression of any value category.
  Value valueOf(const clang::Expr *expression);
  /// Evaluates for the side effects.
  void discard(const clang::Expr *expression);
  /// A condition as i1.
  Value condition(const clang::Expr *expression);
  /// Control flow for `c ? a : b`; each arm is emitted by `arm`.
  void branchOn(const clang::AbstractConditionalOperator *expression,
                llvm::function_ref<void(const clang::Expr *)> arm);

  //===- Lvalues.cpp -----------------------------------------------------------------------------------------===//
  /// The object a glvalue (or a class prvalue, as a temporary) denotes.
  Object *lvalue(const clang::Expr *expression);
  Object *lvalueUnchecked(const clang::Expr *expression);
  Object *variableLvalue(const clang::ValueDecl *declaration, const clang::Expr *use);
  Object *lookUp(const clang::ValueDecl *declaration);
  Object *memberLvalue(const clang::MemberExpr *expression);
  Object *subscriptLvalue(const clang::ArraySubscriptExpr *expression);
  Object *temporary(const clang::Expr *value, const void *origin, const clang::ValueDecl *extendedBy);
  Object *conditionalLvalue(const clang::AbstractConditionalOperator *expression);
  Object *partAtOffset(Object *object, int64_t offset, QualType type);
  Object *memberPointerLvalue(const clang::BinaryOperator *expression);
  Object *opaqueLvalue(const clang::OpaqueValueExpr *expression);
  Object *unaryLvalue(const clang::UnaryOperator *expression);
  Object *binaryLvalue(const clang::BinaryOperator *expression);

  //===- Operators.cpp ---------------------------------------------------------------------------------------===//
  Value evaluateUnary(const clang::UnaryOperator *expression);
  Value evaluateBinary(const clang::BinaryOperator *expression);
  Value evaluateLogical(const clang::BinaryOperator *expression);
  Value evaluatePointerArithmetic(const clang::BinaryOperator *expression);
  Value evaluateComparison(const clang::BinaryOperator *expression);
  Value comparePointers(Comparison op, Value lhs, Value rhs, Location loc);
  Value arithmeticOperation(clang::BinaryOperatorKind op, Value lhs, Value rhs, QualType type, Location loc);
  Value shiftAmount(Value amount, QualType from, QualType to, Location loc);
  Value pointerPlus(Value pointer, Value index, QualType indexType, QualType pointee, bool subtract, Location loc);
  Value pointerDifference(Value lhs, Value rhs, QualType pointee, Location loc);
  Value addressOfOperand(const clang::UnaryOperator *expression);
  Value increment(Object *object, const clang::UnaryOperator *expression);
  Object *assign(const clang::BinaryOperator *expression);
  Object *compoundAssign(const clang::CompoundAssignOperator *expression);

  //===- Casts.cpp -------------------------------------------------------------------------------------------===//
  Value evaluateCast(const clang::CastExpr *expression);
  Value convertScalar(Value value, QualType from, QualType to, Location loc);
  Value loadExpression(const clang::Expr *glvalue);
  Value evaluatePointerCast(const clang::CastExpr *expression);
  Value evaluateBitCast(const clang::Expr *source, QualType to, Location loc);
  int64_t pathOffset(const clang::CastExpr *cast);
  Value convertMemberPointer(const clang::CastExpr *cast);
  Value derivedToBase(const clang::CastExpr *cast, Value pointer);
  Value baseToDerived(const clang::CastExpr *cast, Value pointer);
  Value decayedPointer(const clang::Expr *array, QualType pointer, Location loc);
  Object *castLvalue(const clang::CastExpr *expression);
  Object *basePath(const clang::CastExpr *expression, Object *object);
  Object *derivedObject(Object *base, const clang::CXXRecordDecl *derived);

  //===- Initialization.cpp ----------------------------------------------------------------------------------===//
  /// Initialises `target` with the value of `expression`.
  void initialise(const clang::Expr *expression, Object *target);
  void initialiseClass(const clang::Expr *expression, Object *target);
  void initialiseFromList(const clang::InitListExpr *list, Object *target);
  void initialiseParts(llvm::ArrayRef<clang::Expr *> values, const clang::Expr *filler, Object *target);
  void initialisePart(const clang::Expr *expression, Object *target, unsigned index);
  void initialiseField(const clang::Expr *expression, Object *target, const clang::FieldDecl *field);
  void bindReference(const clang::Expr *expression, Object *target, QualType referred);
  void fillRest(const clang::Expr *filler, Object *target, unsigned from, unsigned count);
  void initialiseFromCall(const clang::CallExpr *expression, Object *target);
  void initialiseFromCast(const clang::CastExpr *expression, Object *target);
  void initialiseInitializerList(const clang::CXXStdInitializerListExpr *expression, Object *target);
  Object *indirectField(Object *object, const clang::IndirectFieldDecl *field);
  void initialiseLambda(const clang::LambdaExpr *lambda, Object *target);
  void initialiseArrayLoop(const clang::ArrayInitLoopExpr *loop, Object *target);
  void initialiseString(const clang::StringLiteral *literal, Object *target);
  void copyFrom(const clang::Expr *source, Object *target);
  void construct(const clang::CXXConstructExpr *expression, Object *target);
  void constructOne(const clang::CXXConstructExpr *expression, Object *target);
  void runInitialisers(const clang::CXXConstructorDecl *constructor, Object *self);
  void inheritedConstruct(const clang::CXXInheritedCtorInitExpr *expression, Object *target);
  void zeroInitialise(Object *target, Location loc);

  //===- Calls.cpp -------------------------------------------------------------------------------------------===//
  /// Inlines or emits a call. `into` receives a class result; the object returned is the result (null for void).
  Object *call(const clang::CallExpr *expression, Object *into);
  Object *selfOf(const clang::CallExpr *expression);
  /// What a call evaluates first. In an assignment written as an operator the right side comes first, whoever defines
  /// the operator.
  enum class EvaluationOrder { ObjectFirst, RightSideFirst };
  Object *inlineCall(const clang::FunctionDecl *function, llvm::function_ref<Object *()> self,
                     llvm::ArrayRef<const clang::Expr *> arguments, Object *into, SourceLocation where,
                     EvaluationOrder order = EvaluationOrder::ObjectFirst);
  Object *inlineWithObjects(const clang::FunctionDecl *function, Object *self, llvm::ArrayRef<Object *> arguments,
                            SourceLocation where);
  Object *enterFunction(Frame &callee, const clang::FunctionDecl *definition, Object *into, SourceLocation where);
  const clang::FunctionDecl *definitionOf(const clang::FunctionDecl *function, SourceLocation where);
  void bindArgument(Frame &callee, const clang::ParmVarDecl *parameter, const clang::Expr *argument);
  Object *runBody(Frame &frame, const clang::FunctionDecl *definition, Object *into, SourceLocation where);
  void runFunctionBody(const clang::FunctionDecl *definition);
  bool isRecursive(const clang::FunctionDecl *function);
  bool trivialAssignment(const clang::CallExpr *expression, Object *&result);
  bool returnsOnlyAtEnd(const clang::Stmt *body);
  bool isApiDeclaration(const clang::Decl *declaration);

  //===- Builtins.cpp ----------------------------------------------------------------------------------------===//
  /// Functions known by name (builtins, printf, memcpy). True if it was one.
  bool callBuiltin(const clang::CallExpr *expression, const clang::FunctionDecl *function, Object *&result);
  bool callForwardingBuiltin(const clang::CallExpr *expression, unsigned id, Object *&result);
  Object *callMemoryFunction(const clang::CallExpr *expression, bool isSet);
  Object *leafResult(const clang::Expr *expression, Value value);

  //===- Printf.cpp ------------------------------------------------------------------------------------------===//
  Object *callPrintf(const clang::CallExpr *expression);
  Object *callAssertFail(const clang::CallExpr *expression);

  //===- HalfTypes.cpp ---------------------------------------------------------------------------------------===//
  bool isHalfClass(QualType type);
  /// Operators, constructors and conversions of `__half` and its relatives. True if it was one.
  bool callHalf(const clang::CallExpr *expression, const clang::FunctionDecl *function, Object *&result);
  bool constructHalf(const clang::CXXConstructExpr *expression, Object *target);
  bool isNumber(QualType type);
  Value numberAs(const clang::Expr *expression, QualType type, Location loc);
  Object *halfOperator(const clang::CXXOperatorCallExpr *expression);
  Object *halfIncrement(const clang::CXXOperatorCallExpr *expression);
  Object *halfFunction(const clang::CallExpr *expression, llvm::StringRef name);
  Object *unsupportedHalf(const clang::CallExpr *expression);

  //===- Statements.cpp --------------------------------------------------------------------------------------===//
  void lowerStatement(const clang::Stmt *statement);
  void lowerBranchingStatement(const clang::Stmt *statement);
  /// With `target`, the value of the last statement goes there: `({ int x = f(); x + 1; })`.
  void lowerCompound(const clang::CompoundStmt *statement, Object *target = nullptr);
  void lowerAttributed(const clang::AttributedStmt *statement);
  void lowerDeclarations(const clang::DeclStmt *statement);
  void lowerReturn(const clang::ReturnStmt *statement);
  void lowerIf(const clang::IfStmt *statement);
  void lowerBranches(const clang::IfStmt *statement);
  void withHints(llvm::ArrayRef<const clang::Attr *> attributes, llvm::function_ref<void()> emit);
  void branch(mlir::Block *target, Location loc);
  void conditionalBranch(Value condition, mlir::Block *ifTrue, mlir::Block *ifFalse, Location loc);
  void startUnreachable();
  bool isUnreachable() const {
    return ssa.isUnreachable();
  }

  //===- Branches.cpp ----------------------------------------------------------------------------------------===//
  struct ChainLink {
    const clang::Expr *condition;
    const clang::Stmt *arm;
  };
  struct Chain {
    llvm::SmallVector<ChainLink> links;
    const clang::Stmt *last; ///< taken where no condition holds; may be null
    bool isLong() const;
  };
  void nestBranch(SourceLocation where, llvm::function_ref<void()> emit);
  static Chain chainOf(const clang::IfStmt *statement);
  static Chain chainOf(const clang::AbstractConditionalOperator *expression);
  void lowerChain(const Chain &chain, Location loc, llvm::function_ref<void(const clang::Stmt *)> emitArm);
  bool lowerLinks(llvm::ArrayRef<ChainLink> links, mlir::Block *end,
                  llvm::function_ref<void(const clang::Stmt *)> emitArm);

  //===- Loops.cpp -------------------------------------------------------------------------------------------===//
  struct LoopParts {
    const clang::VarDecl *conditionVariable = nullptr;
    const clang::Expr *condition = nullptr;
    llvm::function_ref<void()> body;
    llvm::function_ref<void()> step;
  };
  void lowerLoop(const clang::Stmt *statement, const LoopParts &parts);
  void lowerWhile(const clang::WhileStmt *statement);
  void lowerDo(const clang::DoStmt *statement);
  void lowerFor(const clang::ForStmt *statement);
  void lowerRangeFor(const clang::CXXForRangeStmt *statement);
  void lowerSwitch(const clang::SwitchStmt *statement);
  void lowerCase(const clang::SwitchCase *statement);
  std::optional<unsigned> smallTripCount(const clang::ForStmt *statement);
  void requestUnrolling(Object *object);
  void withdrawUnrolling(const void *origin);
  void lowerShortLoop(const clang::ForStmt *statement, unsigned trips, llvm::function_ref<void()> asLoop);
  void lowerUnrolled(const clang::ForStmt *statement, unsigned trips);
  bool isCountedLoop(const clang::CXXForRangeStmt *statement);
  bool isCountedLoopWithExit(const clang::CXXForRangeStmt *statement);
  void assertPositiveStep(const clang::CXXForRangeStmt *statement);
  void lowerCountedLoop(const clang::CXXForRangeStmt *statement);
  void returnBehindLoop(Object *returned, Location loc);
  void leaveFunction(Location loc);
  void dispatch(const clang::SwitchStmt *statement, Value selector, mlir::Block *exit);
  void dispatchRange(const clang::CaseStmt *label, Value selector, mlir::Block *block, Location loc);
  void lowerJump(const clang::Stmt *statement, bool isContinue);

  //===- Cleanups.cpp ----------------------------------------------------------------------------------------===//
  void pushCleanup(Object *object, QualType type, bool extended);
  void fullExpression(llvm::function_ref<void()> emit);
  void withoutNewCleanups(const clang::Expr *part, llvm::function_ref<void()> emit);
  void emitCleanups(size_t downTo, SourceLocation where);
  void popCleanups(size_t downTo, SourceLocation where);
  void destroy(Object *object, const clang::CXXDestructorDecl *destructor, SourceLocation where);
  void destroyObject(Object *object, SourceLocation where);
  void destroyParts(Object *object, SourceLocation where);

  //===- Variables.cpp ---------------------------------------------------------------------------------------===//
  void lowerVariable(const clang::VarDecl *variable);
  void initialiseVariable(const clang::VarDecl *variable);
  void markUninitialised(Object *object);
  void createGlobal(llvm::StringRef symbol, QualType type, llvm::ArrayRef<char> bytes, SourceLocation where,
                    bool isPublic, bool isConstant);
  Object *addressOfGlobal(llvm::StringRef symbol, QualType type, SourceLocation where);
  Object *globalVariable(const clang::VarDecl *variable, SourceLocation where);
  bool initialBytes(const clang::APValue &value, QualType type, llvm::MutableArrayRef<char> bytes);
  bool initialLeafBytes(const clang::APValue &value, QualType type, llvm::MutableArrayRef<char> bytes);
  Object *stringLiteral(const clang::StringLiteral *literal);

  //===- Primitives*.cpp -------------------------------------------------------------------------------------===//
  Object *callPrimitive(const clang::CallExpr *expression, const clang::FunctionDecl *function,
                        const clang::AnnotateAttr *annotation, Object *into);
  void flatten(Object *object, llvm::SmallVectorImpl<Value> &values, Location loc);
  void flattenTypes(QualType type, llvm::SmallVectorImpl<QualType> &types);
  void unflatten(Object *object, llvm::ArrayRef<Value> &values, Location loc);
  void addOperand(PrimitiveCall &primitive, const clang::Expr *argument);
  Object *primitiveResult(const clang::CallExpr *expression, llvm::ArrayRef<Value> values, Object *into);
  void lowerCombinerBody(Object *closure, PrimitiveCall &primitive, mlir::Region &region,
                         const clang::CallExpr *expression);

  clang::CompilerInstance &instance;
  clang::ASTContext &ast;
  const FrontendOptions &options;
  mlir::ModuleOp module;
  mlir::OpBuilder b;
  std::unique_ptr<clang::MangleContext> mangler;
  Arithmetic arithmetic;

  ModuleState &moduleState;
  KernelState &kernelState;

  SsaBuilder ssa;
  ObjectPool objects;
  mlir::Block *entry = nullptr;
  Frame *frame = nullptr;
  bool failed = false;
  /// Locals were found that need memory; `stuck` if one of them had been found before already.
  bool startAgain = false, stuck = false;
  llvm::DenseSet<const void *> justMoved;
  /// Short loops being walked as loops, and bodies that the loops written out around this place stand for.
  std::vector<const clang::ForStmt *> unrollableLoops;
  unsigned unrolledBodies = 1;
  bool unrollingRequested = false;
  /// Branches around what is being walked, those around inlined calls included.
  unsigned branchDepth = 0;
  mlir::ArrayAttr hints;
  llvm::DenseMap<Value, Object *> placeholders;
  llvm::DenseMap<const clang::VarDecl *, Object *> constantObjects;
  llvm::DenseSet<const clang::Expr *> noConstants;
  llvm::DenseMap<const clang::SwitchCase *, mlir::Block *> caseBlocks;
  llvm::DenseMap<const clang::OpaqueValueExpr *, Object *> opaqueValues;
  Object *underConstruction = nullptr;
  std::optional<uint64_t> arrayInitIndex;
  /// What is being walked: where an error without a place of its own is shown.
  SourceLocation here;
  /// Variables below this one belong to the code around the combining function being walked.
  SsaBuilder::Variable combinerFloor = 0;
};

/// The annotation called `name` on a declaration (for a member of a class template: on its pattern too), or null.
const clang::AnnotateAttr *findAnnotation(const clang::Decl *declaration, llvm::StringRef name);
/// The string that is argument `index` of an annotation, or empty.
llvm::StringRef annotationString(const clang::AnnotateAttr *annotation, unsigned index);
/// The expression that parentheses and other wrappers without effect hold, or null.
const clang::Expr *unwrapOnce(const clang::Expr *expression);

} // namespace tilec::frontend
