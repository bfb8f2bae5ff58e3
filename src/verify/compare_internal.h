// What differs between a certificate and the one its files give.
#pragma once

#include <vector>

#include "certificate/certify.h"
#include "verify/verify.h"

namespace asof::verify {

// Of many differences of one kind the first are told and the rest counted. Nothing where the two
// say the same.
std::vector<Difference> compare(const certificate::Certificate& claimed,
                                const certificate::Certificate& found);

}  // namespace asof::verify
