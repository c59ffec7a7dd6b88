#ifndef FACTOR
#define FACTOR 3.0f
#endif
