// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- NamesTest.cpp - which names of the headers users can meet --------------===//
//
// A using directive makes all names of `cuda::tiles` visible, and argument-dependent lookup those functions that live
// in the namespaces of an argument's type. Both must find names of the API only.
//
//===----------------------------------------------------------------------===//
#include "compiler/Frontend/Parse/ParseSource.h"
#include "test/support/Catch.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <set>

using namespace tilec::frontend;

namespace {
/// A source whose alias `all` lists types that users have objects of.
constexpr char source[] = R"(
#include <cuda_tile.h>
#include <cuda_fp16.h>
namespace ct = cuda::tiles;
template <class... T> struct list {};
using extents = ct::extents<unsigned, 4, ct::dynamic_extent>;
template <class Layout> using span = ct::tensor_span<float, extents, Layout>;
template <class Layout> using view = ct::partition_view<span<Layout>, ct::shape<4, 8>>;
using all = list<ct::tile<float, ct::shape<8>>, ct::tile<float *, ct::shape<2, 4>>, ct::tile<__half, ct::shape<>>,
                 extents, ct::shape<4>, ct::strides<unsigned, 4, 1>, ct::offsets<int, 0, 0>, ct::dimension_map<1, 0>,
                 ct::integral_constant<3>, ct::irange<int>, decltype(ct::irange(0, 4).begin()),
                 span<ct::layout_right>, span<ct::layout_left>, span<ct::layout_right_padded<16>>,
                 span<ct::layout_left_padded<16>>, span<ct::layout_strided<ct::strides<unsigned, 4, 1>>>,
                 ct::layout_right_mapping<extents>, ct::layout_left_padded_mapping<extents, 16>,
                 ct::layout_strided_mapping<extents, ct::strides<unsigned, 4, 1>>, view<ct::layout_right>,
                 view<ct::layout_strided<ct::strides<unsigned, 4, 1>>>,
                 ct::strided_view<span<ct::layout_right>, ct::shape<4, 8>, ct::strides<unsigned, 4, 8>>,
                 ct::gather_scatter_view<span<ct::layout_right>, ct::shape<4, 8>, 0>, ct::round_ties_to_even_t,
                 ct::memory_order_relaxed_t, ct::view_padding_nan_t>;
__tile_global__ void kernel() {}
)";

/// What the header has in `cuda::tiles` and nothing else may be there.
std::string namesOfTheApi() {
  auto file = llvm::MemoryBuffer::getFile(TILEC_TEST_SOURCE "/include/names.txt");
  REQUIRE(file);
  return (*file)->getBuffer().str();
}

void withParsed(llvm::function_ref<void(clang::CompilerInstance &)> look) {
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  memory->addFile("/src/kernel.cu", 0, llvm::MemoryBuffer::getMemBuffer(source));
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::vfs::createPhysicalFileSystem());
  files->pushOverlay(memory);
  FrontendOptions options;
  options.fileSystem = files;
  clang::IgnoringDiagConsumer ignore;
  auto result = parseSource(options, "/src/kernel.cu", ignore, [&](clang::CompilerInstance &instance) {
    look(instance);
    return mlir::success();
  });
  REQUIRE(mlir::succeeded(result));
}

/// The member of `context` that is called `name`.
template <class Kind> Kind *member(clang::DeclContext *context, llvm::StringRef name) {
  for (clang::NamedDecl *found : context->lookup(&context->getParentASTContext().Idents.get(name)))
    if (auto *kind = llvm::dyn_cast<Kind>(found))
      return kind;
  return nullptr;
}

bool isFunction(const clang::Decl *declaration) {
  return declaration->getAsFunction() && !llvm::isa<clang::CXXDeductionGuideDecl>(declaration->getAsFunction());
}
} // namespace

TEST_CASE("cuda::tiles holds the names of the API only") {
  withParsed([](clang::CompilerInstance &instance) {
    clang::DeclContext *unit = instance.getASTContext().getTranslationUnitDecl();
    auto *tiles = member<clang::NamespaceDecl>(member<clang::NamespaceDecl>(unit, "cuda"), "tiles");
    std::set<std::string> names;
    for (clang::NamespaceDecl *part : tiles->redecls())
      for (clang::Decl *declaration : part->decls())
        if (auto *named = llvm::dyn_cast<clang::NamedDecl>(declaration))
          if (named->getIdentifier() && !named->getName().starts_with("__") && !named->getName().empty())
            names.insert(named->getNameAsString());
    CHECK(llvm::join(names, "\n") + "\n" == namesOfTheApi());
  });
}

TEST_CASE("Argument-dependent lookup finds the names of the API only") {
  withParsed([](clang::CompilerInstance &instance) {
    clang::ASTContext &ast = instance.getASTContext();
    clang::Sema &sema = instance.getSema();
    auto *all = member<clang::TypeAliasDecl>(ast.getTranslationUnitDecl(), "all");
    auto *list = llvm::cast<clang::ClassTemplateSpecializationDecl>(all->getUnderlyingType()->getAsCXXRecordDecl());
    llvm::ArrayRef<clang::TemplateArgument> types = list->getTemplateArgs()[0].getPackAsArray();
    CHECK(types.size() == 26);
    for (const clang::TemplateArgument &type : types) {
      clang::OpaqueValueExpr object({}, type.getAsType(), clang::VK_LValue);
      clang::Expr *argument = &object;
      clang::Sema::AssociatedNamespaceSet spaces;
      clang::Sema::AssociatedClassSet classes;
      sema.FindAssociatedClassesAndNamespaces({}, argument, spaces, classes);
      for (clang::DeclContext *space : spaces) {
        std::string name = llvm::cast<clang::Decl>(space)->getDeclKindName();
        if (auto *named = llvm::dyn_cast<clang::NamespaceDecl>(space))
          name = named->getQualifiedNameAsString();
        INFO(type.getAsType().getAsString() << " leads to " << name);
        CHECK((name == "cuda::tiles" || name == "cuda::tiles::__types" || name == "TranslationUnit"));
        if (name == "cuda::tiles::__types")
          for (clang::DeclContext *part : llvm::cast<clang::NamespaceDecl>(space)->redecls())
            CHECK(llvm::none_of(part->decls(), isFunction));
      }
    }
  });
}
