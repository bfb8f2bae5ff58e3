// Documents: what is read out of HTML pages and style sheets.
#pragma once

#include <optional>
#include <string_view>

#include "catalog/rows.h"
#include "http/body.h"
#include "ingest/facts.h"

namespace asof::ingest {

// Title, text digest, links and so on of a captured page; nothing when it is neither HTML nor CSS.
// `payload` still has its content coding.
std::optional<catalog::Document> read_document(const catalog::Capture& capture, const Facts& facts,
                                               std::string_view payload,
                                               const http::BodyClaims& claims);

}  // namespace asof::ingest
