// The words that dates, ages, stamps and counters are written with. Adding a language is adding
// lines here; no rule knows one.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/text.h"
#include "noise/lexeme_internal.h"

namespace asof::noise {
namespace {

struct Row {
  std::uint32_t meaning;
  std::string_view words;  // separated by spaces, lower case
};

constexpr std::uint32_t kCapitalMonth = kMonth | kCapital;
constexpr std::uint32_t kCapitalDay = kWeekday | kCapital;

constexpr auto kRows = std::to_array<Row>({
    // English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Swedish and Danish.
    {kMonth, "january february april june july august september october november december"},
    {kMonth, "jan feb apr jun jul aug sep sept oct nov"},
    {kCapitalMonth, "march may mar dec"},
    {kMonth, "januar februar märz maerz mai juni juli oktober dezember jänner feber mrz okt dez"},
    {kMonth,
     "janvier février fevrier mars avril juin juillet août aout septembre octobre novembre "
     "décembre decembre janv févr fevr juil déc"},
    {kMonth,
     "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre "
     "diciembre ene abr dic"},
    {kMonth, "gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre giu lug"},
    {kMonth, "janeiro fevereiro março maio junho julho setembro outubro novembro dezembro fev"},
    {kMonth, "januari februari maart mei augustus mrt"},
    {kMonth,
     "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października "
     "listopada grudnia"},
    {kMonth, "augusti marts maj"},
    {kMonth, "января февраля марта апреля мая июня июля августа сентября октября ноября декабря"},

    {kWeekday, "monday tuesday wednesday thursday friday saturday sunday"},
    {kWeekday, "tue tues thu thur thurs fri"},
    {kCapitalDay, "mon wed sat sun so mo di mi do fr sa lun mar mer jeu ven sam dim dom"},
    {kWeekday, "montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag"},
    {kWeekday, "lundi mardi mercredi jeudi vendredi samedi dimanche"},
    {kWeekday, "lunes martes miércoles jueves viernes sábado domingo"},
    {kWeekday, "lunedì martedì mercoledì giovedì venerdì sabato domenica"},
    {kWeekday,
     "segunda terça quarta quinta sexta maandag dinsdag woensdag donderdag vrijdag "
     "zaterdag zondag"},

    {kHalfDay, "am pm"},
    {kZone,
     "utc gmt z est edt cst cdt mst mdt pst pdt cet cest mez mesz bst wet west eet eest msk "
     "jst kst ist aest aedt et pt"},
    {kOrdinal, "st nd rd th er º ª"},
    {kParticle, "de del of the den le"},
    {kConnector, "on at in the by am um le à a el il il om op den to was kl after within"},
    {kClock, "uhr h hrs"},

    {kUnit | kInstant,
     "second seconds sec secs s ms milliseconds sekunde sekunden seconde "
     "secondes segundos"},
    {kUnit,
     "minute minutes min mins hour hours hr hrs h "
     "day days week weeks month months year years yr yrs"},
    {kUnit,
     "minuten stunde stunden tag tage tagen woche wochen monat monate "
     "monaten jahr jahre jahren"},
    {kUnit, "heure heures jour jours semaine semaines mois an ans"},
    {kUnit,
     "segundo minuto minutos hora horas día días dia dias semana semanas mes meses "
     "año años"},
    {kUnit, "ore ora minuti giorni giorno settimane mesi anni uur uren dagen dag weken"},
    {kAgo, "ago fa geleden atrás"},
    {kBeforeAge, "vor hace há"},
    {kQuantity, "a an one ein eine einem einer un une una um uma"},

    {kCounted,
     "views pageviews reads hits comments replies likes retweets followers subscribers "
     "upvotes downloads watchers clicks favorites favourites reactions ratings tweets"},
    {kCountedOne,
     "view pageview read hit comment reply like retweet follower subscriber upvote "
     "download"},
    {kCounted | kAmount,
     "visits visitors responses shares votes points stars forks plays answers "
     "posts watching"},
    {kCounted,
     "kommentar kommentare aufrufe besucher antworten zugriffe abonnenten "
     "commentaire commentaires vues visites lectures réponses partages "
     "comentario comentarios visitas vistas lecturas commenti visualizzazioni reacties"},
    {kOnline,
     "users user members member guests guest people readers players nutzer mitglieder "
     "gäste"},
    {kMagnitude, "k m b mio"},

    {kStampLead,
     "updated modified generated rendered created published posted edited revised "
     "retrieved cached crawled built compiled took executed served reviewed"},
    {kStampLead, "aktualisiert geändert veröffentlicht stand erstellt generiert"},
    {kStampLead,
     "publié publiée modifié modifiée actualizado publicado aggiornato pubblicato "
     "atualizado bijgewerkt gepubliceerd"},
    {kLastLead,
     "last latest page letzte zuletzt dernière última ultima último ultimo laatst "
     "laatste mis mise script"},
    {kStampRest,
     "updated modified generated rendered edited revised changed change update "
     "modification edit revision review reviewed visit visited login seen built "
     "created loaded served processed execution executed time "
     "aktualisiert aktualisierung geändert änderung bearbeitet "
     "jour à mise actualización modificación aggiornamento modifica atualização "
     "bijgewerkt wijziging"},
    {kCopyright, "copyright copr ©"},
    {kIdentifier,
     "csrf csrftoken csrfmiddlewaretoken xsrf token nonce sid session sessionid "
     "phpsessid jsessionid aspsessionid cfid cftoken requestid request trace traceid "
     "sessid authenticity"},

    {kYearSign, "年 년"},
    {kMonthSign, "月 월"},
    {kDaySign, "日 일"},
});

using Entry = std::pair<std::string_view, std::uint32_t>;

std::vector<Entry> sorted_entries() {
  std::vector<Entry> entries;
  for (const Row& row : kRows) {
    for (std::string_view word : split(row.words, ' ')) {
      if (!word.empty()) entries.emplace_back(word, row.meaning);
    }
  }
  std::sort(entries.begin(), entries.end());
  std::vector<Entry> unique;
  unique.reserve(entries.size());
  for (const Entry& entry : entries) {
    if (!unique.empty() && unique.back().first == entry.first) {
      // A word that one language always means so needs no capital, whatever another one asks.
      const std::uint32_t both = unique.back().second | entry.second;
      const bool capital = (unique.back().second & entry.second & kCapital) != 0;
      unique.back().second = capital ? both : both & ~std::uint32_t{kCapital};
    } else {
      unique.push_back(entry);
    }
  }
  return unique;
}

// By first byte: where the entries begin that start with it.
struct Vocabulary {
  std::vector<Entry> entries = sorted_entries();
  std::array<std::uint16_t, 257> from{};
  std::size_t longest = 0;

  Vocabulary() {
    std::size_t at = 0;
    for (std::size_t byte = 0; byte < 256; ++byte) {
      from[byte] = static_cast<std::uint16_t>(at);
      while (at < entries.size() && static_cast<unsigned char>(entries[at].first[0]) == byte) ++at;
    }
    from[256] = static_cast<std::uint16_t>(at);
    for (const Entry& entry : entries) longest = std::max(longest, entry.first.size());
  }
};

}  // namespace

std::uint32_t meaning_of(std::string_view word) {
  static const Vocabulary vocabulary;
  if (word.empty() || word.size() > vocabulary.longest) return 0;
  std::array<char, 64> lowered{};
  if (word.size() > lowered.size()) return 0;
  std::transform(word.begin(), word.end(), lowered.begin(), to_lower);
  for (std::size_t i = 1; i < word.size(); ++i) {  // capitals of Latin-1: U+00C0 to U+00DE
    const bool capital =
        word[i - 1] == '\xC3' && static_cast<unsigned char>(word[i]) - 0x80U < 0x1FU;
    if (capital) lowered[i] = static_cast<char>(word[i] + 0x20);
  }
  const std::string_view key(lowered.data(), word.size());
  const auto first = static_cast<unsigned char>(key[0]);
  const auto begin = vocabulary.entries.begin() + vocabulary.from[first];
  const auto end = vocabulary.entries.begin() + vocabulary.from[first + std::size_t{1}];
  const auto found = std::lower_bound(
      begin, end, key, [](const Entry& entry, std::string_view k) { return entry.first < k; });
  if (found == end || found->first != key) return 0;
  if ((found->second & kCapital) != 0 && !is_upper(word[0])) {
    return found->second & ~std::uint32_t{kMonth | kWeekday | kCapital};
  }
  return found->second;
}

}  // namespace asof::noise
