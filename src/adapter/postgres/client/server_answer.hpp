#pragma once

#include <libpq-fe.h>

#include "adapter/postgres/client/handles.hpp"
#include "adapter/postgres/protocol/round.hpp"

namespace onsale::postgres {

// What one call of PQgetResult has returned. It returns null at the end of a step.
ServerAnswer answer_of(ResultHandle result);

// Without the detail, which may quote the row and must not get into a log.
std::string words_of(const PGresult& result);
bool is_warning(const PGresult& notice);
// The server ends the connection, and not because of something that it was asked.
bool is_farewell(const PGresult& notice);

}  // namespace onsale::postgres
