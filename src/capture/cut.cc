#include "capture/cut.h"

namespace asof::capture {

Cut cut_of(warc::Flaw flaw) {
  switch (flaw) {
    case warc::Flaw::None:
      return Cut::None;
    case warc::Flaw::Short:
      return Cut::RecordShort;
    case warc::Flaw::Length:
      return Cut::RecordLength;
    case warc::Flaw::Damaged:
      return Cut::RecordDamaged;
  }
  return Cut::None;
}

Cut cut_of(warc::BodyFlaw flaw) {
  switch (flaw) {
    case warc::BodyFlaw::None:
      return Cut::None;
    case warc::BodyFlaw::Short:
      return Cut::BodyShort;
    case warc::BodyFlaw::Long:
      return Cut::BodyLong;
    case warc::BodyFlaw::ChunksShort:
      return Cut::ChunksShort;
    case warc::BodyFlaw::ChunksBroken:
      return Cut::ChunksBroken;
    case warc::BodyFlaw::HeadOpen:
      return Cut::HeadOpen;
  }
  return Cut::None;
}

std::string_view sentence_of(Cut cut) {
  switch (cut) {
    case Cut::None:
      return "";
    case Cut::RecordShort:
      return "the record ends before its length says";
    case Cut::RecordLength:
      return "the record has a wrong length";
    case Cut::RecordDamaged:
      return "the record's compressed data are damaged";
    case Cut::BodyShort:
      return sentence_of(warc::BodyFlaw::Short);
    case Cut::BodyLong:
      return sentence_of(warc::BodyFlaw::Long);
    case Cut::ChunksShort:
      return sentence_of(warc::BodyFlaw::ChunksShort);
    case Cut::ChunksBroken:
      return sentence_of(warc::BodyFlaw::ChunksBroken);
    case Cut::HeadOpen:
      return sentence_of(warc::BodyFlaw::HeadOpen);
  }
  return "";
}

}  // namespace asof::capture
