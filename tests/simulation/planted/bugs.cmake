# planted(name FILE source OLD text NEW text): one bug each; OLD is exactly once in the source.
set(engine src/adapter/embedded/engine/engine.cpp)
set(engine_line src/adapter/embedded/engine/engine_line.cpp)
set(journal src/adapter/embedded/journal/journal.cpp)
set(snapshot src/adapter/embedded/journal/snapshot.cpp)
set(wal_scan src/adapter/embedded/journal/wal_scan.cpp)
set(rules src/waiting_room/domain/line/line_rules.cpp)
set(line src/waiting_room/domain/line/line.cpp)
set(backup src/adapter/embedded/backup/backup.cpp)
set(book src/waiting_room/domain/line/place_book.cpp)
set(view src/waiting_room/domain/line/line_view.cpp)
set(move src/waiting_room/domain/line/place_move.cpp)

planted(skip_the_commit FILE ${engine}
    OLD "    const auto appended = journal_->append(stamp_, bytes, messages_);"
    NEW "    const auto appended = Result<std::uint64_t, AppendError>{journal_->last_seq()};")

planted(answer_before_the_commit FILE ${engine}
    OLD "        result.outcomes.clear();
        refuse_all(commands, result.outcomes);
        return result;"
    NEW "        return result;")

planted(publish_before_the_commit FILE ${engine}
    OLD "    if (!facts_.empty() && !commit()) {
        result.outcomes.clear();"
    NEW "    result.facts = facts_;
    if (!facts_.empty() && !commit()) {
        result.outcomes.clear();")

planted(commit_without_sync FILE ${journal}
    OLD "PRAGMA synchronous=FULL;"
    NEW "PRAGMA synchronous=OFF;")

planted(write_on_after_a_failed_sync FILE ${engine}
    OLD "            health_ = Health::kFailed;
            break;"
    NEW "            break;")

planted(keep_what_a_full_disk_refused FILE ${engine}
    OLD "            if (!reload()) health_ = Health::kFailed;
            break;"
    NEW "            break;")

planted(full_disk_counts_against_guests FILE ${engine}
    OLD "    resume(*full_since_);"
    NEW "    (void)full_since_;")

planted(forget_the_gap FILE ${engine}
    OLD "        if (!over && gap >= kGapWorthNoting)"
    NEW "        if (!over && gap < kGapWorthNoting)")

planted(silent_since_before_the_crash FILE ${engine}
    OLD "        mark_everybody(*line, line->clock().at(last));"
    NEW "        mark_everybody(*line, line->clock().at(last) - std::chrono::minutes{5});")

planted(mark_before_the_commit FILE ${engine}
    OLD "    const auto appended = journal_->append(stamp_, bytes, messages_);"
    NEW "    high_water_->note({journal_->last_seq() + 1, stamp_.now});
    const auto appended = journal_->append(stamp_, bytes, messages_);")

planted(mark_not_checked FILE ${journal}
    OLD "    if (last_seq_ >= seq) return;"
    NEW "    if (last_seq_ + 1000 >= seq) return;")

planted(log_not_begun_afresh FILE ${engine}
    OLD "    journal_->begin_fresh_log();"
    NEW "    (void)journal_;")

planted(sweep_stays_at_the_end FILE ${engine_line}
    OLD "    work.sweep_from = to < end ? to : 1;"
    NEW "    work.sweep_from = to;")

planted(replay_skips_a_row FILE ${engine}
    OLD "        if (row.seq <= from) return;"
    NEW "        if (row.seq <= from || row.seq % 16 == 0) return;")

planted(snapshot_one_row_behind FILE ${snapshot}
    OLD "        next.seq = row.seq;"
    NEW "        next.seq = row.seq - 1;")

planted(torn_end_taken_for_damage FILE ${wal_scan}
    OLD "        if (commits_after(wal, frame + 1) < 2) return std::nullopt;"
    NEW "        if (commits_after(wal, frame + 1) < 1) return std::nullopt;")

planted(admit_the_away FILE ${line}
    OLD "    if (book_.standing(number) == Standing::kWaiting && may_be_admitted(guest_of(number)))"
    NEW "    if (keeps_place(book_.standing(number)) && may_be_admitted(guest_of(number)))")

planted(ignore_max_active FILE ${rules}
    OLD "    if (!line.admits_now() || active >= max_active) return facts;
    const std::uint32_t count = std::min(max_active - active, line.bucket_available(now));"
    NEW "    if (!line.admits_now() || max_active == 0) return facts;
    const std::uint32_t count = std::min(max_active + active, line.bucket_available(now));")

planted(ignore_the_bucket FILE ${rules}
    OLD "std::min(max_active - active, line.bucket_available(now));"
    NEW "max_active - active + 0 * line.bucket_available(now);")

planted(admit_the_ineligible FILE ${line}
    OLD "    return phase_.has_value() ? eligibility_.allowed(*phase(), guest) : settings_->phases.empty();"
    NEW "    return phase_.has_value() || guest == GuestId{} || settings_->phases.empty();")

planted(recalled_wait_their_turn FILE ${line}
    OLD "        if (next.size() == count) return next;"
    NEW "        if (next.size() == count || candidates_.first()) break;")

planted(issue_a_number_twice FILE ${book}
    OLD "    const Number number{++issued_};"
    NEW "    const Number number{issued_ % 8 == 7 ? issued_ : ++issued_};")

planted(lose_the_return FILE ${rules}
    OLD "        if (standing == Standing::kAway || standing == Standing::kMissed)"
    NEW "        if (standing == Standing::kMissed)")

planted(second_poll_undoes_the_recall FILE ${engine_line}
    OLD "        record(seen.event, decide_seen(*line, {&number, 1}));"
    NEW "        if (&number == &seen.numbers.back())
            record(seen.event, decide_seen(*line, seen.numbers));")

planted(leaving_gives_up_the_place FILE ${rules}
    OLD "            return {leave.number, {fact::Left{leave.number}}};"
    NEW "            return end_place(leave.number, EndReason::kLeft);")

planted(missed_claim_loses_the_place FILE ${rules}
    OLD "    if (admission.attempt == 1) return fact::ClaimMissed{number};"
    NEW "    if (admission.attempt == 0) return fact::ClaimMissed{number};")

planted(freeze_ignored FILE ${line}
    OLD "    if (fact.frozen)
        clock_.freeze(now);"
    NEW "    if (fact.frozen)
        clock_.thaw(now);")

planted(recalled_count_in_positions FILE ${view}
    OLD "        answer.position = before_all ? 1 : book_.position(number);"
    NEW "        answer.position = (before_all ? 1 : book_.position(number)) +
                          (before_all ? 0 : book_.count(Standing::kRecalled));")

planted(view_misses_a_return FILE ${view}
    OLD "                       book_.move(fact.number, missed ? Standing::kRecalled : Standing::kWaiting);"
    NEW "                       if (missed) book_.move(fact.number, Standing::kRecalled);")

planted(move_code_works_twice FILE ${move}
    OLD "    offer->taken_by = take.guest;"
    NEW "    (void)offer;")

planted(move_code_outlives_its_minute FILE ${move}
    OLD "    return found != by_code_.end() && now < found->second.until ? &found->second : nullptr;"
    NEW "    return found != by_code_.end() && now != Instant{} ? &found->second : nullptr;")

planted(old_device_keeps_its_place FILE ${line}
    OLD "    index_.erase(fact.number, guests_);
    guests_.at(fact.number.value) = fact.guest;
    index_.insert(fact.number, guests_);"
    NEW "    (void)from;")

planted(view_lets_the_old_device_poll_on FILE ${view}
    OLD "                   [&](const fact::PlaceMoved& fact) { moved_.set(fact.number, fact.guest); },"
    NEW "                   [&](const fact::PlaceMoved&) {},")

planted(moved_place_leaves_its_code_behind FILE src/waiting_room/domain/eligibility.cpp
    OLD "        if (phase.guests.erase(move.from) == 0) continue;"
    NEW "        if (!phase.guests.contains(move.from)) continue;
        ++entries_;")

planted(code_used_for_ever FILE src/waiting_room/domain/eligibility.cpp
    OLD "    --phase.codes.at(used.code);"
    NEW "    phase.codes.at(used.code);")

planted(restore_issues_numbers_again FILE ${engine}
    OLD "    if (journal_->was_restored())"
    NEW "    if (journal_->was_restored() && room().size() == 0)")

planted(restore_is_not_noted FILE ${backup}
    OLD "INSERT OR REPLACE INTO meta VALUES('restored', 1); VACUUM"
    NEW "VACUUM")

planted(backup_without_the_log FILE ${backup}
    OLD "    Database database{storage, kDatabaseFile, Database::Mode::kReadOnly};"
    NEW "    fs::remove(storage.path(kWalFile));
    Database database{storage, kDatabaseFile, Database::Mode::kReadOnly};")

planted(snapshot_without_its_last_fact FILE ${snapshot}
    OLD "            next.state->evolve(fact, row.stamp.now);"
    NEW "            if (&fact == &facts.front() || &fact != &facts.back())
                next.state->evolve(fact, row.stamp.now);")

# Applies only if the writer runs while the housekeeper reads.
planted(snapshot_marked_with_a_later_row FILE ${snapshot}
    OLD "    const bool news = next.seq > before || outdated;"
    NEW "    auto end = database.prepare(\"SELECT seq, chain FROM journal ORDER BY seq DESC LIMIT 1\");
    if (end.step()) {
        next.seq = static_cast<std::uint64_t>(end.integer(0));
        std::copy_n(end.bytes(1).begin(), next.chain.size(), next.chain.begin());
    }
    const bool news = next.seq > before || outdated;")

planted(checkpoint_without_sync FILE src/adapter/embedded/journal/sqlite.cpp
    OLD "    if (code != SQLITE_OK) return code;
    return sqlite3_wal_checkpoint_v2"
    NEW "    if (code != SQLITE_OK) return code;
    execute(\"PRAGMA synchronous=OFF\");
    return sqlite3_wal_checkpoint_v2")

planted(edit_forgets_codes_and_lists FILE ${line}
    OLD "    settings_ = fact.settings;
    ++version_;"
    NEW "    settings_ = fact.settings;
    eligibility_ = EligibilityBook{};
    ++version_;")

planted(edit_moves_the_last_phase FILE ${line}
    OLD "    last_phase_ = same_phase(last_phase_);"
    NEW "    if (fact.settings->phases.size() < settings_->phases.size())
        last_phase_ = same_phase(last_phase_);")

planted(edit_changes_what_has_begun FILE src/waiting_room/domain/event_check.cpp
    OLD "        if (phase.from <= wall && std::ranges::none_of"
    NEW "        if (phase.to <= wall && std::ranges::none_of")

planted(codes_issued_again_are_fresh FILE src/waiting_room/domain/eligibility.cpp
    OLD "codes.emplace(code, issued.uses).second"
    NEW "codes.insert_or_assign(code, issued.uses).second")

planted(code_used_by_asking_again FILE ${rules}
    OLD "    if (line.eligibility().allowed(phase, asked.guest)) return FactBodies{};"
    NEW "    if (phase.who != Eligibility::kCode && line.eligibility().allowed(phase, asked.guest))
        return FactBodies{};")
