// Unseen: what a document holds and its picture does not show. A collapsed section, a shadow tree,
// a document in srcdoc, text in a drawing or a style sheet, a video: it counts where it stands,
// whether the first picture shows it or not.
#pragma once

#include "block/block.h"
#include "change/clean.h"
#include "layout/page.h"

namespace asof::change {

// Adds a leaf with the paragraphs and embedded things of the document that are not in the page;
// none where all of them are.
void add_unseen(block::BlockTree& tree, const layout::Page& page, const Cleaned& document);

// The picture shows next to nothing of a document that has text: it was taken too early, or a
// script removed everything.
bool is_blank(const layout::Page& page, const Cleaned& document);

// Takes out the boxes that ask for consent to cookies, unless they hold most of the text.
void drop_consent(layout::Page& page);

}  // namespace asof::change
