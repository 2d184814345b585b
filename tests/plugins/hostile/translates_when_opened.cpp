// Changes the locale when it is opened.
#include <clocale>

#include "opening.hpp"

WAYFRONT_HOSTILE_OPENING(TranslatesWhenOpened, "translates-when-opened", "Changes the locale when it is opened.") {
  std::setlocale(LC_ALL, "C.UTF-8");
}
