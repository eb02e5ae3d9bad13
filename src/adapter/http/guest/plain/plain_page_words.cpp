#include "adapter/http/guest/plain/plain_page_words.hpp"

namespace onsale::http {
namespace {

using waiting_room::EndReason;
using waiting_room::Lifecycle;
using waiting_room::OrderPolicy;
using waiting_room::QueueStatus;

constexpr PageWords kEnglish = {
    .skip = "Skip to content",
    .language = "Language",
    .events = "On sale",
    .no_events = "There is nothing on sale here at the moment.",
    .opens = "Sale opens",
    .lobby_opens = "Waiting room opens",
    .to_queue = "To the waiting room",
    .position = "Your position",
    .ahead = "Ahead of you",
    .behind = "Behind you",
    .wait = "Estimated wait",
    .per_minute = "Let in per minute",
    .seats_free = "Seats free",
    .seats_may_return = "Seats that may come back",
    .seats = "{}",
    .about_seats = "about {}",
    .chance = "Chance of seats for you",
    .chance_reason = "{0}: about {1} seats ({2} ahead of you, {3} choosing seats)",
    .chances = {"likely", "open", "unlikely", "none at the moment"},
    .keep_until = "Your place is kept at least until",
    .enter_until = "Enter before",
    .not_drawn = "Not drawn yet",
    .join = "Join the line",
    .join_again = "Join the line again",
    .go_in = "Enter now",
    .leave = "Leave the line",
    .leave_question =
        "Give up your place? For 60 seconds you can still take it back by joining "
        "again.",
    .leave_now = "Yes, leave",
    .left_just_now =
        "You left the line. Join again within 60 seconds and your place is still yours.",
    .code = "Access code, if you have one",
    .fifo = "First come, first served: your place is decided by when you join.",
    .shuffle =
        "Everybody who is here before the sale opens takes part in one draw for the order; "
        "who comes later follows. Being early in the lobby is no advantage.",
    .stale = "No connection at the moment. Your place is safe; we keep trying.",
    .working = "One moment, your browser is solving a small task.",
    .degraded = "The server cannot save changes right now. Places are safe.",
    .demo = "Demonstration: nothing is really sold here.",
    .back = "All events",
    .error_title = "That did not work",
    .your_turn = "It is your turn",
    .under_a_minute = "less than a minute",
    .about_minutes = "about {} min",
    .about_hours = "about {} h",
};

constexpr PageWords kKorean = {
    .skip = "본문으로 건너뛰기",
    .language = "언어",
    .events = "판매 중인 공연",
    .no_events = "현재 판매 중인 공연이 없습니다.",
    .opens = "판매 시작",
    .lobby_opens = "대기실 입장",
    .to_queue = "대기실로 이동",
    .position = "나의 대기 순서",
    .ahead = "내 앞",
    .behind = "내 뒤",
    .wait = "예상 대기 시간",
    .per_minute = "분당 입장 인원",
    .seats_free = "남은 좌석",
    .seats_may_return = "다시 나올 수 있는 좌석",
    .seats = "{}석",
    .about_seats = "약 {}석",
    .chance = "좌석을 구할 가능성",
    .chance_reason = "{0} (예상 좌석 약 {1}석, 내 앞 {2}명, 좌석 선택 중 {3}명)",
    .chances = {"높음", "반반", "낮음", "현재 없음"},
    .keep_until = "순서 유지 시각(최소)",
    .enter_until = "입장 마감 시각",
    .not_drawn = "추첨 전",
    .join = "대기열 입장",
    .join_again = "다시 대기열 입장",
    .go_in = "지금 입장하기",
    .leave = "대기열 나가기",
    .leave_question = "순서를 포기하시겠습니까? 60초 안에 다시 입장하면 순서가 유지됩니다.",
    .leave_now = "네, 나가겠습니다",
    .left_just_now = "대기열에서 나갔습니다. 60초 안에 다시 입장하면 순서가 유지됩니다.",
    .code = "입장 코드(있는 경우)",
    .fifo = "선착순입니다. 대기열에 입장한 순서대로 안내합니다.",
    .shuffle =
        "판매 시작 전에 입장한 모든 분의 순서를 한 번의 추첨으로 정하며, 이후 입장한 분은 "
        "그 뒤에 섭니다. 일찍 기다린다고 유리하지 않습니다.",
    .stale = "연결이 원활하지 않습니다. 순서는 유지되며 계속 다시 연결합니다.",
    .working = "잠시만 기다려 주세요. 브라우저가 간단한 확인 과제를 풀고 있습니다.",
    .degraded = "지금은 변경 사항을 저장할 수 없습니다. 순서는 안전하게 유지됩니다.",
    .demo = "데모입니다. 실제로 판매되지 않습니다.",
    .back = "전체 공연",
    .error_title = "처리하지 못했습니다",
    .your_turn = "입장할 차례입니다",
    .under_a_minute = "1분 미만",
    .about_minutes = "약 {}분",
    .about_hours = "약 {}시간",
};

// One sentence in both languages, side by side so that none is forgotten.
struct Sentence {
    std::string_view english;
    std::string_view korean;

    std::string_view in(Language language) const {
        return language == Language::kKorean ? korean : english;
    }
};

Sentence ended_sentence(EndReason reason) {
    switch (reason) {
        case EndReason::kLeft:
            return {"You left the line.", "대기열에서 나갔습니다."};
        case EndReason::kSilent:
            return {"Your place ended because we had not heard from you for a long time.",
                    "오랫동안 응답이 없어 대기가 종료되었습니다."};
        case EndReason::kAdmissionEnded:
            return {"Your time inside is over.", "입장 시간이 종료되었습니다."};
        case EndReason::kCompleted:
            return {"You are done here. Thank you!", "모두 완료되었습니다. 감사합니다!"};
        case EndReason::kRevoked:
            return {"The organiser ended your place.", "주최 측이 대기를 종료했습니다."};
    }
    return {};
}

Sentence status_sentence(const waiting_room::QueueAnswer& answer, OrderPolicy order) {
    switch (answer.status) {
        case QueueStatus::kLobby:
            if (order == OrderPolicy::kFifo)
                return {"You are in line. It starts to move when the sale opens.",
                        "대기열에 입장했습니다. 판매가 시작되면 순서대로 안내합니다."};
            return {"You take part in the draw. Your position is known when the sale opens.",
                    "추첨에 참여했습니다. 판매가 시작되면 순서가 정해집니다."};
        case QueueStatus::kWaiting:
            return {"You are in line. This page keeps itself up to date; do not refresh it.",
                    "대기 중입니다. 화면은 자동으로 갱신되니 새로고침하지 마세요."};
        case QueueStatus::kPaused:
            return {"Admission is paused for a moment. Your place is safe.",
                    "잠시 입장이 중단되었습니다. 순서는 유지됩니다."};
        case QueueStatus::kAdmitted:
            return {"It is your turn.", "입장할 차례입니다."};
        case QueueStatus::kClosed:
            return {"The sale is over.", "판매가 종료되었습니다."};
        case QueueStatus::kSoldOut:
            return {"Sold out. Returned seats are offered in the order of this line.",
                    "모두 매진되었습니다. 취소된 좌석이 나오면 이 순서대로 안내합니다."};
        case QueueStatus::kMoved:
            return {"You continued on another device. Your place is there.",
                    "다른 기기에서 이어서 진행 중입니다. 순서는 그 기기에 있습니다."};
        case QueueStatus::kExpired:
            return ended_sentence(answer.reason.value_or(EndReason::kSilent));
    }
    return {};
}

Sentence lifecycle_sentence(Lifecycle lifecycle) {
    switch (lifecycle) {
        case Lifecycle::kDraft:
            return {"Coming soon", "오픈 예정"};
        case Lifecycle::kLobby:
            return {"Waiting room open", "대기실 입장 가능"};
        case Lifecycle::kOpen:
            return {"On sale", "판매 중"};
        case Lifecycle::kPaused:
            return {"Paused", "일시정지"};
        case Lifecycle::kClosed:
        case Lifecycle::kArchived:
            return {"Closed", "판매 종료"};
    }
    return {};
}

}  // namespace

const PageWords& words_in(Language language) {
    return language == Language::kKorean ? kKorean : kEnglish;
}

std::string_view lifecycle_words(Lifecycle lifecycle, Language language) {
    return lifecycle_sentence(lifecycle).in(language);
}

std::string_view status_words(const waiting_room::QueueAnswer& answer, OrderPolicy order,
                              Language language) {
    return status_sentence(answer, order).in(language);
}

}  // namespace onsale::http
