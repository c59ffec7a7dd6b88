// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Memory.cpp - objects: allocation, parts, loads, stores, copies ------===//
#include "compiler/Frontend/Lower/KernelLowering.h"

#include "mlir/Dialect/UB/IR/UBOps.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;
using namespace tilec;
using namespace tilec::frontend;

/// Arrays of more elements live in memory from the start.
static constexpr uint64_t kMaxElementsInRegisters = 64;

//===----------------------------------------------------------------------===//
// Allocation
//===----------------------------------------------------------------------===//

bool KernelLowering::needsMemory(QualType type) {
  if (const auto *array = ast.getAsConstantArrayType(type))
    return array->getZExtSize() > kMaxElementsInRegisters || needsMemory(array->getElementType());
  return isUnion(type);
}

Object *KernelLowering::allocate(QualType type, const void *origin, SourceLocation where) {
  type = type.getCanonicalType();
  if (failed)
    return dummy(type);
  Object *object = nullptr;
  mlir::Type leaf = leafType(type);
  bool isAggregate = type->isRecordType() || type->isConstantArrayType();
  if (!leaf && !isAggregate) {
    unsupported(where, "a variable of type '" + type.getAsString() + "'");
    return dummy(type);
  }
  if (kernelState.inMemory.contains(origin) || (!leaf && needsMemory(type))) {
    object = allocateMemory(type);
  } else if (leaf) {
    object = allocateLeaf(type, leaf);
  } else {
    object = objects.create(Object::Kind::Aggregate, type);
    for (unsigned i = 0, e = partCount(type); i < e; ++i) {
      Object *part = allocate(partType(type, i), nullptr, where);
      part->parent = object;
      part->index = i;
      object->parts.push_back(part);
    }
  }
  object->origin = origin;
  return object;
}

Object *KernelLowering::allocateLeaf(QualType type, mlir::Type leaf) {
  Object *object = objects.create(Object::Kind::Leaf, type);
  object->variable = ssa.createVariable(leaf);
  return object;
}

Object *KernelLowering::allocateMemory(QualType type) {
  if (type->isReferenceType())
    type = ast.getPointerType(type.getNonReferenceType());
  mlir::OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(entry);
  int64_t bytes = std::max<int64_t>(1, sizeOf(type));
  int64_t alignment = ast.getTypeAlignInChars(type).getQuantity();
  Value address = tile::AllocaOp::create(b, b.getUnknownLoc(), pointerTo(type), bytes, alignment);
  return memoryAt(address, type);
}

Object *KernelLowering::memoryAt(Value address, QualType type) {
  Object *object = objects.create(Object::Kind::Memory, type.getCanonicalType());
  object->address = castPointer(address, pointerTo(type), b.getUnknownLoc());
  return object;
}

Object *KernelLowering::dummy(QualType type) {
  Object *object = objects.create(Object::Kind::Memory, type);
  object->address = poison(tile::PtrType::get(b.getI8Type()), b.getUnknownLoc());
  return object;
}

mlir::Value KernelLowering::poison(mlir::Type type, Location loc) {
  return mlir::ub::PoisonOp::create(b, loc, type);
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

unsigned KernelLowering::partCount(QualType type) {
  if (const auto *array = ast.getAsConstantArrayType(type))
    return array->getZExtSize();
  const auto *record = type->getAsCXXRecordDecl();
  return record->getNumBases() + std::distance(record->field_begin(), record->field_end());
}

clang::QualType KernelLowering::partType(QualType type, unsigned index) {
  if (const auto *array = ast.getAsConstantArrayType(type))
    return array->getElementType();
  const auto *record = type->getAsCXXRecordDecl();
  if (index < record->getNumBases())
    return std::next(record->bases_begin(), index)->getType();
  const FieldDecl *field = *std::next(record->field_begin(), index - record->getNumBases());
  if (field->isBitField())
    error(field->getLocation(), "bit-field '" + field->getName() + "' cannot be used in tile code");
  return field->getType();
}

int64_t KernelLowering::partOffset(QualType type, unsigned index) {
  if (const auto *array = ast.getAsConstantArrayType(type))
    return sizeOf(array->getElementType()) * index;
  const auto *record = type->getAsCXXRecordDecl();
  const ASTRecordLayout &layout = ast.getASTRecordLayout(record);
  if (index < record->getNumBases())
    return layout.getBaseClassOffset(partType(type, index)->getAsCXXRecordDecl()).getQuantity();
  return ast.toCharUnitsFromBits(layout.getFieldOffset(index - record->getNumBases())).getQuantity();
}

Object *KernelLowering::part(Object *object, unsigned index) {
  if (!object->isMemory())
    return index < object->parts.size() ? object->parts[index] : dummy(ast.IntTy);
  QualType type = partType(object->type, index);
  QualType pointee = type->isReferenceType() ? ast.getPointerType(type.getNonReferenceType()) : type;
  Location loc = b.getUnknownLoc();
  return memoryAt(byteOffset(object->address, partOffset(object->type, index), pointee, loc), pointee);
}

Object *KernelLowering::baseOf(Object *object, const CXXRecordDecl *base) {
  const auto *record = object->type->getAsCXXRecordDecl();
  if (!record)
    return dummy(ast.getCanonicalTagType(base));
  unsigned index = 0;
  for (const CXXBaseSpecifier &specifier : record->bases()) {
    if (specifier.getType()->getAsCXXRecordDecl()->getCanonicalDecl() == base->getCanonicalDecl())
      break;
    ++index;
  }
  return part(object, index);
}

Object *KernelLowering::fieldOf(Object *object, const FieldDecl *field) {
  const auto *record = object->type->getAsCXXRecordDecl();
  if (field->isBitField())
    unsupported(SourceLocation(), "bit-fields");
  if (leafType(object->type))
    error(SourceLocation(), "the members of '" + object->type.getAsString() + "' cannot be accessed in tile code");
  if (failed || !record || record->getCanonicalDecl() != field->getParent()->getCanonicalDecl())
    return dummy(field->getType());
  return part(object, record->getNumBases() + field->getFieldIndex());
}

Object *KernelLowering::fieldLvalue(Object *object, const FieldDecl *field) {
  Object *member = fieldOf(object, field);
  if (!field->getType()->isReferenceType())
    return member;
  return objectAt(load(member, b.getUnknownLoc()), field->getType().getNonReferenceType());
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

mlir::Value KernelLowering::castPointer(Value address, mlir::Type type, Location loc) {
  if (address.getType() == type)
    return address;
  return b.createOrFold<tile::BitcastOp>(loc, type, address);
}

mlir::Value KernelLowering::byteOffset(Value address, int64_t bytes, QualType pointee, Location loc) {
  if (bytes) {
    address = castPointer(address, tile::PtrType::get(b.getI8Type()), loc);
    Value offset = arithmetic.integer(loc, b.getI64Type(), bytes);
    address = b.createOrFold<tile::OffsetOp>(loc, address.getType(), address, offset);
  }
  return castPointer(address, pointerTo(pointee), loc);
}

/// `address + index` in C++'s sense: scaled by the size of the pointee.
mlir::Value KernelLowering::elementOffset(Value address, Value index, NumberKind kind, QualType pointee, Location loc) {
  tile::PtrType pointer = pointerTo(pointee);
  address = castPointer(address, pointer, loc);
  if (kind != NumberKind::Signed) // offsets are signed
    index = arithmetic.convert(loc, index, NumberKind::Unsigned, b.getI64Type(), NumberKind::Unsigned);
  int64_t size = pointee->isVoidType() || pointee->isFunctionType() ? 1 : sizeOf(pointee);
  if (int64_t scale = size / tile::storageBytes(pointer.getPointee()); scale != 1) {
    index = arithmetic.convert(loc, index, NumberKind::Signed, b.getI64Type(), NumberKind::Signed);
    index = arithmetic.binary(loc, BinaryOperation::Mul, index, arithmetic.integer(loc, b.getI64Type(), scale),
                              NumberKind::Signed);
  }
  return b.createOrFold<tile::OffsetOp>(loc, pointer, address, index);
}

mlir::Value KernelLowering::addressOf(Object *object) {
  if (object->address)
    return object->address;
  mlir::OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(entry);
  mlir::Type type = pointerTo(object->type);
  auto placeholder =
      mlir::UnrealizedConversionCastOp::create(b, b.getUnknownLoc(), mlir::TypeRange{type}, mlir::ValueRange{});
  object->address = placeholder.getResult(0);
  placeholders[object->address] = object;
  return object->address;
}

Object *KernelLowering::placeholderObject(Value address) {
  auto it = placeholders.find(ssa.resolve(address));
  return it == placeholders.end() ? nullptr : it->second;
}

Object *KernelLowering::objectAt(Value address, QualType type) {
  address = ssa.resolve(address);
  Object *object = placeholderObject(address);
  if (!object)
    return memoryAt(address, type);
  if (ast.hasSameUnqualifiedType(object->type, type))
    return object;
  mlir::Type leaf = leafType(type);
  if (leaf && object->kind == Object::Kind::Leaf && leaf == ssa.typeOf(object->variable))
    return object;
  return memoryAt(address, type);
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

mlir::Value KernelLowering::load(Object *object, Location loc) {
  if (object->kind == Object::Kind::Leaf)
    return ssa.read(object->variable);
  return loadMemory(object->address, object->type, loc);
}

void KernelLowering::store(Object *object, Value value, Location loc) {
  if (object->kind == Object::Kind::Leaf && object->variable < combinerFloor)
    unsupported(SourceLocation(), "assigning to an outer variable in a combining function");
  else if (object->kind == Object::Kind::Leaf)
    ssa.write(object->variable, value);
  else
    storeMemory(object->address, value, loc);
}

/// Memory access of a leaf: what is loaded or stored, as a type that memory ops know.
static mlir::Type accessType(mlir::Type leaf) {
  mlir::Type element = mlir::getElementTypeOrSelf(leaf);
  if (!mlir::isa<tile::PtrType>(element))
    return leaf;
  return tile::withElementType(leaf, mlir::IntegerType::get(leaf.getContext(), 64));
}

/// Pointers to the elements of a leaf in memory: one pointer, or a tile of consecutive ones.
mlir::Value KernelLowering::elementPointers(Value address, mlir::Type leaf, Location loc) {
  auto pointer = tile::PtrType::get(mlir::getElementTypeOrSelf(leaf));
  address = castPointer(address, pointer, loc);
  auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(leaf);
  if (!tensor)
    return address;
  mlir::Type pointers = tensor.clone(pointer);
  Value splat = tile::SplatOp::create(b, loc, pointers, address);
  if (tensor.getNumElements() == 1)
    return splat;
  Value iota = tile::IotaOp::create(b, loc, tensor.clone(b.getI32Type()));
  return tile::OffsetOp::create(b, loc, pointers, splat, iota);
}

mlir::Value KernelLowering::loadMemory(Value address, QualType type, Location loc) {
  mlir::Type leaf = leafType(type);
  if (failed || !leaf || !tile::isElementType(mlir::getElementTypeOrSelf(leaf))) {
    unsupported(SourceLocation(), "loading a value of type '" + type.getAsString() + "' from memory");
    return poison(leaf ? leaf : b.getI32Type(), loc);
  }
  Value pointers = elementPointers(address, accessType(leaf), loc);
  Value loaded = tile::LoadOp::create(b, loc, accessType(leaf), pointers, Value(), Value(), mlir::ArrayAttr());
  return arithmetic.bitcast(loc, loaded, mlir::getElementTypeOrSelf(leaf));
}

void KernelLowering::storeMemory(Value address, Value value, Location loc) {
  mlir::Type leaf = value.getType();
  if (failed)
    return;
  if (!tile::isElementType(mlir::getElementTypeOrSelf(leaf)))
    return unsupported(SourceLocation(), "a view handle in memory");
  Value bits = arithmetic.bitcast(loc, value, mlir::getElementTypeOrSelf(accessType(leaf)));
  Value pointers = elementPointers(address, accessType(leaf), loc);
  tile::StoreOp::create(b, loc, pointers, bits, Value(), mlir::ArrayAttr());
}

void KernelLowering::copy(Object *target, Object *source, Location loc) {
  if (failed || target == source)
    return;
  QualType type = target->type;
  if (leafType(type))
    return store(target, load(source, loc), loc);
  if (target->isMemory() && source->isMemory() && needsMemory(type))
    return copyBytes(target->address, source->address, sizeOf(type), loc);
  if (!type->isRecordType() && !type->isConstantArrayType())
    return unsupported(SourceLocation(), "copying a value of type '" + type.getAsString() + "'");
  for (unsigned i = 0, e = partCount(type); i < e; ++i)
    copy(part(target, i), part(source, i), loc);
}
