// Says what the CPU's backend says of itself, as a program that runs
// executables does.
#include "amp-rt/amp_rt.h"

#include <cstdio>

int main() {
  amprt_device_info info;
  if (amprt_status *status = amprt_device_describe(0, &info)) {
    std::fprintf(stderr, "%s\n", amprt_status_message(status));
    return 1;
  }
  std::printf("%s\n", info.name);
}
