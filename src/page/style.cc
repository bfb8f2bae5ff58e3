#include "page/document.h"

namespace asof::page {

// Colours are Okabe and Ito's, which the colour-blind can tell apart; each grade also has a mark
// and a word of its own.
std::string_view style() {
  return R"(
:root{color-scheme:light dark;--ink:#1b1f24;--soft:#5b6570;--line:#d8dde3;--back:#fff;--raised:#f5f7f9;
--proven:#0072b2;--attested:#3b9ad6;--likely:#b57d00;--conflict:#d04a00;--unknown:#7a828b;--band:#0072b21f}
@media (prefers-color-scheme:dark){:root{--ink:#e8ebee;--soft:#a3adb8;--line:#363d45;--back:#15181c;--raised:#1e2328;
--proven:#5cb3ec;--attested:#8ccbf2;--likely:#e6a93c;--conflict:#ff8a4c;--unknown:#9aa3ad;--band:#5cb3ec2e}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:70rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1{font-size:1.9rem;line-height:1.25;margin:.2rem 0 1rem}
h2{font-size:1.2rem;margin:2.4rem 0 .6rem}
p{max-width:46rem}
.eyebrow,.soft,figcaption{color:var(--soft)}
.tally{display:flex;flex-wrap:wrap;gap:.75rem;padding:0;margin:1.2rem 0;list-style:none}
.tally li{flex:1 1 9rem;background:var(--raised);border-top:4px solid;border-radius:4px;padding:.6rem .8rem}
.tally b{display:block;font-size:1.6rem;line-height:1.2;color:var(--ink)}
.proven{color:var(--proven);border-color:var(--proven)}.attested{color:var(--attested);border-color:var(--attested)}
.likely{color:var(--likely);border-color:var(--likely)}.conflict{color:var(--conflict);border-color:var(--conflict)}
.unknown{color:var(--unknown);border-color:var(--unknown)}
.chip{white-space:nowrap;font-weight:600}
.warning{border-left:4px solid var(--conflict);background:var(--raised);padding:.6rem 1rem;margin:1rem 0}
figure{margin:1rem 0}
svg{display:block;width:100%;height:auto}
svg text{fill:var(--soft);font:11px system-ui,sans-serif}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{text-align:left;vertical-align:top;padding:.35rem .6rem .35rem 0;border-bottom:1px solid var(--line)}
th{color:var(--soft);font-weight:600}
td.number{text-align:right;font-variant-numeric:tabular-nums}
.url{overflow-wrap:anywhere}
code{font:.85em ui-monospace,monospace;overflow-wrap:anywhere}
tr.first>td{border-bottom:0;padding-bottom:0}
.time{white-space:nowrap;font-variant-numeric:tabular-nums}
summary{cursor:pointer;color:var(--soft);font-size:.85rem}
details table{margin:.4rem 0 .8rem;background:var(--raised)}
details td,details th{padding-left:.5rem}
@media (max-width:40rem){.stack thead{display:none}.stack tr,.stack td{display:block;border:0;padding:.1rem 0}
.stack tr{border-bottom:1px solid var(--line);padding:.5rem 0}.stack td.number{text-align:left}
.stack td[data-is]::before{content:attr(data-is) ': ';color:var(--soft)}}
@media print{details{display:none}main{max-width:none;padding:0}}
)";
}

}  // namespace asof::page
