// What a crawl hands to the recorder.
#pragma once

#include "crawl/reply.h"
#include "fetch/fetcher.h"
#include "keep/recorder.h"

namespace asof::crawl {

// The request that was made and what came of it; address and notes are left to the caller.
keep::Delivery delivery_of(Reply reply, fetch::Exchange exchange);
// A name that was looked up.
keep::Delivery delivery_of(const fetch::Resolved& name);

}  // namespace asof::crawl
