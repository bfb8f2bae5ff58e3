// The planters: each makes one edit at a place of its choice, where the page has one.
#pragma once

#include "planted.h"

namespace asof::test::planted {

std::optional<Plan> insert_block(const Seen& seen, FreshWords& fresh, Rng& rng);
std::optional<Plan> delete_block(const Seen& seen, FreshWords& fresh, Rng& rng);
std::optional<Plan> move_block(const Seen& seen, FreshWords& fresh, Rng& rng);
std::optional<Plan> split_by_rule(const Seen& seen, FreshWords& fresh, Rng& rng);
std::optional<Plan> split_by_heading(const Seen& seen, FreshWords& fresh, Rng& rng);
std::optional<Plan> merge_blocks(const Seen& seen, FreshWords& fresh, Rng& rng);

std::optional<Plan> insert_text(const Seen& seen, FreshWords& fresh, Rng& rng);
std::optional<Plan> delete_text(const Seen& seen, FreshWords& fresh, Rng& rng);
std::optional<Plan> update_text(const Seen& seen, FreshWords& fresh, Rng& rng);
std::optional<Plan> insert_link(const Seen& seen, FreshWords& fresh, Rng& rng);
std::optional<Plan> delete_link(const Seen& seen, FreshWords& fresh, Rng& rng);
std::optional<Plan> update_link(const Seen& seen, FreshWords& fresh, Rng& rng);
std::optional<Plan> insert_image(const Seen& seen, FreshWords& fresh, Rng& rng);
std::optional<Plan> delete_image(const Seen& seen, FreshWords& fresh, Rng& rng);
std::optional<Plan> update_image(const Seen& seen, FreshWords& fresh, Rng& rng);

}  // namespace asof::test::planted
