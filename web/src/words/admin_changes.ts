import type { Translated } from "../core/words";

/** Every change that an operator can make: its name and its effect. */
export const en = {
  units: {
    guests: "Guests concerned: {n}",
    seats: "Seats concerned: {n}",
    heldSeats: "Seats held now: {n}",
    codes: "Codes: {n}",
    messages: "Messages: {n}",
    providers: "Payment providers: {n}",
  },
  backTo: "Back: {title}",
  actions: {
    open: {
      title: "Open the sale now",
      about: "The sale opens at once and guests are let in. It cannot be undone; pausing stops admission.",
    },
    pause: {
      title: "Pause the sale",
      about: "Nobody is let in, and waiting guests see that the sale is paused. Places and admissions stay.",
    },
    resume: { title: "Resume the sale", about: "Guests are let in again, in the same order." },
    close: {
      title: "Close the sale",
      about: "The sale ends for everybody who waits. What is sold stays sold. It cannot be undone.",
    },
    archive: {
      title: "Archive the event",
      about: "The event is removed from all lists and becomes read-only. It cannot be undone.",
    },
    delay: {
      title: "Delay the opening by {minutes} {minutes|minute|minutes}",
      about: "Opening, phases and close move later. Until the opening they can be moved back.",
    },
    delayBack: { title: "Move the opening back", about: "Opening, phases and close are as they were before." },
  },
  publish: {
    title: "Publish the event",
    about: "Guests see the event, and it opens at its time, or at once if that has passed.",
  },
  unpublish: {
    title: "Unpublish the event",
    about: "Guests no longer see the event, and it does not open. Possible until the first guest joins the line.",
  },
  stopJoins: {
    title: "Stop new guests",
    about: "Nobody new can join the line. Guests with a place keep it.",
  },
  startJoins: { title: "Let new guests join", about: "Guests can join the line again, at its end." },
  stopAdmission: {
    title: "Stop admission",
    about: "Nobody is let in from the line. Guests can still join; admitted guests are not affected.",
  },
  startAdmission: { title: "Start admission", about: "Guests are let in again, in the same order." },
  maxActive: {
    short: "limit of admitted guests",
    title: "Admit at most {n} {n|guest|guests} at a time",
    about: "A lower limit ends no admission; the next guests wait until enough have left.",
  },
  admitPerSecond: {
    short: "guests let in each second",
    title: "Let in {n} {n|guest|guests} each second",
    about: "The pace of the line. A higher pace fills the seats faster and puts more load on the payment providers.",
  },
  advice: {
    title: "Let in at the recommended pace",
    about: "Sets the pace of the line that is recommended now from payments and free seats.",
  },
  brake: {
    title: "Automatic brake",
    about: "When payments fail or are slow, fewer guests are let in. It never lets in more than you set.",
  },
  byHand: { title: "Manual pace only", about: "Guests are let in at the pace you set, also when payments fail." },
  freeze: {
    title: "Freeze all deadlines",
    about: "All deadlines of places, admissions and holds stop until you let them run again.",
  },
  thaw: {
    title: "Let deadlines run again",
    about: "Deadlines continue with the time that was left. Nobody loses the time in between.",
  },
  moreTime: {
    title: "Add {minutes} {minutes|minute|minutes} to every deadline",
    about: "All waiting, admitted and paying guests get this additional time. It cannot be undone.",
  },
  stopHolds: { title: "Stop new holds", about: "Nobody can take seats. Guests who hold seats can still pay for them." },
  startHolds: { title: "Allow holds", about: "Guests can take seats again." },
  stopSection: { title: "Stop a section", about: "Seats of this section cannot be taken. Holds there stay." },
  startSection: { title: "Sell a section again", about: "Seats of this section can be taken again." },
  stopProvider: {
    title: "Stop a payment provider",
    about: "No new payment begins there. Payments that have begun continue.",
  },
  startProvider: { title: "Use a payment provider again", about: "New payments may begin there again." },
  messages: {
    waiting: { title: "Message for waiting guests", about: "Shown on every waiting page at its next poll." },
    admitted: { title: "Message for admitted guests", about: "Shown to all admitted guests." },
    holding: { title: "Message for guests who hold seats", about: "Shown to all guests who hold seats or pay." },
    paid: { title: "Message for guests who paid", about: "Shown with every booking of this event." },
  },
  returns: {
    title: "How refunded seats come back",
    about: "At once, after a random delay, or when an operator releases them.",
  },
  block: {
    title: "Keep seats for the house",
    about: "Nobody can buy these seats. Seats that are held or sold are skipped or listed.",
  },
  unblock: {
    title: "Put house seats on sale",
    about: "Admitted guests can buy them at once; sold seats cannot be taken back.",
  },
  release: {
    title: "Release returned seats",
    about: "Returned seats go on sale at once; sold seats cannot be taken back.",
  },
  list: {
    title: "Add guests to phase {phase}",
    about: "These guests may enter in this phase. Entries cannot be removed one by one.",
  },
  codes: {
    title: "Add codes to phase {phase}",
    about: "Each code lets in the given number of guests. Codes cannot be removed, and only their hashes are kept.",
  },
  revoke: {
    title: "End a guest's place",
    about: "The place or admission ends. The guest may join again at the end of the line.",
  },
  revokeAndBar: {
    title: "End a guest's place and keep the guest out",
    about: "The place or admission ends and the guest cannot join again. It cannot be undone.",
  },
  deny: {
    title: "Put guests on the deny list",
    about: "Their places and admissions end, and they cannot join this line until they are taken off the list.",
  },
  undeny: {
    title: "Take guests off the deny list",
    about: "They may join this line again, at its end.",
  },
  refund: {
    title: "Refund",
    about: "The money is refunded by the same payment method, and the seats go on sale again by the event's policy. It cannot be undone.",
  },
  cancelOrder: {
    title: "Cancel the order",
    about: "An order that is not paid ends, and its seats come back. It cannot be undone.",
  },
  askAgain: { title: "Ask the provider again", about: "The provider is queried for the result of this payment." },
  retryRefund: { title: "Send the refund again", about: "A refund that failed is sent to the provider once more." },
  testPurchase: {
    title: "Test purchase",
    about: "A small sum is charged and refunded with each payment provider. No seat, order or number changes.",
  },
  retryOutbox: { title: "Apply messages again", about: "Messages that could not be applied are tried once more." },
  rebuildReports: {
    title: "Rebuild the reports",
    about: "The reports are rebuilt from the journal while the sale goes on; until then their sums are too small.",
  },
};

export const ko: Translated<typeof en> = {
  units: {
    guests: "해당 고객: {n}명",
    seats: "해당 좌석: {n}석",
    heldSeats: "현재 선점 좌석: {n}석",
    codes: "코드: {n}개",
    messages: "메시지: {n}건",
    providers: "결제사: {n}개",
  },
  backTo: "되돌리기: {title}",
  actions: {
    open: {
      title: "지금 판매 시작",
      about: "즉시 판매가 시작되고 입장이 진행됩니다. 되돌릴 수 없으며, 일시정지하면 입장이 멈춥니다.",
    },
    pause: {
      title: "판매 일시정지",
      about: "아무도 입장하지 않으며 대기 고객에게 일시정지로 표시됩니다. 순번과 입장 상태는 유지됩니다.",
    },
    resume: { title: "판매 재개", about: "같은 순서로 다시 입장이 진행됩니다." },
    close: {
      title: "판매 종료",
      about: "대기 중인 모든 고객의 판매가 끝납니다. 이미 판매된 좌석은 유지됩니다. 되돌릴 수 없습니다.",
    },
    archive: {
      title: "공연 보관",
      about: "모든 목록에서 사라지고 더 이상 변경할 수 없습니다. 되돌릴 수 없습니다.",
    },
    delay: {
      title: "오픈 {minutes}분 연기",
      about: "오픈, 단계, 종료 시각이 늦춰집니다. 오픈 전까지는 되돌릴 수 있습니다.",
    },
    delayBack: { title: "오픈 시각 되돌리기", about: "오픈, 단계, 종료 시각이 이전과 같아집니다." },
  },
  publish: {
    title: "공연 공개",
    about: "고객에게 공연이 보이고, 정해진 시각에 오픈합니다. 그 시각이 지났으면 바로 오픈합니다.",
  },
  unpublish: {
    title: "공연 비공개",
    about: "공연이 고객에게 보이지 않게 되고 오픈되지 않습니다. 첫 고객이 대기열에 들어오기 전까지만 가능합니다.",
  },
  stopJoins: {
    title: "신규 대기 중지",
    about: "새로운 고객이 대기열에 들어올 수 없습니다. 기존 순번은 유지됩니다.",
  },
  startJoins: { title: "신규 대기 허용", about: "고객이 다시 대기열 끝에 들어올 수 있습니다." },
  stopAdmission: {
    title: "입장 중지",
    about: "대기열에서 아무도 입장하지 않습니다. 대기 등록은 계속되고, 이미 입장한 고객은 유지됩니다.",
  },
  startAdmission: { title: "입장 시작", about: "같은 순서로 다시 입장이 진행됩니다." },
  maxActive: {
    short: "동시 입장 한도",
    title: "동시 입장 최대 {n}명으로 변경",
    about: "한도를 낮춰도 아무도 내보내지 않으며, 충분히 빠져나갈 때까지 다음 고객이 기다립니다.",
  },
  admitPerSecond: {
    short: "초당 입장 인원",
    title: "초당 {n}명 입장으로 변경",
    about: "대기열의 속도입니다. 빠를수록 좌석이 빨리 차고 결제사의 부담이 커집니다.",
  },
  advice: { title: "권장 속도 적용", about: "현재 결제와 좌석 상황에서 권장하는 속도로 입장시킵니다." },
  brake: {
    title: "자동 감속",
    about: "결제가 실패하거나 느려지면 입장 인원을 줄입니다. 설정한 속도보다 빨라지지는 않습니다.",
  },
  byHand: { title: "수동 속도만 사용", about: "결제 상황과 관계없이 설정한 속도로 입장시킵니다." },
  freeze: {
    title: "모든 제한 시간 정지",
    about: "대기, 입장, 선점의 모든 제한 시간이 멈추며, 다시 진행할 때까지 유지됩니다.",
  },
  thaw: { title: "제한 시간 다시 진행", about: "남아 있던 시간부터 다시 흐릅니다. 멈춘 동안의 시간은 아무도 잃지 않습니다." },
  moreTime: {
    title: "모든 제한 시간 {minutes}분 연장",
    about: "대기, 입장, 결제 중인 모든 고객의 시간이 그만큼 늘어납니다. 되돌릴 수 없습니다.",
  },
  stopHolds: { title: "좌석 선택 중지", about: "새로 좌석을 선택할 수 없습니다. 이미 선점한 고객은 결제할 수 있습니다." },
  startHolds: { title: "좌석 선택 허용", about: "다시 좌석을 선택할 수 있습니다." },
  stopSection: { title: "구역 판매 중지", about: "이 구역의 좌석을 선택할 수 없습니다. 기존 선점은 유지됩니다." },
  startSection: { title: "구역 판매 재개", about: "이 구역의 좌석을 다시 선택할 수 있습니다." },
  stopProvider: { title: "결제사 중지", about: "이 결제사로 새 결제를 시작할 수 없습니다. 진행 중인 결제는 계속됩니다." },
  startProvider: { title: "결제사 재개", about: "이 결제사로 다시 결제를 시작할 수 있습니다." },
  messages: {
    waiting: { title: "대기 고객 안내", about: "다음 갱신 때 모든 대기 화면에 표시됩니다." },
    admitted: { title: "입장 고객 안내", about: "입장한 모든 고객에게 표시됩니다." },
    holding: { title: "좌석 선점 고객 안내", about: "좌석을 선점했거나 결제 중인 고객에게 표시됩니다." },
    paid: { title: "결제 완료 고객 안내", about: "이 공연의 모든 예매 내역에 표시됩니다." },
  },
  returns: {
    title: "환불 좌석 재판매 방식",
    about: "즉시, 무작위로 정해진 시간 뒤에, 또는 운영자가 풀 때 다시 판매됩니다.",
  },
  block: { title: "하우스석으로 지정", about: "이 좌석은 구매할 수 없습니다. 이미 잡힌 좌석은 제외되거나 표시됩니다." },
  unblock: { title: "하우스석 판매", about: "입장한 누구나 즉시 구매할 수 있으며, 판매된 좌석은 되돌릴 수 없습니다." },
  release: { title: "반환 좌석 판매", about: "반환된 좌석이 즉시 판매되며, 판매된 좌석은 되돌릴 수 없습니다." },
  list: {
    title: "{phase} 단계에 고객 추가",
    about: "이 고객들이 해당 단계에 입장할 수 있습니다. 개별로 취소할 수 없습니다.",
  },
  codes: {
    title: "{phase} 단계에 코드 추가",
    about: "코드마다 정해진 인원이 입장할 수 있습니다. 취소할 수 없으며 해시만 보관됩니다.",
  },
  revoke: { title: "고객 순번 종료", about: "순번 또는 입장이 끝납니다. 고객은 대기열 끝에 다시 들어올 수 있습니다." },
  revokeAndBar: {
    title: "고객 순번 종료 및 차단",
    about: "순번 또는 입장이 끝나고 다시 들어올 수 없습니다. 되돌릴 수 없습니다.",
  },
  deny: {
    title: "차단 명단에 추가",
    about: "순번과 입장이 끝나며, 명단에서 빼기 전까지 이 대기열에 들어올 수 없습니다.",
  },
  undeny: {
    title: "차단 명단에서 빼기",
    about: "이 대기열의 맨 뒤에 다시 들어올 수 있습니다.",
  },
  refund: {
    title: "환불",
    about: "결제한 수단으로 환불되고 좌석은 공연의 재판매 방식에 따라 다시 판매됩니다. 되돌릴 수 없습니다.",
  },
  cancelOrder: { title: "주문 취소", about: "미결제 주문이 끝나고 좌석이 돌아옵니다. 되돌릴 수 없습니다." },
  askAgain: { title: "결제사에 다시 조회", about: "이 결제의 결과를 결제사에 조회합니다." },
  retryRefund: { title: "환불 재시도", about: "실패한 환불을 결제사에 다시 보냅니다." },
  testPurchase: {
    title: "시험 결제",
    about: "결제사마다 소액을 결제하고 바로 환불합니다. 좌석, 주문, 수치는 바뀌지 않습니다.",
  },
  retryOutbox: { title: "메시지 다시 반영", about: "보류한 메시지를 다시 반영합니다." },
  rebuildReports: {
    title: "보고서 다시 만들기",
    about: "판매를 계속하면서 저널로부터 다시 만듭니다. 끝날 때까지 실제보다 적게 표시됩니다.",
  },
};

export const words = __LANG__ === "ko" ? ko : en;
