/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Two functions that glibc has had since 2.35 and 2.36, so that what is built on a newer system also runs on an older
 * one. Only the code inside of a library sees them. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <link.h>
#include <stdint.h>
#include <sys/random.h>

/* LLVM names temporary files by it. */
uint32_t arc4random(void) {
  uint32_t value = 0;
  while (getrandom(&value, sizeof(value), 0) != sizeof(value))
    ;
  return value;
}

/* As <dlfcn.h> of glibc 2.35 has it on machines whose unwinder needs no base of data. */
struct FoundObject {
  unsigned long long flags;
  void *start, *end;
  struct link_map *map;
  void *unwindTable;
  unsigned long long reserved[7];
};

struct Search {
  uintptr_t address;
  struct FoundObject *found;
};

static int look(struct dl_phdr_info *info, size_t size, void *data) {
  struct Search *search = data;
  uintptr_t start = UINTPTR_MAX, end = 0;
  void *table = 0;
  int holdsAddress = 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    uintptr_t first = info->dlpi_addr + header->p_vaddr, last = first + header->p_memsz;
    if (header->p_type == PT_GNU_EH_FRAME)
      table = (void *)first;
    if (header->p_type != PT_LOAD)
      continue;
    start = first < start ? first : start;
    end = last > end ? last : end;
    holdsAddress |= search->address >= first && search->address < last;
  }
  if (!holdsAddress || !table)
    return 0;
  search->found->start = (void *)start;
  search->found->end = (void *)end;
  search->found->unwindTable = table;
  return 1;
}

/* The unwinder asks it for the table of the code at an address. Newer headers declare it with a structure of their own.
 */
int findObject(void *address, struct FoundObject *found) __asm__("_dl_find_object");
int findObject(void *address, struct FoundObject *found) {
  struct Search search = {(uintptr_t)address, found};
  found->flags = 0;
  found->map = 0;
  return dl_iterate_phdr(look, &search) ? 0 : -1;
}
